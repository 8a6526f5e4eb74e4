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

  /// Blanks a rectangle, and removes the pictures on it; none may be partly outside.
  public nonisolated mutating func erase(_ rect: Rect) {
    fill(rect)
    guard !graphics.isEmpty else { return }
    let visible = rect.intersection(visibleBounds)
    let erased = Rect(origin: absolute(visible.origin), size: visible.size)
    graphics.removeAll { !$0.rect.intersection(erased).isEmpty }
  }

  /// Moves the lines of a rectangle up, or down if negative, with the pictures on them, and blanks those that are left.
  ///
  /// A picture that would no longer be completely inside is removed; what remains of its cells has to be drawn over. No glyph
  /// and no picture may be partly outside before.
  ///
  /// - Complexity: O(*cells* + *pictures*); cells are copied as memory.
  public nonisolated mutating func scroll(_ rect: Rect, by lines: Int) {
    let area = rect.intersection(visibleBounds)
    let kept = area.size.rows - min(abs(lines), area.size.rows)
    guard lines != 0, !area.isEmpty else { return }
    guard kept > 0, let first = index(area.minColumn, area.minRow) else { return erase(area) }
    cells.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress else { return }
      for row in 0..<kept {
        // From the side that the lines move to, so that none is overwritten before it has been copied.
        let (target, source) =
          lines > 0 ? (row, row + lines) : (kept - 1 - row - lines, kept - 1 - row)
        (base + first + target * stride).update(
          from: base + first + source * stride, count: area.size.columns)
      }
    }
    moveGraphics(in: Rect(origin: absolute(area.origin), size: area.size), by: lines)
    fill(
      Rect(
        column: area.minColumn, row: lines > 0 ? area.minRow + kept : area.minRow,
        columns: area.size.columns, rows: area.size.rows - kept))
  }

  private nonisolated mutating func moveGraphics(in area: Rect, by lines: Int) {
    guard !graphics.isEmpty else { return }
    graphics = graphics.compactMap { placement in
      guard !placement.rect.intersection(area).isEmpty else { return placement }
      let moved = GraphicPlacement(
        graphic: placement.graphic,
        origin: Point(column: placement.origin.column, row: placement.origin.row - lines))
      return moved.rect.intersection(area) == moved.rect ? moved : nil
    }
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
