import TerminalKit

/// Turns presses that follow each other on the same cell into double clicks.
nonisolated struct ClickCounter: Sendable {
  /// The usual maximum on desktops.
  static let interval = Duration.milliseconds(400)

  /// The last press, as long as another one may follow.
  private var last: (position: Point, time: ContinuousClock.Instant)?

  /// - Parameter time: When the event arrived.
  mutating func counted(_ event: MouseEvent, at time: ContinuousClock.Instant) -> MouseEvent {
    // A drag is not a click, and after the wheel there is something else under the pointer.
    if [.drag, .wheelUp, .wheelDown].contains(event.action) { last = nil }
    guard event.action == .press else { return event }
    if let last, last.position == event.position, time - last.time <= Self.interval {
      // A third press starts again.
      self.last = nil
      return MouseEvent(.doubleClick, at: event.position)
    }
    last = (event.position, time)
    return event
  }

  /// A key was pressed: the next press is unrelated to the previous ones.
  mutating func keyCame() { last = nil }
}
