import TerminalKit

/// The layout of the basket's screen at a size.
///
/// ```
/// header
/// ────────────────────────
/// items
/// ────────────────────────
///        2 photos  €200.00
/// key line
/// ```
nonisolated struct BasketLayout: Equatable {
  let items: Rect
  let topRule = 1
  let bottomRule: Int
  /// The lines of the totals.
  let totals: Rect
  let keyLine: Int
  let rowHeight: RowHeight

  /// - Parameter totalLines: How many lines the totals take.
  init(size: Size, totalLines: Int) {
    keyLine = size.rows - 1
    bottomRule = keyLine - totalLines - 1
    items = Rect(column: 0, row: 2, columns: size.columns, rows: bottomRule - 2)
    totals = Rect(
      column: 1, row: keyLine - totalLines, columns: size.columns - 2, rows: totalLines)
    rowHeight = items.size.rows >= 14 ? .tall : .medium
  }

  /// As many lines of totals as a screen has room for; more are shown on one line.
  static func totalLineLimit(rows: Int) -> Int {
    switch rows {
    case 20...: 5
    case 12..<20: 2
    default: 1
    }
  }
}
