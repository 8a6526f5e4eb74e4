/// A grid of cells that views draw into; a value that knows no terminal.
///
/// Drawing outside is cut off. A wide glyph is never left as a half: writing over one of its
/// columns turns the other into a space.
nonisolated public struct Surface: Hashable, Sendable {
  public let size: Size
  private var cells: [Cell]

  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The cell at a place; a blank outside.
  public subscript(column: Int, row: Int) -> Cell {
    guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return .blank }
    return cells[row * size.columns + column]
  }
}
