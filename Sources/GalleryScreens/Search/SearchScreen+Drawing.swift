import GalleryPresentation
import TerminalKit

extension SearchScreen {
  public func draw(on surface: inout Surface) {
    if let row = layout.topRule { drawTopRule(row, on: &surface) }
    drawQueries(on: &surface)
    if let row = layout.bottomRule { drawBottomRule(row, on: &surface) }
    surface.fill(
      Rect(column: 0, row: layout.prompt.minRow, columns: surface.size.columns, rows: 1))
    field.draw(on: &surface, in: layout.prompt)
  }

  private func drawTopRule(_ row: Int, on surface: inout Surface) {
    drawRule(row, on: &surface)
    // The rule beside a preview ends here.
    for column in 0..<surface.size.columns
    where surface[column, row - 1] == Cell(character: theme.glyphs.vertical, style: theme.rule) {
      surface[column, row] = Cell(character: theme.glyphs.teeUp, style: theme.rule)
    }
    drawLabel("recent", row: row, on: &surface)
  }

  /// Says where the search is answered, and which keys there are, as far as there is room for both.
  private func drawBottomRule(_ row: Int, on surface: inout Surface) {
    // Without queries it is the list's, with what stands on it.
    if layout.topRule != nil { drawRule(row, on: &surface) }
    let end = drawLabel(theme.glyphs.words(viewModel.outputs.hintText), row: row, on: &surface)
    let line = KeyLine(commands: hintedCommands, theme: theme)
    let start = surface.size.columns - line.columns - 3
    guard start > end else { return }
    let rect = Rect(column: start - 1, row: row, columns: line.columns + 2, rows: 1)
    surface.fill(rect)
    line.draw(on: &surface, in: rect.inset(columns: 1, rows: 0))
  }

  private func drawRule(_ row: Int, on surface: inout Surface) {
    surface.horizontalRule(
      at: Point(column: 0, row: row), columns: surface.size.columns, style: theme.rule,
      glyphs: theme.glyphs)
  }

  /// - Returns: The column after it.
  @discardableResult
  private func drawLabel(_ text: String, row: Int, on surface: inout Surface) -> Int {
    guard !text.isEmpty else { return 0 }
    return 1
      + surface.write(
        " \(text) ", at: Point(column: 1, row: row), style: theme.secondary,
        maxColumns: surface.size.columns - 2, ellipsis: theme.glyphs.ellipsis)
  }

  private var hintedCommands: [KeyCommand] {
    keyCommands.filter { scroll.count > 0 || $0.hint != SearchKeys.recentHint }
  }

  private func drawQueries(on surface: inout Surface) {
    let queries = viewModel.outputs.recentQueries
    surface.fill(layout.queries)
    for index in scroll.visibleRows where queries.indices.contains(index) {
      let row = layout.queries.maxRow - 1 - scroll.line(ofRow: index)
      guard row >= layout.queries.minRow else { continue }
      let isHighlighted = index == scroll.selection
      if isHighlighted {
        surface[0, row] = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
      }
      // Below each other with what is typed.
      surface.write(
        queries[index], at: Point(column: 3, row: row),
        style: isHighlighted ? theme.selection : theme.primary,
        maxColumns: surface.size.columns - 4, ellipsis: theme.glyphs.ellipsis)
    }
  }
}
