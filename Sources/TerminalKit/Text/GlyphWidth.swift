/// The width of text in terminal columns.
///
/// Widths are those of `wcwidth`, because ncurses lays out its cells by it: a glyph is a spacing scalar with the
/// combining marks that follow it (at most four, since `CCHARW_MAX` is 5). A grapheme cluster with several spacing
/// scalars is reduced to what terminals agree on; see `Cluster`.
nonisolated public enum GlyphWidth {
  /// The columns that a text takes on one line if it is not cut.
  ///
  /// - Parameter limit: Counting stops at this number.
  /// - Complexity: O(*length*) or O(*limit*); a table look-up per scalar, less for ASCII.
  public static func columns(of text: String, atMost limit: Int = .max) -> Int {
    if let columns = narrowColumns(of: text, atMost: limit) { return columns }
    var columns = 0
    for character in text {
      columns += Cluster(character).columns
      if columns >= limit { return max(0, limit) }
    }
    return columns
  }

  /// The width of one grapheme cluster: usually 1 or 2, 0 if nothing of it is shown.
  public static func columns(of character: Character) -> Int {
    Cluster(character).columns
  }

  enum ScalarClass: UInt32 {
    case narrow, wide, combining, ignored, unprintable
  }

  static func scalarClass(of scalar: Unicode.Scalar) -> ScalarClass {
    let value = scalar.value
    if value < 0x300 {
      if value < 0x20 || (0x7F..<0xA0).contains(value) { return .unprintable }
      return value == 0xAD ? .ignored : .narrow
    }
    // The most common of the rest: Cyrillic letters, box drawing and blocks, Kana, unified ideographs.
    if (0x400..<0x483).contains(value) || (0x2500..<0x25FD).contains(value) { return .narrow }
    if (0x3041..<0x3097).contains(value) || (0x4E00..<0x9FFD).contains(value) { return .wide }
    return lookUp(value)
  }

  /// The width of a text that is entirely narrow; nil for any other.
  private static func narrowColumns(of text: String, atMost limit: Int) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      // One scalar more, because a combining mark might follow.
      let limit = max(0, min(limit, .max - 1))
      return narrowCount(in: bytes, atMost: limit + 1).map { min($0, limit) }
    } ?? nil
  }

  /// How many scalars a text has, at most `limit`, if these are all narrow.
  static func narrowCount(in bytes: UnsafeBufferPointer<UInt8>, atMost limit: Int) -> Int? {
    var (count, offset) = (0, 0)
    while offset < bytes.count, count < limit {
      guard narrowScalar(in: bytes, at: &offset) != nil else { return nil }
      count += 1
    }
    return count
  }

  /// The scalar at an offset in valid UTF-8 if it is one column wide, never combines with its like and is written from left
  /// to right; nil for any other.
  @inline(__always)
  static func narrowScalar(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: inout Int
  ) -> Unicode.Scalar? {
    let first = bytes[offset]
    if first >= 0x20, first < 0x7F {
      offset += 1
      return Unicode.Scalar(first)
    }
    let value: UInt32
    switch first {
    case 0xC2..<0xE0 where offset + 1 < bytes.count:
      value = UInt32(first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
      offset += 2
    case 0xE0..<0xF0 where offset + 2 < bytes.count:
      value =
        UInt32(first & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
        | UInt32(bytes[offset + 2] & 0x3F)
      offset += 3
    default: return nil
    }
    guard width(ofLone: value) == 1, let scalar = Unicode.Scalar(value),
      !RightToLeft.contains(scalar)
    else { return nil }
    return scalar
  }

  /// The width of a scalar that does not form a cluster with others of its kind; 0 for all others.
  static func width(ofLone value: UInt32) -> UInt8 {
    switch value {
    // ASCII, Latin, Cyrillic.
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x400..<0x482: 1
    // Han, Kana, Hangul, their punctuation and full-width forms.
    case 0x4E00..<0x9FFD, 0x3041..<0x3097, 0x30A1..<0x30FB, 0xAC00..<0xD7A4: 2
    case 0x3001..<0x3013, 0xFF01..<0xFF61: 2
    // Punctuation, currency, arrows, box drawing and blocks, Braille.
    case 0x2010..<0x2028, 0x20A0..<0x20C1, 0x2190..<0x2200, 0x2500..<0x25FD, 0x2800..<0x2900: 1
    // Greek, Hebrew, Arabic.
    case 0x391..<0x3A2, 0x3A3..<0x400, 0x5D0..<0x5EB, 0x620..<0x64B, 0x671..<0x6D6: 1
    default: 0
    }
  }

  private static func lookUp(_ value: UInt32) -> ScalarClass {
    glyphClassRuns.withUnsafeBufferPointer { runs in
      // The last run that starts at or before the value; the first run starts at 0.
      var low = 0
      var high = runs.count
      let key = value << 3 | 7
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle] <= key { low = middle } else { high = middle }
      }
      return ScalarClass(rawValue: runs[low] & 7) ?? .unprintable
    }
  }
}
