extension TableView: RowMoving {
  public func moveSelection(byRows rows: Int) { moveSelection(by: rows) }

  public func moveSelection(sideways items: Int) -> Bool { false }

  public func chooseSelection() { chooseSelectedRow() }

  public func press(at point: Point) -> Bool {
    guard let row = row(at: point) else { return false }
    press(row)
    return true
  }

  public var isPressed: Bool { geometry.isHeld }

  public func releasePress() { release() }

  public func hasContent(at point: Point) -> Bool { row(at: point) != nil }

  /// About three lines per notch, and at least one row.
  public func scroll(byNotches notches: Int) {
    scroll(by: notches * max(1, 3 / geometry.rowHeight))
  }
}
