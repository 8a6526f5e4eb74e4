extension GridView {
  /// Answers the keys that move in a grid, and ⏎.
  ///
  /// ↑ ↓ ← → k j h l, PgUp PgDn, Ctrl-B Ctrl-F, Ctrl-U Ctrl-D, g G Home End. For grids whose keys need
  /// no rebinding; others make `KeyCommand`s of the moves.
  ///
  /// - Returns: Whether it was one of them.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): moveSelection(byRows: -1)
    case .down, .character("j"): moveSelection(byRows: 1)
    case .left, .character("h"): moveSelection(by: -1)
    case .right, .character("l"): moveSelection(by: 1)
    case .pageUp, .control("b"): movePages(-1)
    case .pageDown, .control("f"): movePages(1)
    case .control("u"): moveHalfPages(-1)
    case .control("d"): moveHalfPages(1)
    case .home, .character("g"): moveToStart()
    case .end, .character("G"): moveToEnd()
    case .enter: chooseSelectedItem()
    default: return false
    }
    return true
  }

  /// Answers the mouse: a press selects, a double click chooses, the wheel scrolls by a row.
  ///
  /// - Parameter origin: Where the grid stands on the screen.
  /// - Returns: Whether the event was in the grid.
  @discardableResult
  public func handle(_ mouse: MouseEvent, origin: Point = .zero) -> Bool {
    let point = Point(
      column: mouse.position.column - origin.column, row: mouse.position.row - origin.row)
    switch mouse.action {
    case .wheelUp: scroll(byRows: -1)
    case .wheelDown: scroll(byRows: 1)
    case .press, .doubleClick:
      guard let item = geometry.item(at: point) else { return false }
      selectedItem = item
      if mouse.action == .doubleClick { chooseSelectedItem() }
    case .release, .drag: return geometry.item(at: point) != nil
    }
    return true
  }
}
