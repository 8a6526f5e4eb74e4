/// Glyphs that terminals give different widths even after `Cluster` has reduced them.
///
/// Measured against `wcwidth`, which this module and ncurses use: kitty 0.26.5 and mlterm 3.9 give Indic vowel signs no
/// column (`हि` is one, not two), kitty gives conjoining jamo one each (a syllable is four, not two), mlterm gives lam
/// with alef one, xterm 379 gives U+4DC0 two; VTE 0.70 and Konsole 22.12 agree with `wcwidth` (decision 38). Newer
/// terminals count grapheme clusters. A terminal may also use another version of Unicode than the C library. Text after
/// such a glyph must therefore be positioned explicitly, not just written after it.
nonisolated public enum DisputedWidth {
  /// How a glyph counts when a line is divided into pieces.
  public enum Kind: Hashable, Sendable {
    /// Its width is the same everywhere.
    case plain
    case space
    /// Its width is not disputed, but its script has disputed glyphs, and terminals shape them together.
    case joining
    case disputed
  }

  /// The kind of a glyph without marks.
  public static func kind(of scalar: Unicode.Scalar) -> Kind {
    // Most text; properties take longer to look up.
    if scalar.value < 0x483 { return scalar == " " ? .space : .plain }
    return kind(of: scalar, isDisputed: contains(scalar))
  }

  /// - Parameter glyph: A base with its marks.
  public static func kind(of glyph: [Unicode.Scalar]) -> Kind {
    guard let base = glyph.first else { return .plain }
    return kind(of: base, isDisputed: glyph.contains(where: contains))
  }

  private static func kind(of base: Unicode.Scalar, isDisputed: Bool) -> Kind {
    if base == " " { return .space }
    // Kitty's placeholder: its marks encode numbers.
    if base.value == 0x10_EEEE { return .plain }
    if isDisputed { return .disputed }
    return isPlain(base) ? .plain : .joining
  }

  /// Whether terminals disagree about the columns that a scalar takes.
  public static func contains(_ scalar: Unicode.Scalar) -> Bool {
    if isPlain(scalar) { return false }
    switch scalar.value {
    // Lam, which forms a ligature with a following alef.
    case 0x0644: return true
    // Conjoining jamo.
    case 0x1100..<0x1200, 0xA960..<0xA980, 0xD7B0..<0xD800: return true
    // SARA AM of Thai and Lao is a letter, and part of the preceding cluster (UAX #29, SpacingMark).
    case 0x0E33, 0x0EB3: return true
    // Trigrams, digrams and hexagrams have been wide since Unicode 16.
    case 0x2630..<0x2638, 0x268A..<0x2690, 0x4DC0..<0x4E00: return true
    // Private use: icons of patched fonts, of any width.
    case 0xE000..<0xF900: return true
    // Sextants and similar symbols are one column everywhere, ideographs two.
    case 0x1_FB00..<0x1_FC00, 0x2_0000..<0x4_0000: return false
    case 0x1_0000...: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    // `❤` and `☀` are one column as text and two as emoji; terminals decide if there is no selector.
    default: return scalar.properties.isEmoji
    }
  }

  /// Whether a terminal may treat a scalar as part of the preceding glyph, although it has columns of its own.
  public static func isDependent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x0E33 || scalar.value == 0x0EB3
      || scalar.value >= 0x900 && scalar.properties.generalCategory == .spacingMark
  }

  /// Everything that never combines and has the same width everywhere. Not Arabic, whose letters are shaped together.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Symbols in ranges of undisputed width that may be drawn as emoji: ‼ ™ ↔ ↩ ▪ ▶ ◀ ◻.
    case 0x203C, 0x2122, 0x2194...0x2199, 0x21A9, 0x21AA, 0x25AA, 0x25AB, 0x25B6, 0x25C0, 0x25FB,
      0x25FC:
      false
    // ASCII, Latin with its marks, Greek, Cyrillic; Hebrew letters.
    case ..<0x483, 0x5D0..<0x5EB: true
    // Punctuation, currency, arrows, box drawing and blocks, Braille.
    case 0x2010..<0x2028, 0x20A0..<0x20C1, 0x2190..<0x2200, 0x2500..<0x25FD, 0x2800..<0x2900: true
    // Han, Kana, Hangul, their punctuation and full-width forms.
    case 0x4E00..<0x9FFD, 0x3041..<0x3097, 0x30A1..<0x30FB, 0xAC00..<0xD7A4: true
    case 0x3001..<0x3013, 0xFF01..<0xFF61: true
    default: false
    }
  }

  /// The pieces of a line that have to be written as a unit: words with disputed glyphs, and the single spaces between
  /// such words, so that a title is not torn apart in a terminal that draws it narrower.
  public static func pieces(in line: Range<Int>, kind: (Int) -> Kind) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    /// The piece so far; it ends after its last glyph other than a space.
    var piece: Range<Int>?
    var isDisputed = false
    func finish() {
      if let piece, isDisputed { pieces.append(piece) }
      (piece, isDisputed) = (nil, false)
    }
    for index in line {
      switch kind(index) {
      case .plain: finish()
      case .space:
        // The second space in a row.
        if let end = piece?.upperBound, end < index { finish() }
      case .joining: piece = (piece?.lowerBound ?? index)..<index + 1
      case .disputed:
        piece = (piece?.lowerBound ?? index)..<index + 1
        isDisputed = true
      }
    }
    finish()
    return pieces
  }
}
