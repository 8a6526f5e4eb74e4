import TerminalKit

/// Moves to the next photo by itself after an interval.
///
/// The interval starts when the picture is there, or is known not to come: a slow picture is shown as long as any
/// other.
public final class SlideShow {
  /// How long each photo is shown.
  public let interval: Duration
  /// Called when a photo was shown long enough.
  var onElapsed: (() -> Void)?
  private(set) var isRunning = false

  private let ticks: any Alarm
  /// Whether the interval of the photo on the screen has begun.
  private var hasBegun = false

  /// Shorter intervals would leave no time to see anything.
  public static let minimumInterval = Duration.milliseconds(100)
  public static let usualInterval = Duration.seconds(5)
  /// Practically for ever, and no timer overflows.
  private static let mostInterval = Duration.seconds(86_400)

  /// - Parameter interval: Raised to `minimumInterval`, and at most a day.
  public init(
    interval: Duration = SlideShow.usualInterval, ticks: any Alarm = DispatchAlarm()
  ) {
    self.interval = min(max(interval, Self.minimumInterval), Self.mostInterval)
    self.ticks = ticks
  }

  func start() { isRunning = true }

  func stop() {
    restart()
    isRunning = false
  }

  /// The interval starts again, with the next picture that is there.
  func restart() {
    hasBegun = false
    ticks.stop()
  }

  /// Call in every layout.
  ///
  /// - Parameter isSettled: Whether no better picture is going to come.
  func update(isSettled: Bool) {
    guard isRunning, isSettled, !hasBegun else { return }
    hasBegun = true
    ticks.ring(after: interval) { [weak self] in
      self?.hasBegun = false
      self?.onElapsed?()
    }
  }
}
