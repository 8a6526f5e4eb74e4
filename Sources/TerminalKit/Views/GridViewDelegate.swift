import Foundation

/// Says how many items there are and makes cells for those that are visible.
public protocol GridViewDataSource: AnyObject {
  /// - Complexity: Must be O(1).
  func numberOfItems(in gridView: GridView) -> Int

  /// The first items of the sections, rising from 0, asked for at each reload; empty, as by default, for none.
  func sectionStarts(in gridView: GridView) -> [Int]

  /// The cell of an item, asked for while drawing and for visible items only.
  ///
  /// Take it from `dequeueReusableCell(withIdentifier:)`. Must not change what the grid shows.
  func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell
}

extension GridViewDataSource {
  public func sectionStarts(in gridView: GridView) -> [Int] { [] }
}

/// Is told what happens in a grid. By default every item may be chosen, and nothing else is done.
public protocol GridViewDelegate: AnyObject {
  /// Called when an item is about to be chosen with ⏎ or a double click; false refuses it.
  func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool

  /// Called when an item was chosen.
  func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath)

  /// Called when the selection has moved to another index, or is gone (nil); not when a reload put
  /// another item at the same index.
  func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath?)

  /// Called after layout, a move or a reload when other items are visible, never while drawing: the
  /// place to fetch what is missing. After a reload from inside it is called only if the range has changed.
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
