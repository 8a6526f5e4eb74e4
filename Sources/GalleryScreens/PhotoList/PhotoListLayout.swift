import TerminalKit

/// Where the parts of the list screen stand at a size.
///
/// ```
/// header
/// ──────────────┬─────────
/// table         │ preview        (the preview from 100 columns on)
/// ──────────────┴─────────
/// key line
/// ```
nonisolated struct PhotoListLayout: Equatable {
  /// How much of a photo a row shows.
  enum RowStyle: Equatable {
    /// Thumbnail, title, description, author and date, and an empty line.
    case full
    /// Thumbnail, title, description.
    case compact
    /// One line: the status sign and the title.
    case line
  }

  let size: Size
  let rowStyle: RowStyle
  let table: Rect
  /// The column of the rule beside the preview; nil when there is no preview.
  let dividerColumn: Int?
  let preview: Rect
  /// The lines of the two rules; nil where there is no room for them.
  let topRule: Int?
  let bottomRule: Int?
  let keyLine: Int

  /// The narrowest screen with a preview.
  static let previewColumns = 100

  init(size: Size) {
    self.size = size
    let hasRules = size.rows >= 10
    let top = hasRules ? 2 : 1
    let bottom = hasRules ? size.rows - 2 : size.rows - 1
    let height = max(0, bottom - top)
    topRule = hasRules ? 1 : nil
    bottomRule = hasRules ? size.rows - 2 : nil
    keyLine = size.rows - 1

    switch (size.columns, height) {
    case (30..., 16...): rowStyle = .full
    case (30..., 6...): rowStyle = .compact
    default: rowStyle = .line
    }

    if size.columns >= Self.previewColumns, hasRules {
      // Three fifths for the list, as long as a title and its status still fit beside a thumbnail.
      let divider = max(58, min(size.columns * 3 / 5, 110))
      dividerColumn = divider
      table = Rect(column: 0, row: top, columns: divider, rows: height)
      preview = Rect(
        column: divider + 2, row: top, columns: size.columns - divider - 3, rows: height)
    } else {
      dividerColumn = nil
      table = Rect(column: 0, row: top, columns: size.columns, rows: height)
      preview = .zero
    }
  }

  /// Lines a row takes, the empty line between rows included.
  var rowHeight: Int {
    switch rowStyle {
    case .full: 4
    case .compact: 2
    case .line: 1
    }
  }

  /// The thumbnail of a row, in cells; nil where rows have none.
  var thumbnailSize: Size? {
    switch rowStyle {
    case .full: Size(columns: 9, rows: 3)
    case .compact: Size(columns: 6, rows: 2)
    case .line: nil
    }
  }
}
