import TerminalKit

/// Turns presses that follow each other on the same cell into double clicks, and other presses into single clicks.
nonisolated struct ClickCounter: Sendable {
  /// The usual maximum on desktops.
  static let interval = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?
  /// The last press, as long as another one may follow.
  private var open: Point?

  /// - Parameter time: When the report arrived.
  mutating func event(for report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent {
    switch report.action {
    case .release: return MouseEvent(.release, at: report.position)
    case .drag:
      // A drag is not a click.
      last = nil
      return MouseEvent(.drag, at: report.position)
    case .wheelUp, .wheelDown:
      // There is something else under the pointer now.
      last = nil
      return MouseEvent(
        report.action == .wheelUp ? .wheelUp : .wheelDown, at: report.position,
        isControlled: report.isControlled)
    case .press: break
    }
    if let last, last.position == report.position, time - last.time <= Self.interval {
      // A third press starts again.
      self.last = nil
      open = nil
      return MouseEvent(.doubleClick, at: report.position)
    }
    last = (report.position, time)
    open = report.position
    return MouseEvent(.press, at: report.position)
  }

  /// A key was pressed: the next press is unrelated to the previous ones.
  mutating func keyCame() { last = nil }

  /// `interval` has passed since the last press.
  ///
  /// - Returns: Its single click; nil if it was the second one of a double click.
  mutating func expire() -> MouseEvent? {
    guard let position = open else { return nil }
    (last, open) = (nil, nil)
    return MouseEvent(.singleClick, at: position)
  }
}
