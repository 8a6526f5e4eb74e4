import TerminalKit

/// Makes double clicks of presses that follow each other on the same cell.
nonisolated struct ClickCounter: Sendable {
  /// As long as desktops usually allow.
  static let interval = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?

  /// - Parameter time: When the report arrived.
  mutating func event(for report: MouseReport, at time: ContinuousClock.Instant) -> MouseEvent {
    switch report.action {
    case .release: return MouseEvent(.release, at: report.position)
    case .drag:
      // What was dragged was not clicked.
      last = nil
      return MouseEvent(.drag, at: report.position)
    case .wheelUp: return MouseEvent(.wheelUp, at: report.position)
    case .wheelDown: return MouseEvent(.wheelDown, at: report.position)
    case .press: break
    }
    if let last, last.position == report.position, time - last.time <= Self.interval {
      // A third press begins anew.
      self.last = nil
      return MouseEvent(.doubleClick, at: report.position)
    }
    last = (report.position, time)
    return MouseEvent(.press, at: report.position)
  }
}
