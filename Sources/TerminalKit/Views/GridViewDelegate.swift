import Foundation

/// Provides the number of items, and cells for the visible ones.
public protocol GridViewDataSource: AnyObject {
  /// - Complexity: Must be O(1).
  func numberOfItems(in gridView: GridView) -> Int

  /// The first items of the sections, ascending from 0, requested at each reload; by default empty, for no sections.
  func sectionStarts(in gridView: GridView) -> [Int]

  /// The cell of an item, requested while drawing and for visible items only.
  ///
  /// Take it from `dequeueReusableCell(withIdentifier:)`. Must not change what the grid shows.
  func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell
}

extension GridViewDataSource {
  public func sectionStarts(in gridView: GridView) -> [Int] { [] }
}

/// Receives the events of a grid. By default every item may be chosen, and nothing else happens.
public protocol GridViewDelegate: AnyObject {
  /// Called when an item is about to be chosen with
  /// or a double click; false refuses it.
  func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool

  /// Called when an item was chosen.
  func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath)

  /// Called when the selection has moved to another index, or is gone (nil); not if a reload put another item at the
  /// same index.
  func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath?)

  /// Called after layout, a move or a reload if different items are visible, never while drawing: the place to fetch
  /// missing data. After a reload from inside it, it is called only if the range has changed.
  func gridView(_ gridView: GridView, willDisplayItems items: Range<Int>)
}

extension GridViewDelegate {
  public func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    true
  }
  public func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath) {}
  public func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath?) {}
  public func gridView(_ gridView: GridView, willDisplayItems items: Range<Int>) {}
}
