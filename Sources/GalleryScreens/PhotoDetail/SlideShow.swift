import TerminalKit

/// Moves to the next photo by itself after an interval.
///
/// The interval starts when the picture is there, or is known not to come: a slow picture is shown as long as any
/// other. A timer runs only then, once a second, for the remaining time.
public final class SlideShow {
  /// How long each photo is shown.
  public let interval: Duration
  /// Called when the remaining time has changed.
  var onTick: (() -> Void)?
  /// Called when a photo was shown long enough.
  var onElapsed: (() -> Void)?
  private(set) var isRunning = false

  private let ticks: any Alarm
  private let stepCount: Int
  private let step: Duration
  /// nil while the picture is not there yet.
  private var remainingSteps: Int?

  /// Shorter intervals would leave no time to see anything.
  public static let leastInterval = Duration.milliseconds(100)
  public static let usualInterval = Duration.seconds(5)

  /// - Parameter interval: At least `leastInterval`; shorter ones are raised to that.
  public init(
    interval: Duration = SlideShow.usualInterval, ticks: any Alarm = DispatchAlarm()
  ) {
    // A day is practically for ever, and no timer overflows.
    let interval = min(max(interval, Self.leastInterval), .seconds(86_400))
    self.interval = interval
    self.ticks = ticks
    let (seconds, attoseconds) = interval.components
    stepCount = max(1, Int(seconds) + (attoseconds > 0 ? 1 : 0))
    step = interval / stepCount
  }

  func start() {
    guard !isRunning else { return }
    isRunning = true
    restart()
  }

  func stop() {
    restart()
    isRunning = false
  }

  /// The interval starts again, with the next picture that is there. Does nothing unless the show is running.
  func restart() {
    guard remainingSteps != nil else { return }
    remainingSteps = nil
    ticks.stop()
  }

  /// Call in every layout.
  ///
  /// - Parameter isSettled: Whether no better picture is going to come.
  func update(isSettled: Bool) {
    guard isRunning, isSettled, remainingSteps == nil else { return }
    remainingSteps = stepCount
    waitForTick()
  }

  private func waitForTick() {
    ticks.ring(after: step) { [weak self] in self?.tick() }
  }

  private func tick() {
    guard isRunning, let remaining = remainingSteps else { return }
    if remaining > 1 {
      remainingSteps = remaining - 1
      waitForTick()
      onTick?()
    } else {
      restart()
      onElapsed?()
    }
  }

  /// `5 s`, rounded up; empty while the show is not running.
  var remainingText: String {
    guard isRunning else { return "" }
    let remaining = step * (remainingSteps ?? stepCount)
    let (seconds, attoseconds) = remaining.components
    return "\(seconds + (attoseconds > 0 ? 1 : 0)) s"
  }
}
