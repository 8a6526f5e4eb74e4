import Dispatch

/// A clock with a single alarm, which calls back on the main actor. Whatever has to happen at a later time is set by one.
public protocol Alarm: AnyObject {
  /// Monotonic time with an arbitrary origin.
  var now: Duration { get }

  /// Sets the alarm, replacing the previous one; nil turns it off.
  ///
  /// - Parameter ring: Called once, at the given time or later.
  func set(_ deadline: Duration?, ring: @escaping () -> Void)
}

extension Alarm {
  /// Sets the alarm to a time from now.
  public func ring(after delay: Duration, _ ring: @escaping () -> Void) {
    set(now + delay, ring: ring)
  }

  /// Turns the alarm off; no call comes afterwards.
  public func stop() { set(nil) {} }
}

/// The real clock: a dispatch timer that exists only while an alarm is set, so that an idle program is never woken.
public final class DispatchAlarm: Alarm {
  private let start = ContinuousClock.now
  private let leeway: Duration
  private var timer: (any DispatchSourceTimer)?

  /// - Parameter leeway: How late it may ring, so that the system can combine wake-ups.
  public init(leeway: Duration = .milliseconds(10)) {
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
    // No alarm is set for more than a day.
    let (seconds, attoseconds) = min(duration, .seconds(86_400)).components
    return .nanoseconds(Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
