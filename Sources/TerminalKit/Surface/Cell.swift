/// One cell of a surface: a glyph, its style, and its width in columns.
///
/// Sixteen bytes that refer to nothing: a blank surface is filled, a row is copied and two rows are compared like numbers,
/// without reference counting. There is no table of glyphs or styles that a feed could fill, and no index that could become
/// stale (decision 95).
nonisolated public struct Cell: Hashable, BitwiseCopyable, Sendable {
  // From the lowest bit: the first scalar (21 bits), three marks on it (11 each), the attributes (8).
  private var glyph: UInt64
  // From the lowest bit: foreground and background (25 each), the fourth mark (11), the width (2).
  private var look: UInt64

  private static let scalarMask: UInt64 = 1 << 21 - 1
  private static let glyphMask: UInt64 = 1 << 54 - 1
  private static let attributesShift: UInt64 = 54
  private static let colorMask: UInt64 = 1 << 25 - 1
  private static let colorsMask: UInt64 = 1 << 50 - 1
  private static let lastMarkShift: UInt64 = 50
  private static let markMask: UInt64 = 1 << 11 - 1
  private static let lastMarkMask = markMask << lastMarkShift
  private static let widthShift: UInt64 = 61
  private static let widthMask: UInt64 = 3 << widthShift

  /// A cell for a glyph of known width; see `Cell(glyph:style:)`.
  ///
  /// - Parameters:
  ///   - character: A scalar with up to four marks, as `Cluster` makes them. What a cell can't hold of another
  ///     cluster is dropped.
  ///   - width: 1 or 2; 0 marks the right half of the wide glyph to the left.
  public init(character: Character, style: Style = .plain, width: UInt8 = 1) {
    self.init(scalar: " ", style: style, width: width)
    setScalars(of: character)
  }

  /// A space.
  public init(style: Style = .plain, width: UInt8 = 1) {
    self.init(scalar: " ", style: style, width: width)
  }

  /// A cell for a single scalar of known width.
  public init(scalar: Unicode.Scalar, style: Style = .plain, width: UInt8 = 1) {
    glyph = UInt64(scalar.value) | UInt64(style.attributes.rawValue) << Self.attributesShift
    look =
      style.foreground.bits | style.background.bits << 25
      | UInt64(min(width, 3)) << Self.widthShift
  }

  public static let blank = Cell()

  /// 1 or 2; 0 marks the right half of the wide glyph to the left.
  public var width: UInt8 {
    get { UInt8(truncatingIfNeeded: look >> Self.widthShift) }
    set { look = look & ~Self.widthMask | UInt64(min(newValue, 3)) << Self.widthShift }
  }

  public var style: Style {
    get {
      Style(
        foreground: Color(bits: look & Self.colorMask),
        background: Color(bits: look >> 25 & Self.colorMask),
        attributes: Style.Attributes(
          rawValue: UInt8(truncatingIfNeeded: glyph >> Self.attributesShift)))
    }
    set {
      self.glyph =
        glyph & Self.glyphMask | UInt64(newValue.attributes.rawValue) << Self.attributesShift
      look =
        look & ~Self.colorsMask | newValue.foreground.bits | newValue.background.bits << 25
    }
  }

  /// Whether another cell looks the same but for its glyph; faster than comparing the styles.
  public func hasStyle(of other: Cell) -> Bool {
    (glyph ^ other.glyph) & ~Self.glyphMask == 0 && (look ^ other.look) & Self.colorsMask == 0
  }

  /// Whether the cell belongs to a right-to-left text; faster than asking its style.
  var isRightToLeft: Bool {
    let bits = Style.Attributes.rightToLeft.rawValue
    return UInt8(truncatingIfNeeded: glyph >> Self.attributesShift) & bits != 0
  }

  /// False for scalars whose width no terminal disputes, without marks; nearly all cells.
  var mayHaveDisputes: Bool {
    let scalar = glyph & Self.glyphMask
    return scalar >= 0x300 && !(0x2500..<0x25A0).contains(scalar)
  }

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
    set { setScalars(of: newValue) }
  }

  /// The glyph without its marks.
  public var scalar: Unicode.Scalar {
    get { Unicode.Scalar(UInt32(truncatingIfNeeded: glyph & Self.scalarMask)) ?? "\u{FFFD}" }
    set {
      glyph = glyph & ~Self.glyphMask | UInt64(newValue.value)
      look &= ~Self.lastMarkMask
    }
  }

  /// Whether the glyph is more than one scalar.
  public var hasMarks: Bool {
    glyph & Self.glyphMask > Self.scalarMask
  }

  /// The scalars of the glyph: one, and its marks.
  public var scalars: [Unicode.Scalar] {
    guard hasMarks else { return [scalar] }
    var scalars = [scalar]
    for place in 0..<Self.markLimit {
      guard let mark = CellMarks.scalar(markNumber(at: place)) else { break }
      scalars.append(mark)
    }
    return scalars
  }

  private static let markLimit = 4

  private mutating func setScalars(of character: Character) {
    var scalars = character.unicodeScalars.makeIterator()
    scalar = scalars.next() ?? " "
    var place = 0
    while let mark = scalars.next(), place < Self.markLimit {
      let number = CellMarks.number(of: mark)
      if number == 0 {
        // Selectors and joiners are not shown; another spacing scalar ends the glyph.
        guard GlyphWidth.scalarClass(of: mark) == .ignored else { break }
        continue
      }
      if place < 3 {
        glyph |= UInt64(number) << UInt64(21 + 11 * place)
      } else {
        look |= UInt64(number) << Self.lastMarkShift
      }
      place += 1
    }
  }

  private func markNumber(at place: Int) -> Int {
    let bits = place < 3 ? glyph >> UInt64(21 + 11 * place) : look >> Self.lastMarkShift
    return Int(truncatingIfNeeded: bits & Self.markMask)
  }
}

/// The scalars that a cell may hold after its first one, by numbers from 1 on: combining marks.
nonisolated enum CellMarks {
  /// In ascending order. 1,931 of the 2,047 that a cell has numbers for; `glyphClassRuns` is fixed.
  private static let all: [UInt32] = {
    var marks: [UInt32] = []
    for (index, run) in glyphClassRuns.enumerated()
    where run & 7 == GlyphWidth.ScalarClass.combining.rawValue {
      let next = index + 1 < glyphClassRuns.count ? glyphClassRuns[index + 1] >> 3 : 0x11_0000
      marks += run >> 3..<next
    }
    return marks
  }()

  static var count: Int { all.count }

  /// 0 for a scalar that is not among them.
  static func number(of scalar: Unicode.Scalar) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low] == scalar.value ? low + 1 : 0
  }

  static func scalar(_ number: Int) -> Unicode.Scalar? {
    guard number > 0, number <= all.count else { return nil }
    return Unicode.Scalar(all[number - 1])
  }
}

nonisolated extension Color {
  /// 25 bits: a 24-bit colour, or above it what kind of colour it is.
  fileprivate var bits: UInt64 {
    switch self {
    case .default: 0x100_0000
    case .ansi(let index): 0x101_0000 | UInt64(index)
    case .indexed(let index): 0x102_0000 | UInt64(index)
    case .rgb(let red, let green, let blue):
      UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  fileprivate init(bits: UInt64) {
    let low = UInt8(truncatingIfNeeded: bits)
    switch bits >> 16 {
    case 0x100: self = .default
    case 0x101: self = .ansi(low)
    case 0x102: self = .indexed(low)
    case let red:
      self = .rgb(
        UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: bits >> 8), low)
    }
  }
}
