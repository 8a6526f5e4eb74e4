import TerminalKit

/// Shown in place of an empty list: what the state is, and what to do.
struct EmptyStateView {
  var title: String
  /// Kept longest if there is little room; may be empty.
  var advice: String
  var theme: Theme

  /// Longer lines are hard to read.
  private static let columnLimit = 60

  func draw(on surface: inout Surface, in rect: Rect) {
    let columns = min(rect.size.columns - 2, Self.columnLimit)
    guard !rect.isEmpty, columns > 0 else { return }
    let rows = rect.size.rows
    let adviceLines = TextLayout.wrap(
      advice, columns: columns, maxRows: max(1, rows - 1))
    let titleLines = TextLayout.wrap(
      title, columns: columns, maxRows: max(1, rows - adviceLines.count))
    let textRows = titleLines.count + adviceLines.count
    let gap = adviceLines.isEmpty || textRows >= rows ? 0 : 1
    let left = rect.minColumn + (rect.size.columns - columns) / 2
    let top = rect.minRow + max(0, rows - textRows - gap) / 2
    let lines =
      titleLines.map { ($0, theme.title) } + Array(repeating: ("", theme.primary), count: gap)
      + adviceLines.map { ($0, theme.secondary) }
    for (index, line) in lines.prefix(rows).enumerated() {
      surface.write(
        line.0, in: Rect(column: left, row: top + index, columns: columns, rows: 1),
        style: line.1, alignment: .center)
    }
  }
}
