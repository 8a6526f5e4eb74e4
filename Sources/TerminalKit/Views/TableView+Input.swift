extension TableView {
  /// Answers the keys that move in a list, and ⏎.
  ///
  /// ↑ ↓ k j, PgUp PgDn, Ctrl-B Ctrl-F, Ctrl-U Ctrl-D, g G Home End. For tables whose keys need no
  /// rebinding; others make `KeyCommand`s of the moves.
  ///
  /// - Returns: Whether it was one of them.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): moveSelection(by: -1)
    case .down, .character("j"): moveSelection(by: 1)
    case .pageUp, .control("b"): movePages(-1)
    case .pageDown, .control("f"): movePages(1)
    case .control("u"): moveHalfPages(-1)
    case .control("d"): moveHalfPages(1)
    case .home, .character("g"): moveToStart()
    case .end, .character("G"): moveToEnd()
    case .enter: chooseSelectedRow()
    default: return false
    }
    return true
  }

  /// Answers the mouse: a press selects, a double click chooses, the wheel scrolls.
  ///
  /// - Parameter origin: Where the table stands on the screen.
  /// - Returns: Whether the event was in the table.
  @discardableResult
  public func handle(_ mouse: MouseEvent, origin: Point = .zero) -> Bool {
    let point = Point(
      column: mouse.position.column - origin.column, row: mouse.position.row - origin.row)
    switch mouse.action {
    case .wheelUp: scroll(by: -wheelRows)
    case .wheelDown: scroll(by: wheelRows)
    case .press, .doubleClick:
      guard let row = row(at: point) else { return false }
      selectedRow = row
      if mouse.action == .doubleClick { chooseSelectedRow() }
    case .release, .drag: return row(at: point) != nil
    }
    return true
  }

  /// About three lines a notch.
  private var wheelRows: Int { max(1, 3 / geometry.rowHeight) }
}
