/// A spinner: one column that turns while something is under way.
///
/// Its ticks run only between `startAnimating()` and `stopAnimating()`: an idle program never wakes.
public final class ActivityIndicator {
  /// How long each frame is shown.
  public static let frameInterval = Duration.milliseconds(100)

  /// Whether it turns, and ticks run.
  public private(set) var isAnimating = false
  /// Called after each tick: ask for a new frame of the screen there.
  public var onTick: (() -> Void)?
  public var theme: Theme
  private let ticks: any TickSource
  private var frame = 0

  public init(ticks: any TickSource = DispatchTickSource(), theme: Theme = .standard()) {
    self.ticks = ticks
    self.theme = theme
  }

  /// Starts at the first frame; does nothing while it turns.
  public func startAnimating() {
    guard !isAnimating else { return }
    isAnimating = true
    frame = 0
    ticks.start(every: Self.frameInterval) { [weak self] in self?.tick() }
  }

  /// Stops the ticks; does nothing while it does not turn.
  public func stopAnimating() {
    guard isAnimating else { return }
    isAnimating = false
    ticks.stop()
  }

  /// The sign to show now; nil while it does not turn.
  public var character: Character? {
    let frames = theme.glyphs.spinner
    return isAnimating && !frames.isEmpty ? frames[frame % frames.count] : nil
  }

  /// Draws sign and text, `⠹ refreshing`, or nothing while it does not turn.
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
        maxColumns: maxColumns.map { $0 - 2 }, ellipsis: theme.glyphs.ellipsis)
  }

  private func tick() {
    guard isAnimating else { return }
    frame &+= 1
    frame &= 0xFFFF
    onTick?()
  }
}
