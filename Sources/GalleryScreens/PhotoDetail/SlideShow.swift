import TerminalKit

/// Moves to the next photo by itself after an interval.
///
/// The time begins when the picture is there, or is known not to come: a slow one is seen as long as any.
/// A timer runs only then, once a second, for the time that is shown.
public final class SlideShow {
  /// How long a photo stands.
  public let interval: Duration
  /// Called when the time that is left changed.
  var onTick: (() -> Void)?
  /// Called when a photo has stood long enough.
  var onElapsed: (() -> Void)?
  private(set) var isRunning = false

  private let ticks: any TickSource
  private let stepCount: Int
  private let step: Duration
  /// Nil while the picture is waited for.
  private var remainingSteps: Int?

  /// Shorter times would be no time to see anything.
  public static let leastInterval = Duration.milliseconds(100)
  public static let usualInterval = Duration.seconds(5)

  /// - Parameter interval: At least `leastInterval`; shorter ones become that.
  public init(
    interval: Duration = SlideShow.usualInterval, ticks: any TickSource = DispatchTickSource()
  ) {
    // A day is as good as for ever, and no timer overflows.
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
  /// - Parameter isSettled: Whether nothing better is going to be shown.
  func update(isSettled: Bool) {
    guard isRunning, isSettled, remainingSteps == nil else { return }
    remainingSteps = stepCount
    ticks.start(every: step) { [weak self] in self?.tick() }
  }

  private func tick() {
    guard isRunning, let remaining = remainingSteps else { return }
    if remaining > 1 {
      remainingSteps = remaining - 1
      onTick?()
    } else {
      restart()
      onElapsed?()
    }
  }

  /// `5 s`, rounded up; empty while it does not run.
  var remainingText: String {
    guard isRunning else { return "" }
    let remaining = step * (remainingSteps ?? stepCount)
    let (seconds, attoseconds) = remaining.components
    return "\(seconds + (attoseconds > 0 ? 1 : 0)) s"
  }
}
