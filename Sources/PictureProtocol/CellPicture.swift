/// A picture made of characters, ready to be put on a surface.
public struct CellPicture: Hashable, Sendable {
  public var columns: UInt32
  public var rows: UInt32
  /// Row by row, `columns * rows` of them.
  public var cells: [PictureCell]

  public init(columns: UInt32, rows: UInt32, cells: [PictureCell]) {
    self.columns = columns
    self.rows = rows
    self.cells = cells
  }
}

/// One character of a picture; always one cell wide and never a control character.
public struct PictureCell: Hashable, Sendable {
  /// The character as a Unicode scalar.
  public var scalar: UInt32
  public var foreground: PictureColor
  public var background: PictureColor
  /// Whether foreground and background are exchanged (monochrome output).
  public var isReversed: Bool

  public init(
    scalar: UInt32, foreground: PictureColor = .terminalDefault,
    background: PictureColor = .terminalDefault, isReversed: Bool = false
  ) {
    self.scalar = scalar
    self.foreground = foreground
    self.background = background
    self.isReversed = isReversed
  }
}

/// The colour of a cell.
public enum PictureColor: Hashable, Sendable {
  /// The terminal's default; as a background it lets the terminal's own show through.
  case terminalDefault
  /// An index in the terminal's palette.
  case indexed(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

extension CellPicture: CodedValue {
  public init() { self.init(columns: 0, rows: 0, cells: []) }

  /// Three words a cell: the scalar with the reversal in its top bit, and two colours.
  public mutating func fields(_ coder: inout FieldCoder) {
    let sides = 0...UInt32(PictureProtocolLimits.cellsPerSide)
    coder.field(&columns, in: sides)
    coder.field(&rows, in: sides)
    var words: [UInt32] = []
    words.reserveCapacity(3 * cells.count)
    for cell in cells {
      words.append(cell.scalar | (cell.isReversed ? 1 << 31 : 0))
      words.append(cell.foreground.word)
      words.append(cell.background.word)
    }
    // Both sides are small when they were read, so their product is.
    coder.words(&words, count: coder.isReading ? 3 * Int(columns) * Int(rows) : words.count)
    guard coder.isReading, !coder.isDamaged else { return }
    cells.reserveCapacity(words.count / 3)
    for start in stride(from: 0, to: words.count, by: 3) {
      guard let cell = PictureCell(words[start], words[start + 1], words[start + 2]) else {
        return coder.check(false)
      }
      cells.append(cell)
    }
  }
}

extension PictureCell {
  /// - Returns: nil for anything that a terminal would obey: workers must not send that.
  fileprivate init?(_ word: UInt32, _ foreground: UInt32, _ background: UInt32) {
    let scalar = word & 0x7FFF_FFFF
    guard Unicode.Scalar(scalar) != nil, scalar >= 0x20, !(0x7F...0x9F).contains(scalar),
      let foreground = PictureColor(word: foreground),
      let background = PictureColor(word: background)
    else { return nil }
    self.init(
      scalar: scalar, foreground: foreground, background: background, isReversed: word >> 31 == 1)
  }
}

extension PictureColor {
  fileprivate var word: UInt32 {
    switch self {
    case .terminalDefault: 0
    case .indexed(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  fileprivate init?(word: UInt32) {
    let low = UInt8(truncatingIfNeeded: word)
    switch word >> 24 {
    case 0 where word == 0: self = .terminalDefault
    case 1 where word & 0xFF_FF00 == 0: self = .indexed(low)
    case 2:
      self = .rgb(
        red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: low)
    default: return nil
    }
  }
}
