import TerminalKit

/// A clock that is set by a test.
public final class ManualAlarm: Alarm {
  public private(set) var now = Duration.zero
  public private(set) var deadline: Duration?
  private var ring: (() -> Void)?

  public init() {}

  public func set(_ deadline: Duration?, ring: @escaping () -> Void) {
    self.deadline = deadline
    self.ring = deadline == nil ? nil : ring
  }

  public var isRunning: Bool { deadline != nil }

  /// The time until it rings; nil if it is off.
  public var interval: Duration? { deadline.map { $0 - now } }

  /// Advances the time until it rings; does nothing if it is off.
  public func tick() {
    if let interval { advance(by: max(.zero, interval)) }
  }

  /// Advances the time, and rings on the way.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let deadline, deadline <= end, let ring {
      now = max(now, deadline)
      stop()
      ring()
    }
    now = end
  }

  /// The process was stopped for this long: the alarm rings at the end.
  public func jump(by duration: Duration) {
    now += duration
    advance(by: .zero)
  }
}
