import Dispatch

/// Calls back at an interval while somebody wants it; the one way that time comes into the views.
public protocol TickSource: AnyObject {
  /// Starts calling; a second start replaces the first.
  func start(every interval: Duration, _ tick: @escaping () -> Void)
  /// No call comes after it.
  func stop()
}

/// Ticks on the main queue; costs nothing while it is stopped.
public final class DispatchTickSource: TickSource {
  private var timer: (any DispatchSourceTimer)?

  public init() {}

  isolated deinit { timer?.cancel() }

  public func start(every interval: Duration, _ tick: @escaping () -> Void) {
    stop()
    let (seconds, attoseconds) = interval.components
    let milliseconds = max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let step = DispatchTimeInterval.milliseconds(Int(clamping: milliseconds))
    let timer = DispatchSource.makeTimerSource(queue: .main)
    // The leeway lets the system join wake-ups.
    timer.schedule(deadline: .now() + step, repeating: step, leeway: .milliseconds(10))
    timer.setEventHandler { tick() }
    timer.resume()
    self.timer = timer
  }

  public func stop() {
    timer?.cancel()
    timer = nil
  }
}
