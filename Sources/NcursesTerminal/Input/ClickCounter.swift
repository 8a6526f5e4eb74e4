import TerminalKit

/// Makes double clicks of presses that follow each other on the same cell, and single clicks of those that none
/// follows.
nonisolated struct ClickCounter: Sendable {
  /// As long as desktops usually allow.
  static let interval = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?
  /// The last press, while it is open whether another follows.
  private var open: Point?
  /// How many presses there were.
  private(set) var pressCount = 0

  /// - Parameter time: When the report arrived.
  mutating func event(for report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent {
    switch report.action {
    case .release: return MouseEvent(.release, at: report.position)
    case .drag:
      // What was dragged was not clicked.
      last = nil
      return MouseEvent(.drag, at: report.position)
    case .wheelUp, .wheelDown:
      // Something else is under the pointer now.
      last = nil
      return MouseEvent(report.action == .wheelUp ? .wheelUp : .wheelDown, at: report.position)
    case .press: break
    }
    pressCount += 1
    if let last, last.position == report.position, time - last.time <= Self.interval {
      // A third press begins anew.
      self.last = nil
      open = nil
      return MouseEvent(.doubleClick, at: report.position)
    }
    last = (report.position, time)
    open = report.position
    return MouseEvent(.press, at: report.position)
  }

  /// A key came: what is pressed next has nothing to do with what was pressed before.
  mutating func keyCame() { last = nil }

  /// `interval` has passed since a press.
  ///
  /// - Parameter press: What `pressCount` was after it.
  /// - Returns: Its single click; nil when another press came.
  mutating func expire(press: Int) -> MouseEvent? {
    guard press == pressCount, let position = open else { return nil }
    (last, open) = (nil, nil)
    return MouseEvent(.singleClick, at: position)
  }
}
