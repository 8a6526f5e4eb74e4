import TerminalKit

/// Ticks when the test says so.
final class ManualTicks: TickSource {
  private var callback: (() -> Void)?
  /// Of the last start.
  private(set) var interval = Duration.zero

  var isRunning: Bool { callback != nil }

  func start(every interval: Duration, _ tick: @escaping () -> Void) {
    (self.interval, callback) = (interval, tick)
  }

  func stop() { callback = nil }

  func tick() { callback?() }
}
