import GalleryPresentation
import TerminalKit

/// Where the parts of the order form stand at a size.
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
/// All but `content` is counted from the first line of the form, which scrolls in the content.
nonisolated struct OrderFormLayout: Equatable {
  /// A field, as far as its place depends on it.
  struct Field: Equatable {
    var kind: OrderField.Kind
    var takesLines: Bool
    /// Whether something is said of it, which takes a line where there is no room beside it.
    var hasReason: Bool
  }

  struct Place: Equatable {
    var kind: OrderField.Kind
    var label: Rect
    var entry: Rect
    var reason: Rect

    /// All of it, for the mouse and for scrolling.
    var rows: Range<Int> { label.minRow..<max(entry.maxRow, reason.maxRow) }
  }

  let size: Size
  /// Where the form stands on the screen.
  let content: Rect
  /// The lines above the fields, of so many columns.
  let texts: Rect
  let places: [Place]
  let button: Rect
  let hint: Rect
  let rowCount: Int

  /// Below, what is wrong with a field stands under it.
  private static let wideColumns = 64
  private static let entryColumn = 11
  /// Longer lines are hard to fill in.
  private static let mostEntryColumns = 60
  private static let reasonColumns = 26

  /// The columns for the lines above the fields.
  static func textColumns(_ size: Size) -> Int { max(1, size.columns - 3) }

  /// - Parameters:
  ///   - textRows: Lines above the fields.
  ///   - buttonColumns: Of the button, with its brackets.
  init(
    size: Size, textRows: Int = 0, fields: [Field] = [], buttonColumns: Int = 0,
    hasHint: Bool = false
  ) {
    self.size = size
    let frame = PhotoListFrame(size: size)
    content = frame.content
    let isWide = size.columns >= Self.wideColumns
    let lineRows = size.rows >= 20 ? 3 : 2
    let rows = fields.reduce(0) {
      $0 + ($1.takesLines ? lineRows : 1) + ($1.hasReason && !isWide ? 1 : 0)
    }
    // As airy as there is room for.
    let needed = textRows + rows + 1
    let gap = needed + 2 <= content.size.rows ? 1 : 0
    let fieldGap = needed + 2 + max(0, fields.count - 1) <= content.size.rows ? 1 : 0

    texts = Rect(column: 2, row: 0, columns: Self.textColumns(size), rows: textRows)
    var row = textRows + (fields.isEmpty ? 0 : gap)
    var places: [Place] = []
    let entryColumns =
      isWide
      ? min(Self.mostEntryColumns, size.columns - Self.entryColumn - Self.reasonColumns - 3)
      : max(1, size.columns - Self.entryColumn - 1)
    for field in fields {
      let entry = Rect(
        column: Self.entryColumn, row: row, columns: entryColumns,
        rows: field.takesLines ? lineRows : 1)
      let reason =
        isWide
        ? Rect(
          column: entry.maxColumn + 2, row: row, columns: size.columns - entry.maxColumn - 3,
          rows: 1)
        : Rect(
          column: entry.minColumn, row: entry.maxRow, columns: entryColumns,
          rows: field.hasReason ? 1 : 0)
      let place = Place(
        kind: field.kind,
        label: Rect(column: 2, row: row, columns: Self.entryColumn - 3, rows: 1),
        entry: entry, reason: reason)
      places.append(place)
      row = place.rows.upperBound + fieldGap
    }
    row += (fields.isEmpty ? 1 : gap) - (fields.isEmpty ? 0 : fieldGap)
    let hintStart = 2 + buttonColumns + 2
    button = Rect(column: 2, row: row, columns: buttonColumns, rows: 1)
    hint =
      isWide
      ? Rect(column: hintStart, row: row, columns: size.columns - hintStart - 1, rows: 1)
      : Rect(column: 2, row: row + 1, columns: max(0, size.columns - 3), rows: hasHint ? 1 : 0)
    self.places = places
    rowCount = max(button.maxRow, hint.maxRow)
  }

  /// The lines of a part; nil for a field that is not there.
  func rows(of focus: OrderScreen.Focus) -> Range<Int>? {
    switch focus {
    case .field(let kind): places.first { $0.kind == kind }?.rows
    case .button: button.minRow..<rowCount
    }
  }

  /// The first line to show so that a part is in sight, coming from another one.
  func offset(showing focus: OrderScreen.Focus, from offset: Int) -> Int {
    var offset = offset
    if let rows = rows(of: focus) {
      // What is above the first field belongs to it.
      let isFirst = rows.lowerBound == (places.first?.rows ?? rows).lowerBound
      let top = isFirst && rows.upperBound <= content.size.rows ? 0 : rows.lowerBound
      offset = min(top, max(offset, rows.upperBound - content.size.rows))
    }
    return max(0, min(offset, rowCount - content.size.rows))
  }

  /// Which part stands at a place of the screen.
  func focus(at point: Point, offset: Int) -> OrderScreen.Focus? {
    guard content.contains(point) else { return nil }
    let row = point.row - content.minRow + offset
    if button.contains(Point(column: point.column, row: row)) { return .button }
    return places.first { $0.rows.contains(row) }.map { .field($0.kind) }
  }
}
