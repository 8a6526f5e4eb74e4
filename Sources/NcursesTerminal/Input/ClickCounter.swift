import TerminalKit

/// Turns presses that follow each other on the same cell into double clicks, and other presses into single clicks.
nonisolated struct ClickCounter: Sendable {
  /// The usual maximum on desktops.
  static let interval = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?
  /// The last press, as long as another one may follow.
  private var open: Point?

  /// - Parameter time: When the event arrived.
  mutating func counted(_ event: MouseEvent, at time: ContinuousClock.Instant) -> MouseEvent {
    // A drag is not a click, and after the wheel there is something else under the pointer.
    if [.drag, .wheelUp, .wheelDown].contains(event.action) { last = nil }
    guard event.action == .press else { return event }
    if let last, last.position == event.position, time - last.time <= Self.interval {
      // A third press starts again.
      self.last = nil
      open = nil
      return MouseEvent(.doubleClick, at: event.position)
    }
    last = (event.position, time)
    open = event.position
    return event
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
