/// A spinner: one column that changes while something on the screen is in progress.
///
/// It ticks only then, so an idle program never wakes up.
public final class ActivityIndicator {
  /// How long each frame is shown.
  public static let frameInterval = Duration.milliseconds(100)

  /// Called after each tick: request a new frame there.
  var onTick: (() -> Void)?
  /// The character to show now; nil if it is not spinning.
  public var character: Character? { frame.map { Glyphs.spinner[$0] } }
  private let ticks: any Alarm
  private var frame: Int?

  init(ticks: any Alarm = DispatchAlarm()) { self.ticks = ticks }

  /// Starts with the first frame, goes on, or stops the ticks.
  func animate(while isActive: Bool) {
    guard isActive != (frame != nil) else { return }
    frame = isActive ? 0 : nil
    if isActive { waitForTick() } else { ticks.stop() }
  }

  private func waitForTick() {
    ticks.ring(after: Self.frameInterval) { [weak self] in
      guard let self, let frame else { return }
      self.frame = (frame + 1) % Glyphs.spinner.count
      waitForTick()
      onTick?()
    }
  }
}
