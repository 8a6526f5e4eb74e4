import CLinux

/// The width of text in terminal columns.
///
/// Widths are those of `wcwidth`, because ncurses lays out its cells by it: a glyph is a spacing scalar with the
/// combining marks that follow it (at most four, since `CCHARW_MAX` is 5). A grapheme cluster with several spacing
/// scalars is reduced to what terminals agree on; see `Cluster`.
nonisolated public enum GlyphWidth {
  /// The columns that a text takes on one line if it is not cut.
  ///
  /// - Parameter limit: Counting stops at this number.
  /// - Complexity: O(*length*) or O(*limit*); less for ASCII.
  public static func columns(of text: String, atMost limit: Int = .max) -> Int {
    let limit = max(0, limit)
    // Most texts. One byte more, because a combining mark might follow.
    let beginning = text.utf8.prefix(limit < .max ? limit + 1 : limit)
    if beginning.allSatisfy({ (0x20..<0x7F).contains($0) }) { return min(beginning.count, limit) }
    var columns = 0
    for character in text {
      columns += Cluster(character).columns
      if columns >= limit { return limit }
    }
    return columns
  }

  /// The width of one grapheme cluster: usually 1 or 2, 0 if nothing of it is shown.
  public static func columns(of character: Character) -> Int {
    Cluster(character).columns
  }

  enum ScalarClass {
    case narrow, wide, combining
    /// Joiners, bidi controls, variation selectors, tags, fillers.
    case ignored
    /// Control characters, and what the C library doesn't know, which ncurses wouldn't write.
    case unprintable
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
    if scalar.properties.isDefaultIgnorableCodePoint { return .ignored }
    switch vitrine_columns(value) {
    case 0: return scalar.properties.generalCategory == .format ? .ignored : .combining
    case 1: return .narrow
    case 2: return .wide
    default: return .unprintable
    }
  }
}
