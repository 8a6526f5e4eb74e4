extension Surface {
  /// Fills a rectangle with a narrow cell; a wide one fills every second column.
  public nonisolated mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let visible = rect.intersection(visibleBounds)
    let step = max(1, Int(cell.width))
    for row in visible.minRow..<max(visible.minRow, visible.maxRow) {
      for column in Swift.stride(
        from: visible.minColumn, to: visible.minColumn + visible.size.columns, by: step)
      {
        self[column, row] = cell
      }
    }
  }

  /// Fills everything.
  public nonisolated mutating func fill(with cell: Cell = .blank) {
    fill(bounds, with: cell)
  }

  /// Changes the style of what stands in a rectangle and leaves the glyphs.
  public nonisolated mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let visible = rect.intersection(visibleBounds)
    for row in visible.minRow..<max(visible.minRow, visible.maxRow) {
      for column in visible.minColumn..<(visible.minColumn + visible.size.columns) {
        var cell = self[column, row]
        // The right half follows its glyph.
        guard cell.width > 0 else { continue }
        change(&cell.style)
        self[column, row] = cell
      }
    }
  }

  /// Copies another surface to a place; what does not fit is cut off.
  public nonisolated mutating func draw(_ other: Surface, at point: Point) {
    for row in 0..<other.size.rows {
      for column in 0..<other.size.columns {
        let cell = other[column, row]
        guard cell.width > 0 else { continue }
        self[point.column + column, point.row + row] = cell
      }
    }
  }
}
