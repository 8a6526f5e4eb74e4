/// What has a selection that moves by rows: a table or a grid.
///
/// The keys and the mouse mean the same in both, and are read here. For views whose keys need no
/// rebinding; others make `KeyCommand`s of the moves.
public protocol RowMoving: AnyObject {
  func moveSelection(byRows rows: Int)

  /// To the left when negative.
  ///
  /// - Returns: Whether there is such a thing as a side.
  func moveSelection(sideways items: Int) -> Bool

  func movePages(_ pages: Int)
  func moveHalfPages(_ halves: Int)
  func moveToStart()
  func moveToEnd()

  /// Chooses what is selected, as ⏎ does.
  func chooseSelection()

  /// Selects what stands at a place of the view, and does not scroll: a second press may follow there.
  ///
  /// - Returns: Whether something does.
  func press(at point: Point) -> Bool

  /// Whether a press selected what is selected, and nothing happened since.
  var isPressed: Bool { get }

  /// No second press came: brings what was pressed into sight.
  func releasePress()

  /// Whether something stands at a place of the view.
  func hasContent(at point: Point) -> Bool

  /// Moves the window without the selection, upwards when negative.
  func scroll(byNotches notches: Int)
}

extension RowMoving {
  /// Answers the keys that move, and ⏎.
  ///
  /// ↑ ↓ k j, PgUp PgDn, Ctrl-B Ctrl-F, Ctrl-U Ctrl-D, g G Home End; where there is a side ← → h l too.
  ///
  /// - Returns: Whether it was one of them.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): moveSelection(byRows: -1)
    case .down, .character("j"): moveSelection(byRows: 1)
    case .left, .character("h"): return moveSelection(sideways: -1)
    case .right, .character("l"): return moveSelection(sideways: 1)
    case .pageUp, .control("b"): movePages(-1)
    case .pageDown, .control("f"): movePages(1)
    case .control("u"): moveHalfPages(-1)
    case .control("d"): moveHalfPages(1)
    case .home, .character("g"): moveToStart()
    case .end, .character("G"): moveToEnd()
    case .enter: chooseSelection()
    default: return false
    }
    return true
  }

  /// Answers the mouse: a press selects, a double click chooses, the wheel scrolls.
  ///
  /// A double click chooses what its first press selected, whatever stands there by now; one whose first press
  /// went elsewhere, such as to an alert, is a press.
  ///
  /// - Parameter origin: Where the view stands on the screen.
  /// - Returns: Whether the event was in the view.
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
