import Foundation

/// Says how many items there are and makes cells for those that are visible.
public protocol GridViewDataSource: AnyObject {
  /// - Complexity: Must be O(1).
  func numberOfItems(in gridView: GridView) -> Int

  /// The cell of an item, asked for while drawing and for visible items only.
  ///
  /// Take it from `dequeueReusableCell(withIdentifier:)`. Must not change what the grid shows.
  func gridView(_ gridView: GridView, cellForItemAt indexPath: IndexPath) -> GridViewCell
}

/// Is told what happens in a grid; everything has a default that does nothing.
public protocol GridViewDelegate: AnyObject {
  /// Called when an item is about to be chosen with ⏎ or a double click; false refuses it.
  func gridView(_ gridView: GridView, shouldSelectItemAt indexPath: IndexPath) -> Bool

  /// Called when an item was chosen.
  func gridView(_ gridView: GridView, didSelectItemAt indexPath: IndexPath)

  /// Called when the selection has moved to another item, or the items have gone (nil); not when a
  /// reload put something else into the same place.
  func gridView(_ gridView: GridView, didHighlightItemAt indexPath: IndexPath?)

  /// Called after layout, a move or a reload when other items are visible, never while drawing: the
  /// place to fetch what is missing. A reload from inside announces only items that were not yet.
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
