import Dispatch

/// Calls back at regular intervals; the views' only source of time.
public protocol TickSource: AnyObject {
  /// Starts calling; a second start replaces the first one.
  func start(every interval: Duration, _ tick: @escaping () -> Void)
  /// Stops calling; no call comes afterwards.
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
    // The leeway lets the system coalesce wake-ups.
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
