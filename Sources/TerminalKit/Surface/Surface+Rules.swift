extension Surface {
  /// Draws a horizontal rule from a point to the right.
  public nonisolated mutating func horizontalRule(
    at point: Point, columns: Int, style: Style = .plain, glyphs: Glyphs = .unicode
  ) {
    fill(
      Rect(origin: point, size: Size(columns: columns, rows: 1)),
      with: Cell(character: glyphs.horizontal, style: style))
  }

  /// Draws a vertical rule downwards from a point, with tees where its ends meet horizontal rules.
  public nonisolated mutating func verticalRule(
    at point: Point, rows: Int, style: Style = .plain, glyphs: Glyphs = .unicode
  ) {
    fill(
      Rect(origin: point, size: Size(columns: 1, rows: rows)),
      with: Cell(character: glyphs.vertical, style: style))
    guard rows > 0 else { return }
    joinRule(at: point, with: glyphs.teeDown, glyphs: glyphs, style: style)
    joinRule(
      at: Point(column: point.column, row: point.row + rows - 1), with: glyphs.teeUp,
      glyphs: glyphs, style: style)
  }

  /// Turns the end of a vertical rule into a tee where it meets a horizontal rule.
  private nonisolated mutating func joinRule(
    at point: Point, with tee: Character, glyphs: Glyphs, style: Style
  ) {
    let left = self[point.column - 1, point.row].character
    let right = self[point.column + 1, point.row].character
    guard left == glyphs.horizontal || right == glyphs.horizontal else { return }
    self[point.column, point.row] = Cell(character: tee, style: style)
  }

  /// Draws a box along the inner edge of a rectangle and keeps its interior; draws nothing if it is smaller than 2×2.
  public nonisolated mutating func box(
    _ rect: Rect, style: Style = .plain, glyphs: Glyphs = .unicode
  ) {
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let right = rect.maxColumn - 1
    let bottom = rect.maxRow - 1
    for row in [rect.minRow, bottom] {
      horizontalRule(
        at: Point(column: rect.minColumn, row: row), columns: rect.size.columns, style: style,
        glyphs: glyphs)
    }
    for column in [rect.minColumn, right] {
      fill(
        Rect(column: column, row: rect.minRow, columns: 1, rows: rect.size.rows),
        with: Cell(character: glyphs.vertical, style: style))
    }
    self[rect.minColumn, rect.minRow] = Cell(character: glyphs.topLeft, style: style)
    self[right, rect.minRow] = Cell(character: glyphs.topRight, style: style)
    self[rect.minColumn, bottom] = Cell(character: glyphs.bottomLeft, style: style)
    self[right, bottom] = Cell(character: glyphs.bottomRight, style: style)
  }
}
