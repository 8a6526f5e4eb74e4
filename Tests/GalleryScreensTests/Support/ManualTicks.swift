import TerminalKit

/// Ticks when the test says so.
final class ManualTicks: TickSource {
  private var callback: (() -> Void)?

  var isRunning: Bool { callback != nil }

  func start(every interval: Duration, _ tick: @escaping () -> Void) { callback = tick }

  func stop() { callback = nil }

  func tick() { callback?() }
}
