extension Surface {
  /// Fills a rectangle. A wide cell takes two columns; an odd last column stays blank.
  public nonisolated mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let visible = rect.intersection(visibleBounds)
    guard !visible.isEmpty else { return }
    removeButtons(in: visible)
    guard cell.width == 1 else {
      fillPairs(visible, with: cell)
      return
    }
    for row in visible.minRow..<visible.maxRow {
      replaceRun(column: visible.minColumn, row: row, count: visible.size.columns) { run in
        run.update(repeating: cell)
      }
    }
  }

  private nonisolated mutating func fillPairs(_ rect: Rect, with cell: Cell) {
    for row in rect.minRow..<rect.maxRow {
      for column in Swift.stride(from: rect.minColumn, to: rect.maxColumn, by: 2) {
        // An odd last column has no room for a wide glyph.
        let isWhole = column + 1 < rect.maxColumn
        self[column, row] = isWhole ? cell : Cell(style: cell.style)
      }
    }
  }

  /// Replaces a run of cells, which are in one piece of memory, with narrow ones, and repairs the wide glyphs that are cut at both ends.
  ///
  /// This is the fast path, without a check per cell: all cells must be visible.
  nonisolated mutating func replaceRun(
    column: Int, row: Int, count: Int, _ replace: (UnsafeMutableBufferPointer<Cell>) -> Void
  ) {
    guard count > 0, let first = index(column, row), index(column + count - 1, row) != nil else {
      return
    }
    let last = first + count - 1
    cells.withUnsafeMutableBufferPointer { cells in
      if cells[first].width == 0, first > 0 { cells[first - 1].becomeSpace() }
      if cells[last].width == 2, last + 1 < cells.count { cells[last + 1].width = 1 }
      replace(UnsafeMutableBufferPointer(rebasing: cells[first...last]))
    }
  }

  /// Fills the whole drawing area.
  public nonisolated mutating func fill(with cell: Cell = .blank) {
    fill(bounds, with: cell)
  }

  /// Changes the styles in a rectangle and keeps the glyphs.
  public nonisolated mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let visible = rect.intersection(visibleBounds)
    for row in visible.minRow..<max(visible.minRow, visible.maxRow) {
      for column in visible.minColumn..<max(visible.minColumn, visible.maxColumn) {
        var cell = self[column, row]
        // The right half gets its style with its glyph.
        guard cell.width > 0 else { continue }
        change(&cell.style)
        self[column, row] = cell
      }
    }
  }
}
