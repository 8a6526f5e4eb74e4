import GalleryPresentation
import TerminalKit

/// The layout of the order form at a size.
///
/// ```
/// header
/// ────────────────────────
///  what is ordered
///
///  Name    Anna
///  E-mail  anna@           nothing after the @
///
///  [ Place order ]
/// ────────────────────────
/// key line
/// ```
///
/// All but `content` is relative to the first line of the form, which scrolls within the content.
nonisolated struct OrderFormLayout: Equatable {
  struct FieldFrame: Equatable {
    var kind: OrderField.Kind
    var label: Rect
    var entry: Rect
    var reason: Rect

    /// All of the field's lines, for the mouse and for scrolling.
    var rows: Range<Int> { label.minRow..<max(entry.maxRow, reason.maxRow) }
  }

  let size: Size
  /// The part of the screen in which the form scrolls.
  let content: Rect
  /// The lines above the fields.
  let texts: Rect
  let frames: [FieldFrame]
  let button: Rect
  let hint: Rect
  let rowCount: Int

  /// On narrower screens, the reason is below its field.
  private static let wideColumns = 64
  private static let entryColumn = 11
  /// Longer lines are hard to fill in.
  private static let mostEntryColumns = 60
  private static let reasonColumns = 26

  /// The width of the lines above the fields.
  static func textColumns(_ size: Size) -> Int { max(1, size.columns - 3) }

  /// - Parameters:
  ///   - textRows: Lines above the fields.
  ///   - buttonColumns: The width of the button, with its brackets.
  init(
    size: Size, textRows: Int = 0, fields: [OrderField] = [], buttonColumns: Int = 0,
    hasHint: Bool = false
  ) {
    self.size = size
    content = Chrome(size: size).content
    let isWide = size.columns >= Self.wideColumns
    // A reason or a count takes a line of its own on narrow screens.
    func reasonRows(of field: OrderField) -> Int {
      !isWide && (field.reason ?? field.countText) != nil ? 1 : 0
    }
    let rows = fields.reduce(0) { $0 + 1 + reasonRows(of: $1) }
    // As much space between the parts as there is room for.
    let needed = textRows + rows + 1
    let gap = needed + 2 <= content.size.rows ? 1 : 0
    let spaced = needed + 2 + max(0, fields.count - 1)
    let fieldGap = spaced <= content.size.rows ? 1 : 0

    texts = Rect(column: 2, row: 0, columns: Self.textColumns(size), rows: textRows)
    var row = textRows + (fields.isEmpty ? 0 : gap)
    var frames: [FieldFrame] = []
    let entryColumns =
      isWide
      ? min(Self.mostEntryColumns, size.columns - Self.entryColumn - Self.reasonColumns - 3)
      : max(1, size.columns - Self.entryColumn - 1)
    for field in fields {
      let entry = Rect(column: Self.entryColumn, row: row, columns: entryColumns, rows: 1)
      let reason =
        isWide
        ? Rect(
          column: entry.maxColumn + 2, row: row, columns: size.columns - entry.maxColumn - 3,
          rows: 1)
        : Rect(
          column: entry.minColumn, row: entry.maxRow, columns: entryColumns,
          rows: reasonRows(of: field))
      let frame = FieldFrame(
        kind: field.kind,
        label: Rect(column: 2, row: row, columns: Self.entryColumn - 3, rows: 1),
        entry: entry, reason: reason)
      frames.append(frame)
      row = frame.rows.upperBound + fieldGap
    }
    row += (fields.isEmpty ? 1 : gap) - (fields.isEmpty ? 0 : fieldGap)
    let hintStart = 2 + buttonColumns + 2
    button = Rect(column: 2, row: row, columns: buttonColumns, rows: 1)
    hint =
      isWide
      ? Rect(column: hintStart, row: row, columns: size.columns - hintStart - 1, rows: 1)
      : Rect(column: 2, row: row + 1, columns: max(0, size.columns - 3), rows: hasHint ? 1 : 0)
    self.frames = frames
    rowCount = max(button.maxRow, hint.maxRow)
  }

  /// The lines of a part; nil for a field that isn't visible.
  func rows(of focus: OrderScreen.Focus) -> Range<Int>? {
    switch focus {
    case .field(let kind): frames.first { $0.kind == kind }?.rows
    case .button: button.minRow..<rowCount
    }
  }

  /// The first line to show so that a part is visible, with as little scrolling as possible.
  func offset(showing focus: OrderScreen.Focus, from offset: Int) -> Int {
    var offset = offset
    if let rows = rows(of: focus) {
      // The lines above belong to the first field.
      let isFirst = rows.lowerBound == (frames.first?.rows ?? rows).lowerBound
      let top = isFirst && rows.upperBound <= content.size.rows ? 0 : rows.lowerBound
      offset = min(top, max(offset, rows.upperBound - content.size.rows))
    }
    return max(0, min(offset, rowCount - content.size.rows))
  }

  /// The part at a point of the screen.
  func focus(at point: Point, offset: Int) -> OrderScreen.Focus? {
    guard content.contains(point) else { return nil }
    let row = point.row - content.minRow + offset
    if button.contains(Point(column: point.column, row: row)) { return .button }
    return frames.first { $0.rows.contains(row) }.map { .field($0.kind) }
  }
}
