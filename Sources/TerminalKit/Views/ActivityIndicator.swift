/// A spinner: one column that changes while something is in progress.
///
/// It ticks only between `startAnimating()` and `stopAnimating()`, so an idle program never wakes up.
public final class ActivityIndicator {
  /// How long each frame is shown.
  public static let frameInterval = Duration.milliseconds(100)

  /// Whether it is spinning.
  public private(set) var isAnimating = false
  /// Called after each tick: request a new frame there.
  public var onTick: (() -> Void)?
  public var theme: Theme
  private let ticks: any Alarm
  private var frame = 0

  public init(ticks: any Alarm = DispatchAlarm(), theme: Theme = .standard()) {
    self.ticks = ticks
    self.theme = theme
  }

  /// Starts with the first frame; does nothing if it is already spinning.
  public func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    frame = 0
    waitForTick()
  }

  /// Stops the ticks; does nothing if it is not spinning.
  public func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    ticks.stop()
  }

  /// The character to show now; nil if it is not spinning.
  public var character: Character? {
    isAnimating ? Glyphs.spinner[frame] : nil
  }

  /// Draws the spinner and a text, `⠹ refreshing`, or nothing if it is not spinning.
  ///
  /// - Returns: The columns used.
  @discardableResult
  public func draw(
    on surface: inout Surface, at point: Point, text: String = "", maxColumns: Int? = nil
  ) -> Int {
    guard let character, maxColumns ?? 1 > 0 else { return 0 }
    surface.set(Cell(character: character, style: theme.accent), at: point)
    guard !text.isEmpty else { return 1 }
    return 2
      + surface.write(
        text, at: Point(column: point.column + 2, row: point.row), style: theme.secondary,
        maxColumns: maxColumns.map { $0 - 2 })
  }

  private func waitForTick() {
    ticks.ring(after: Self.frameInterval) { [weak self] in self?.tick() }
  }

  private func tick() {
    frame = (frame + 1) % Glyphs.spinner.count
    waitForTick()
    onTick?()
  }
}
