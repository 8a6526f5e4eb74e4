import GalleryPresentation
import TerminalKit

/// The progress of work on several photos, over the last lines of the screen below; no other key works meanwhile.
public final class BatchProgressScreen: Screen, CommandedScreen {
  public var progress: BatchProgress
  private let theme: Theme
  private let keys: KeyBindings
  private let stop: () -> Void
  private var rule = 0
  private var line = Rect(origin: .zero, size: .zero)

  public init(
    _ progress: BatchProgress, theme: Theme, keys: KeyBindings, stop: @escaping () -> Void
  ) {
    self.progress = progress
    self.theme = theme
    self.keys = keys
    self.stop = stop
  }

  public func bindViewModel() {}

  public var isOverlay: Bool { true }

  public func layout(size: Size) {
    let frame = PhotoListFrame(size: size)
    rule = frame.bottomRule
    line = Rect(column: 1, row: frame.keyLine, columns: size.columns - 2, rows: 1)
  }

  public func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    surface.horizontalRule(
      at: Point(column: 0, row: rule), columns: columns, style: theme.rule)
    surface.write(
      " \(keys.hint(.progressStop, on: .progress, "stop")) ",
      at: Point(column: 1, row: rule), style: theme.secondary,
      maxColumns: columns - 2)
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    ProgressBar(
      progress.fraction.map { .fraction($0) }
        ?? .count(progress.doneCount, of: progress.totalCount), label: progress.label,
      detail:
        "\(CountText.grouped(progress.doneCount)) of \(CountText.grouped(progress.totalCount))",
      theme: theme
    ).draw(on: &surface, in: line)
  }

  public private(set) lazy var commands = ScreenCommands<BatchProgressScreen>(
    [ScreenCommand(.progressStop, hint: "stop") { $0.stop() }], on: .progress, keys: keys)

  /// Keys that would act on the list below wait for the end.
  public func handle(_ key: Key) -> Bool { true }
}
