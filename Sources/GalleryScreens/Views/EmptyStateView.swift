import TerminalKit

/// What stands in place of a list that has no rows: what is the case, and what to do.
struct EmptyStateView {
  var title: String
  var advice: String
  var theme: Theme

  func draw(on surface: inout Surface, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let columns = min(rect.size.columns - 2, 60)
    guard columns > 0 else { return }
    let left = rect.minColumn + (rect.size.columns - columns) / 2
    let adviceLines = TextLayout.wrap(advice, columns: columns, maxRows: rect.size.rows)
    let height = min(rect.size.rows, 2 + adviceLines.count)
    var row = rect.minRow + (rect.size.rows - height) / 2
    surface.write(
      title, in: Rect(column: left, row: row, columns: columns, rows: 1), style: theme.title,
      alignment: .center, ellipsis: theme.glyphs.ellipsis)
    row += rect.size.rows > 3 ? 2 : 1
    for line in adviceLines where row < rect.maxRow {
      surface.write(
        line, in: Rect(column: left, row: row, columns: columns, rows: 1),
        style: theme.secondary, alignment: .center, ellipsis: theme.glyphs.ellipsis)
      row += 1
    }
  }
}
