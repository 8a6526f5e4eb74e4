/// The glyphs that are sent to a terminal for one grapheme cluster, each one or two cells wide.
///
/// - A letter with marks is one glyph; marks after the fourth are dropped.
/// - Variation selectors, joiners, tags, bidi controls and other invisible scalars are dropped: terminals
///   disagree about the width they add (U+2764 U+FE0F is one column in xterm and two in kitty).
/// - A joined emoji sequence, or one with a skin tone, is shown as its first emoji.
/// - A flag is shown as its two letters, one column each.
/// - Other clusters of several spacing scalars (Devanagari vowel signs, Thai SARA AM) are one glyph per
///   spacing scalar, and stay together when a text is cut.
/// - Tabs and line ends become a space, other control characters and unassigned scalars U+FFFD.
nonisolated struct Cluster {
  /// One glyph of a cell.
  struct Glyph {
    var character: Character
    /// 1 or 2.
    var width: UInt8
  }

  private(set) var columns = 0
  private(set) var first: Glyph?
  /// Usually empty, so that a cluster rarely needs an allocation.
  private(set) var rest: [Glyph] = []

  static let replacement = Glyph(character: "\u{FFFD}", width: 1)

  init(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let head = scalars.first else { return }
    // Nearly every cluster is a single scalar.
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      switch GlyphWidth.scalarClass(of: head) {
      case .narrow where !Self.isRegionalIndicator(head):
        append(Glyph(character: character, width: 1))
        return
      case .wide:
        append(Glyph(character: character, width: 2))
        return
      default: break
      }
    }
    split(scalars)
  }

  private mutating func split(_ scalars: Character.UnicodeScalarView) {
    var glyph: Unicode.Scalar?
    var width: UInt8 = 0
    var marks = String.UnicodeScalarView()
    var isEmoji = false

    func finished() -> Glyph? {
      guard let glyph else { return nil }
      guard !marks.isEmpty else { return Glyph(character: Character(glyph), width: width) }
      var text = String.UnicodeScalarView([glyph])
      text.append(contentsOf: marks)
      // Without the dropped scalars, one cluster may become two; then only the base is shown.
      let string = String(text)
      let isSingle = string.index(after: string.startIndex) == string.endIndex
      return Glyph(character: isSingle ? Character(string) : Character(glyph), width: width)
    }

    for scalar in scalars {
      switch GlyphWidth.scalarClass(of: scalar) {
      case .ignored: continue
      case .combining:
        // A mark without a base is put on a space.
        if glyph == nil { (glyph, width) = (" ", 1) }
        if marks.count < 4 { marks.append(scalar) }
      case .unprintable:
        if let done = finished() { append(done) }
        (glyph, width) = (Self.shown(for: scalar), 1)
        marks.removeAll()
        // CR LF is one cluster and becomes one space.
        if scalar == "\r" {
          append(Glyph(character: " ", width: 1))
          return
        }
      case .narrow, .wide:
        // An emoji that is joined to the first one, or its skin tone.
        if isEmoji, scalar.properties.isEmoji { continue }
        if let done = finished() { append(done) }
        glyph = Self.shown(for: scalar)
        width = GlyphWidth.scalarClass(of: scalar) == .wide ? 2 : 1
        marks.removeAll()
        isEmoji =
          scalar.value >= 0x203C && scalar.properties.isEmoji && !Self.isRegionalIndicator(scalar)
      }
    }
    if let done = finished() { append(done) }
  }

  private mutating func append(_ glyph: Glyph) {
    columns += Int(glyph.width)
    if first == nil { first = glyph } else { rest.append(glyph) }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func shown(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if isRegionalIndicator(scalar) {
      return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A"))
    }
    guard GlyphWidth.scalarClass(of: scalar) == .unprintable else { return scalar }
    return scalar == "\t" || scalar == "\n" || scalar == "\r" ? " " : "\u{FFFD}"
  }
}
