extension GridView: RowMoving {
  public func moveSelection(sideways items: Int) -> Bool {
    moveSelection(by: items)
    return true
  }

  public func chooseSelection() { chooseSelectedItem() }

  /// Nothing scrolls: all items that can be pressed are wholly visible.
  public func press(at point: Point) -> Bool {
    guard let item = geometry.item(at: point) else { return false }
    selectedItem = item
    isPressed = true
    return true
  }

  public func releasePress() { isPressed = false }

  public func hasContent(at point: Point) -> Bool { geometry.item(at: point) != nil }

  /// A row of items per notch.
  public func scroll(byNotches notches: Int) { scroll(byRows: notches) }
}
