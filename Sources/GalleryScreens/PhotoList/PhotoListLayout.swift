import TerminalKit

/// Where rows and preview stand in the content of the list screen.
///
/// ```
/// ──────────────┬─────────
/// table         │ preview        (the preview from 100 columns on)
/// ──────────────┴─────────
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

    /// Lines a row takes, the empty line between rows included.
    var height: Int {
      switch self {
      case .full: 4
      case .compact: 2
      case .line: 1
      }
    }

    /// The thumbnail of a row, in cells; nil where rows have none.
    var thumbnailSize: Size? {
      switch self {
      case .full: Size(columns: 9, rows: 3)
      case .compact: Size(columns: 6, rows: 2)
      case .line: nil
      }
    }
  }

  let frame: PhotoListFrame
  let rowStyle: RowStyle
  let table: Rect
  /// The column of the rule beside the preview; nil when there is no preview.
  let dividerColumn: Int?
  let preview: Rect

  /// The narrowest screen with a preview.
  private static let previewColumns = 100

  init(frame: PhotoListFrame) {
    self.frame = frame
    let content = frame.content
    let (columns, height) = (content.size.columns, content.size.rows)
    switch (columns, height) {
    case (30..., 16...): rowStyle = .full
    case (30..., 6...): rowStyle = .compact
    default: rowStyle = .line
    }

    if columns >= Self.previewColumns, frame.topRule != nil {
      // Three fifths for the list, as long as a title and its status still fit beside a thumbnail.
      let divider = max(58, min(columns * 3 / 5, 110))
      dividerColumn = divider
      table = Rect(column: 0, row: content.minRow, columns: divider, rows: height)
      preview = Rect(
        column: divider + 2, row: content.minRow, columns: columns - divider - 3, rows: height)
    } else {
      dividerColumn = nil
      table = content
      preview = .zero
    }
  }
}
