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
