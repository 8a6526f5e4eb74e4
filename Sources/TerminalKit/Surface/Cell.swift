/// One cell of a surface: a glyph, its style, and its width in columns.
///
/// Thirty-two bytes that refer to nothing: a blank surface is filled, a row is copied and two rows are compared like numbers,
/// without reference counting. There is no table of glyphs or styles that a feed could fill, and no index that could become
/// stale (decision 95).
nonisolated public struct Cell: Hashable, BitwiseCopyable, Sendable {
  /// The glyph without its marks, which go when it is set.
  public var scalar: Unicode.Scalar {
    didSet { (marks, moreMarks) = (0, 0) }
  }
  public var style: Style
  /// 1 or 2; 0 marks the right half of the wide glyph to the left.
  public var width: UInt8
  /// Up to four combining marks on the glyph, two in each number; 0 for none.
  private var marks: UInt64 = 0
  private var moreMarks: UInt64 = 0

  /// A cell for a glyph of known width; see `Cell(glyph:style:)`.
  ///
  /// - Parameters:
  ///   - character: A scalar with up to four marks, as `Cluster` makes them. What a cell can't hold of another
  ///     cluster is dropped.
  ///   - width: 1 or 2; 0 marks the right half of the wide glyph to the left.
  public init(character: Character, style: Style = .plain, width: UInt8 = 1) {
    self.init(style: style, width: width)
    self.character = character
  }

  /// A cell for a single scalar of known width; a space without one.
  public init(scalar: Unicode.Scalar = " ", style: Style = .plain, width: UInt8 = 1) {
    self.scalar = scalar
    self.style = style
    self.width = width
  }

  public static let blank = Cell()

  /// Whether the cell belongs to a right-to-left text.
  var isRightToLeft: Bool { style.attributes.contains(.rightToLeft) }

  // MARK: The glyph

  /// One grapheme cluster; a space in an empty cell.
  public var character: Character {
    get {
      guard hasMarks else { return Character(scalar) }
      let text = String(String.UnicodeScalarView(scalars))
      // A mark that does not extend its scalar would be a second cluster.
      return text.index(after: text.startIndex) == text.endIndex
        ? Character(text) : Character(scalar)
    }
    set {
      let scalars = newValue.unicodeScalars
      scalar = scalars.first ?? " "
      var count: UInt64 = 0
      for mark in scalars.dropFirst() where count < 4 {
        switch GlyphWidth.scalarClass(of: mark) {
        case .combining:
          let bits = UInt64(mark.value) << (count % 2 * 32)
          if count < 2 { marks |= bits } else { moreMarks |= bits }
          count += 1
        // Selectors and joiners are not shown; another spacing scalar ends the glyph.
        case .ignored: break
        case .narrow, .wide, .unprintable: return
        }
      }
    }
  }

  /// Whether the glyph is more than one scalar.
  public var hasMarks: Bool { marks != 0 }

  /// The scalars of the glyph: one, and its marks.
  public var scalars: [Unicode.Scalar] {
    guard hasMarks else { return [scalar] }
    let values = [marks, marks >> 32, moreMarks, moreMarks >> 32].map(
      UInt32.init(truncatingIfNeeded:))
    return [scalar] + values.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init)
  }
}
