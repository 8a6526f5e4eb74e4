import TerminalKit

/// The positions of the parts around the photos at a size, in the list and in the grid.
///
/// ```
/// header
/// ────────────────────────
/// content
/// ────────────────────────
/// key line
/// ```
nonisolated struct PhotoListFrame: Equatable {
  let size: Size
  let content: Rect
  /// The lines of the two rules; nil if there is no room for them.
  let topRule: Int?
  let bottomRule: Int?
  let keyLine: Int

  init(size: Size) {
    self.size = size
    let hasRules = size.rows >= 10
    let top = hasRules ? 2 : 1
    let bottom = hasRules ? size.rows - 2 : size.rows - 1
    content = Rect(column: 0, row: top, columns: size.columns, rows: bottom - top)
    topRule = hasRules ? 1 : nil
    bottomRule = hasRules ? size.rows - 2 : nil
    keyLine = size.rows - 1
  }
}
