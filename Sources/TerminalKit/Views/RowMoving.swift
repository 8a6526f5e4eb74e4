/// A view with a selection that moves by rows: a table or a grid.
///
/// Keys and mouse mean the same in both, and are read here. Screens that list these keys in their help make
/// `KeyCommand`s of the moves instead.
public protocol RowMoving: AnyObject {
  func moveSelection(byRows rows: Int)

  /// To the left when negative.
  ///
  /// - Returns: False where the view has a single column.
  func moveSelection(sideways items: Int) -> Bool

  func movePages(_ pages: Int)
  func moveHalfPages(_ halves: Int)
  func moveToStart()
  func moveToEnd()

  /// Chooses what is selected, as ⏎ does.
  func chooseSelection()

  /// Selects what is at a point of the view, and does not scroll: a second press may follow there.
  ///
  /// - Returns: Whether something is there.
  func press(at point: Point) -> Bool

  /// Whether a press made the selection, and nothing has moved it since.
  var isPressed: Bool { get }

  /// No second press came: brings what was pressed into sight.
  func releasePress()

  /// Whether a row or item is at a point of the view.
  func hasContent(at point: Point) -> Bool

  /// Moves the window, up when negative; the selection is taken along at its edge.
  func scroll(byNotches notches: Int)
}

extension RowMoving {
  /// Answers the keys that move, and ⏎.
  ///
  /// ↑ ↓ k j, PgUp PgDn, Ctrl-B Ctrl-F, Ctrl-U Ctrl-D, g G Home End; in a grid ← → h l too.
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
  /// A double click chooses what its first press selected, whatever is there by now; one whose first press
  /// went elsewhere, such as to an alert, counts as a press.
  ///
  /// - Parameter origin: Where the view is on the screen.
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
