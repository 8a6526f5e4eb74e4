/// A size in cells; never negative.
nonisolated public struct Size: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  public static let zero = Size(columns: 0, rows: 0)
}

/// A position in cells, counted from the top left corner.
nonisolated public struct Point: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  public static let zero = Point(column: 0, row: 0)
}

/// A rectangle of cells.
nonisolated public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  public static let zero = Rect(origin: .zero, size: .zero)

  public var minColumn: Int { origin.column }
  public var minRow: Int { origin.row }
  /// The first column to the right of the rectangle.
  public var maxColumn: Int { origin.column + size.columns }
  /// The first row below the rectangle.
  public var maxRow: Int { origin.row + size.rows }
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  public func contains(_ point: Point) -> Bool {
    point.column >= minColumn && point.column < maxColumn
      && point.row >= minRow && point.row < maxRow
  }

  /// The common part of two rectangles; empty if they don't overlap.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row,
      columns: min(maxColumn, other.maxColumn) - column,
      rows: min(maxRow, other.maxRow) - row)
  }

  /// The rectangle without a margin of the given number of cells on each side.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: minColumn + columns, row: minRow + rows,
      columns: size.columns - 2 * columns, rows: size.rows - 2 * rows)
  }
}
