extension Surface {
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
    _ rect: Rect, style: Style = .plain
  ) {
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let right = rect.maxColumn - 1
    let bottom = rect.maxRow - 1
    for row in [rect.minRow, bottom] {
      horizontalRule(
        at: Point(column: rect.minColumn, row: row), columns: rect.size.columns, style: style)
    }
    for column in [rect.minColumn, right] {
      fill(
        Rect(column: column, row: rect.minRow, columns: 1, rows: rect.size.rows),
        with: Cell(character: Glyphs.vertical, style: style))
    }
    self[rect.minColumn, rect.minRow] = Cell(character: Glyphs.topLeft, style: style)
    self[right, rect.minRow] = Cell(character: Glyphs.topRight, style: style)
    self[rect.minColumn, bottom] = Cell(character: Glyphs.bottomLeft, style: style)
    self[right, bottom] = Cell(character: Glyphs.bottomRight, style: style)
  }
}
