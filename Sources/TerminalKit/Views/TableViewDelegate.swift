import Foundation

/// Provides the number of rows, and cells for the visible ones.
public protocol TableViewDataSource: AnyObject {
  /// - Complexity: Must be O(1).
  func numberOfRows(in tableView: TableView) -> Int

  /// The first rows of the sections, ascending from 0, requested at each reload; by default empty, for no sections.
  func sectionStarts(in tableView: TableView) -> [Int]

  /// The cell of a row, requested while drawing and for visible rows only.
  ///
  /// Take it from `dequeueReusableCell(withIdentifier:)`. Must not change what the table shows.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
}

extension TableViewDataSource {
  public func sectionStarts(in tableView: TableView) -> [Int] { [] }
}

/// Receives the events of a table. By default every row may be chosen, and nothing else happens.
public protocol TableViewDelegate: AnyObject {
  /// Called when a row is about to be chosen with ⏎ or a double click. Returns the row to choose; nil refuses.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?

  /// Called when a row was chosen.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// Called when the selection has moved to another index, or is gone (nil): by a key, the mouse, or because there are
  /// fewer rows; not if the owner set it, or if a reload put another row at the same index.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?)

  /// Called after a key, a press or the wheel would have moved, even where it is the end of the table.
  func tableViewDidMove(_ tableView: TableView)

  /// Called after layout, a move or a reload if different rows are visible, never while drawing: the place to fetch
  /// missing data. After a reload from inside it, it is called only if the range has changed.
  func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>)
}

extension TableViewDelegate {
  public func tableView(
    _ tableView: TableView, willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? { indexPath }
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
  public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {}
  public func tableViewDidMove(_ tableView: TableView) {}
  public func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {}
}

extension IndexPath {
  /// Tables have one section. (Not called `row`, because the presentation declares that name and two would be
  /// ambiguous.)
  init(tableRow: Int) { self = [0, tableRow] }

  var tableRow: Int { count > 1 ? self[1] : (first ?? 0) }
}

/// The cell of a row, with the size that the table gives it, which is reused for others; subclasses draw it, and show
/// `isFocused`.
open class TableViewCell {
  /// Cells with the same identifier can replace each other.
  public let reuseIdentifier: String
  /// Set by the table before the cell is drawn.
  public var isFocused = false
  /// Where its text begins, as last drawn: the cursor is put there, not on a bar or a frame.
  public var textOrigin = Point.zero
  /// The styles to draw with.
  public var theme: Theme

  public init(reuseIdentifier: String = "", theme: Theme = .standard()) {
    self.reuseIdentifier = reuseIdentifier
    self.theme = theme
  }

  /// Called before a cell is reused for another row.
  open func prepareForReuse() {}

  /// Draws into its own blank surface.
  open func draw(on surface: inout Surface) {}

  /// A text style; if the row is in focus, bold and never dim.
  public func style(_ style: Style) -> Style {
    guard isFocused else { return style }
    var bold = style == theme.secondary ? theme.primary : style
    bold.attributes.formUnion(theme.focused.attributes)
    bold.attributes.remove(.dim)
    return bold
  }
}

/// The cells of a table: those of the last frame, and those available for reuse.
struct CellStore {
  private var waiting: [String: [TableViewCell]] = [:]
  private var inUse: [TableViewCell] = []

  /// A cell that is no longer in use, prepared for reuse; nil if there is none.
  mutating func dequeue(_ identifier: String) -> TableViewCell? {
    guard let cell = waiting[identifier]?.popLast() else { return nil }
    cell.prepareForReuse()
    return cell
  }

  /// Call before a frame; releases the cells of the last one.
  mutating func beginFrame() {
    for cell in inUse { waiting[cell.reuseIdentifier, default: []].append(cell) }
    inUse.removeAll(keepingCapacity: true)
  }

  mutating func use(_ cell: TableViewCell) { inUse.append(cell) }

  /// Call after a frame. A data source that makes new cells for every frame must not fill the store with old ones.
  mutating func endFrame() { waiting.removeAll() }
}
