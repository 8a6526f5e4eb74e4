/// A view with a selection that moves by rows: a table or a grid.
///
/// The mouse means the same in both, and is handled here. Screens define `KeyCommand`s for the moves.
public protocol RowMoving: AnyObject {
  func moveSelection(byRows rows: Int)

  func movePages(_ pages: Int)
  func moveHalfPages(_ halves: Int)
  func moveToStart()
  func moveToEnd()

  /// Chooses the selected row or item, as ⏎ does.
  func chooseSelection()

  /// Selects what is at a point of the view without scrolling: a second press may follow there.
  ///
  /// - Returns: Whether there is something at the point.
  func press(at point: Point) -> Bool

  /// Whether a press made the selection, and it has not moved since.
  var isPressed: Bool { get }

  /// Called if no second press followed: scrolls what was pressed into view.
  func releasePress()

  /// Whether a row or item is at a point of the view.
  func hasContent(at point: Point) -> Bool

  /// Moves the window, up if negative; the selection is dragged along at the edge.
  func scroll(byNotches notches: Int)
}

extension RowMoving {
  /// Handles the mouse: a press selects, a double click chooses, the wheel scrolls.
  ///
  /// A double click chooses what its first press selected, whatever is there by now. If the first press went elsewhere,
  /// such as to an alert, the double click counts as a press.
  ///
  /// - Parameter origin: The position of the view on the screen.
  /// - Returns: Whether the event was for the view; the wheel always is.
  @discardableResult
  public func handle(_ mouse: MouseEvent, origin: Point = .zero) -> Bool {
    let point = Point(
      column: mouse.position.column - origin.column, row: mouse.position.row - origin.row)
    switch mouse.action {
    case .wheelUp: scroll(byNotches: -1)
    case .wheelDown: scroll(byNotches: 1)
    case .doubleClick where isPressed:
      releasePress()
      chooseSelection()
    case .press, .doubleClick: return press(at: point)
    case .singleClick:
      guard isPressed else { return false }
      releasePress()
    case .release, .drag: return hasContent(at: point)
    }
    return true
  }
}
