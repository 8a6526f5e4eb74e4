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
    if let columns = asciiColumns(of: text, atMost: limit) { return columns }
    var columns = 0
    var clusters = ClusterReader(text)
    while true {
      if let lone = clusters.nextLone() {
        columns += Int(lone.width)
      } else if let cluster = clusters.next() {
        columns += cluster.columns
      } else {
        break
      }
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

  /// The width of a text that is entirely printable ASCII; nil for any other.
  private static func asciiColumns(of text: String, atMost limit: Int) -> Int? {
    text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      // One byte more, because a combining mark might follow.
      let count = min(bytes.count, clampedSum(max(0, limit), 1))
      for index in 0..<count where !isPrintableASCII(bytes[index]) { return nil }
      return min(bytes.count, max(0, limit))
    } ?? nil
  }

  static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

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
