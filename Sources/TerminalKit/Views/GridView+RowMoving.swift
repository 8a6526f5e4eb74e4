extension GridView: RowMoving {
  public func moveSelection(sideways items: Int) -> Bool {
    moveSelection(by: items)
    return true
  }

  public func chooseSelection() { chooseSelectedItem() }

  public func select(at point: Point) -> Bool {
    guard let item = geometry.item(at: point) else { return false }
    selectedItem = item
    return true
  }

  public func hasContent(at point: Point) -> Bool { geometry.item(at: point) != nil }

  /// A row of items a notch.
  public func scroll(byNotches notches: Int) { scroll(byRows: notches) }
}
