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
  let topRule = 1
  let bottomRule: Int
  let keyLine: Int

  init(size: Size) {
    self.size = size
    content = Rect(column: 0, row: 2, columns: size.columns, rows: size.rows - 4)
    bottomRule = size.rows - 2
    keyLine = size.rows - 1
  }
}
