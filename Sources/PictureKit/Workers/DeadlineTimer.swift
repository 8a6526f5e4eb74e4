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
  private var timer: (any DispatchSourceTimer)?

  public init() {}

  isolated deinit {
    timer?.cancel()
  }

  public var now: Duration { ContinuousClock.now - start }

  public func set(_ deadline: Duration?, ring: @escaping () -> Void) {
    timer?.cancel()
    timer = nil
    guard let deadline else { return }
    let source = DispatchSource.makeTimerSource(queue: .main)
    let (seconds, attoseconds) = max(.zero, deadline - now).components
    let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    source.schedule(
      deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(50))
    source.setEventHandler {
      MainActor.assumeIsolated { ring() }
    }
    timer = source
    source.activate()
  }
}
