import Dispatch

/// A clock that can be told to ring once.
public protocol DeadlineTimer: AnyObject {
  /// Time that never goes backwards, from any beginning.
  var now: Duration { get }

  /// Rings at a time instead of at the one that was set before; nil rings never.
  ///
  /// - Parameter ring: On the main actor, at the time or later.
  func set(_ deadline: Duration?, ring: @escaping () -> Void)
}

/// The live clock: a dispatch timer that exists only while something is waited for.
public final class DispatchDeadlineTimer: DeadlineTimer {
  private let start = ContinuousClock.now
  private let leeway: Duration
  private var timer: (any DispatchSourceTimer)?

  /// - Parameter leeway: How late it may ring, so that the system can wake for several things at once.
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
    // Nobody waits for longer than an hour.
    let (seconds, attoseconds) = min(duration, .seconds(3600)).components
    return .nanoseconds(Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
