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
  let topRule: Int?
  let bottomRule: Int?
  /// The lines of the totals.
  let totals: Rect
  let keyLine: Int
  let rowHeight: RowHeight

  /// - Parameter totalLines: How many lines the totals would take.
  init(size: Size, totalLines: Int) {
    let hasRules = size.rows >= 10
    let top = hasRules ? 2 : 1
    keyLine = max(0, size.rows - 1)
    let lines = max(0, min(totalLines, size.rows - top - (hasRules ? 1 : 0) - 2))
    let bottom = keyLine - lines - (hasRules ? 1 : 0)
    items = Rect(column: 0, row: top, columns: size.columns, rows: max(0, bottom - top))
    topRule = hasRules ? 1 : nil
    bottomRule = hasRules ? bottom : nil
    totals = Rect(
      column: 1, row: keyLine - lines, columns: max(0, size.columns - 2), rows: lines)
    switch (size.columns, items.size.rows) {
    case (30..., 14...): rowHeight = .tall
    case (30..., 4...): rowHeight = .medium
    default: rowHeight = .compact
    }
  }

  /// As many lines of totals as a screen has room for; more are shown on one line.
  static func totalLineLimit(rows: Int) -> Int {
    switch rows {
    case 20...: 5
    case 12..<20: 2
    case 6..<12: 1
    default: 0
    }
  }
}
