extension Surface {
  /// Fills a rectangle with a narrow cell; a wide one counts as a blank of its style.
  public nonisolated mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let visible = rect.intersection(visibleBounds)
    guard !visible.isEmpty else { return }
    removeButtons(in: visible)
    let cell = cell.width == 1 ? cell : Cell(style: cell.style)
    for row in visible.minRow..<visible.maxRow {
      guard let first = index(visible.minColumn, row) else { continue }
      let last = first + visible.size.columns - 1
      cells.withUnsafeMutableBufferPointer { cells in
        // The halves of wide glyphs that are left at both ends.
        if cells[first].width == 0, first > 0 { cells[first - 1].becomeSpace() }
        if cells[last].width == 2, last + 1 < cells.count { cells[last + 1].width = 1 }
        UnsafeMutableBufferPointer(rebasing: cells[first...last]).update(repeating: cell)
      }
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

  /// Draws a horizontal rule from a point to the right.
  public nonisolated mutating func horizontalRule(
    at point: Point, columns: Int, style: Style = .plain
  ) {
    fill(
      Rect(origin: point, size: Size(columns: columns, rows: 1)),
      with: Cell(character: Glyphs.horizontal, style: style))
  }

  /// Draws a vertical rule downwards from a point, with tees where its ends meet horizontal rules.
  public nonisolated mutating func verticalRule(
    at point: Point, rows: Int, style: Style = .plain
  ) {
    fill(
      Rect(origin: point, size: Size(columns: 1, rows: rows)),
      with: Cell(character: Glyphs.vertical, style: style))
    guard rows > 0 else { return }
    joinRule(at: point, with: Glyphs.teeDown, style: style)
    joinRule(
      at: Point(column: point.column, row: point.row + rows - 1), with: Glyphs.teeUp, style: style)
  }

  /// Turns the end of a vertical rule into a tee where it meets a horizontal rule.
  private nonisolated mutating func joinRule(
    at point: Point, with tee: Character, style: Style
  ) {
    let left = self[point.column - 1, point.row].character
    let right = self[point.column + 1, point.row].character
    guard left == Glyphs.horizontal || right == Glyphs.horizontal else { return }
    self[point.column, point.row] = Cell(character: tee, style: style)
  }

  /// Draws a box along the inner edge of a rectangle and keeps its interior; draws nothing if it is smaller than 2×2.
  public nonisolated mutating func box(
    _ rect: Rect, style: Style = .plain, glyphs: [Character] = Glyphs.box
  ) {
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let right = rect.maxColumn - 1
    let bottom = rect.maxRow - 1
    for row in [rect.minRow, bottom] {
      fill(
        Rect(column: rect.minColumn, row: row, columns: rect.size.columns, rows: 1),
        with: Cell(character: glyphs[0], style: style))
    }
    for column in [rect.minColumn, right] {
      fill(
        Rect(column: column, row: rect.minRow, columns: 1, rows: rect.size.rows),
        with: Cell(character: glyphs[1], style: style))
    }
    for (index, row) in [rect.minRow, bottom].enumerated() {
      self[rect.minColumn, row] = Cell(character: glyphs[2 + 2 * index], style: style)
      self[right, row] = Cell(character: glyphs[3 + 2 * index], style: style)
    }
  }
}
