import Dispatch

/// A clock with a single alarm.
public protocol DeadlineTimer: AnyObject {
  /// Monotonic time with an arbitrary origin.
  var now: Duration { get }

  /// Sets the alarm, replacing the previous one; nil turns it off.
  ///
  /// - Parameter ring: Called on the main actor, at the given time or later.
  func set(_ deadline: Duration?, ring: @escaping () -> Void)
}

/// The real clock: a dispatch timer that exists only while an alarm is set.
public final class DispatchDeadlineTimer: DeadlineTimer {
  private let start = ContinuousClock.now
  private let leeway: Duration
  private var timer: (any DispatchSourceTimer)?

  /// - Parameter leeway: How late it may fire, so that the system can combine wake-ups.
  public init(leeway: Duration = .milliseconds(50)) {
    self.leeway = leeway
  }

  isolated deinit {
    timer?.cancel()
  }

  public var now: Duration { ContinuousClock.now - start }

  public func set(_ deadline: Duration?, ring: @escaping () -> Void) {
    timer?.cancel()
    timer = nil
    guard let deadline else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    source.schedule(
      deadline: .now() + Self.interval(max(.zero, deadline - now)), leeway: Self.interval(leeway))
    source.setEventHandler {
      MainActor.assumeIsolated { ring() }
    }
    timer = source
    source.activate()
  }

  private static func interval(_ duration: Duration) -> DispatchTimeInterval {
    // No alarm is set for more than an hour.
    let (seconds, attoseconds) = min(duration, .seconds(3600)).components
    return .nanoseconds(Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
