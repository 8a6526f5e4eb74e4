import TerminalKit

/// The positions of rows and preview in the content of the list screen.
///
/// ```
/// ──────────────┬─────────
/// table         │ preview        (the preview from 100 columns on)
/// ──────────────┴─────────
/// ```
nonisolated struct PhotoListLayout: Equatable {
  let frame: Chrome
  let rowHeight: RowHeight
  let table: Rect
  /// The column of the rule next to the preview; nil if there is no preview.
  let dividerColumn: Int?
  let preview: Rect

  /// The narrowest screen with a preview.
  private static let previewColumns = 100
  /// Why there is no preview.
  static let previewRequirement = "The preview needs \(previewColumns) columns"
  /// The least widths of list and preview: a thumbnail with a few words, and a picture.
  private static let minimumListColumns = 30
  private static let minimumPreviewColumns = 24

  /// - Parameter usualRowHeight: That of rows until the user chooses another one.
  init(
    frame: Chrome, appearance: ListAppearance = ListAppearance(),
    usualRowHeight: RowHeight = .medium
  ) {
    self.frame = frame
    let content = frame.content
    let (columns, height) = (content.size.columns, content.size.rows)
    let tallest: RowHeight = height >= 16 ? .tall : .medium
    let wanted = appearance.rowHeight ?? usualRowHeight
    rowHeight = wanted.lines < tallest.lines ? wanted : tallest

    if columns >= Self.previewColumns {
      // Three fifths for the list, as long as a title and its status still fit next to a thumbnail.
      let usual = max(58, min(columns * 3 / 5, 110))
      let share = appearance.listShare.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
      let wanted = share.map { Int(($0 * Double(columns)).rounded()) } ?? usual
      let divider = Self.dividerColumns(in: columns).clamp(wanted)
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

  /// The share of the list that puts the rule next to the preview in a column, or as near as possible; nil if there is
  /// no preview.
  func listShare(withDividerAt column: Int) -> Double? {
    let columns = frame.size.columns
    guard dividerColumn != nil else { return nil }
    return Double(Self.dividerColumns(in: columns).clamp(column)) / Double(columns)
  }

  private static func dividerColumns(in columns: Int) -> ClosedRange<Int> {
    minimumListColumns...max(minimumListColumns, columns - minimumPreviewColumns - 3)
  }
}

nonisolated extension ClosedRange<Int> {
  fileprivate func clamp(_ value: Int) -> Int {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
