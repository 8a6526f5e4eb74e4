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
  public func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {}
}

extension IndexPath {
  /// Tables have one section. (Not called `row`, because the presentation declares that name and two would be
  /// ambiguous.)
  init(tableRow: Int) { self = [0, tableRow] }

  var tableRow: Int { count > 1 ? self[1] : (first ?? 0) }
}
