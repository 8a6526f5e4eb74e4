import Foundation

/// Says how many rows there are and makes cells for those that are visible.
public protocol TableViewDataSource: AnyObject {
  /// - Complexity: Must be O(1).
  func numberOfRows(in tableView: TableView) -> Int

  /// The first rows of the sections, rising from 0, asked for at each reload; empty, as by default, for none.
  func sectionStarts(in tableView: TableView) -> [Int]

  /// The cell of a row, asked for while drawing and for visible rows only.
  ///
  /// Take it from `dequeueReusableCell(withIdentifier:)`. Must not change what the table shows.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
}

extension TableViewDataSource {
  public func sectionStarts(in tableView: TableView) -> [Int] { [] }
}

/// Is told what happens in a table. By default every row may be chosen, and nothing else is done.
public protocol TableViewDelegate: AnyObject {
  /// Called when a row is about to be chosen with ⏎ or a double click. Returns the row to choose; nil refuses.
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?

  /// Called when a row was chosen.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// Called when the selection has moved to another index, or is gone (nil); not when a reload put
  /// another row at the same index.
  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?)

  /// Called after layout, a move or a reload when other rows are visible, never while drawing: the
  /// place to fetch what is missing. After a reload from inside it is called only if the range has changed.
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
  /// Tables have one section. (Not named `row`, which the presentation declares: two would be ambiguous.)
  init(tableRow: Int) { self = [0, tableRow] }

  var tableRow: Int { count > 1 ? self[1] : (first ?? 0) }
}
