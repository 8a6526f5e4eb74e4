import GalleryPresentation
import TerminalKit

/// The progress of an export, over the last lines of the screen below.
///
/// ```
/// ─ couple ───────────────────────────── Esc cancel ─
///  exporting ███████████▌              12 of 1,000
/// ```
final class ExportProgressScreen: Screen, CommandedScreen {
  private let viewModel: ExportViewModel
  private let theme: Theme
  private let keys: KeyBindings
  private var rule = 0
  private var line = Rect(origin: .zero, size: .zero)
  /// The current step of a bar without a total.
  private var step = 0

  init(viewModel: ExportViewModel, theme: Theme, keys: KeyBindings) {
    self.viewModel = viewModel
    self.theme = theme
    self.keys = keys
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }

  func layout(size: Size) {
    let frame = PhotoListFrame(size: size)
    rule = frame.bottomRule
    line = Rect(column: 1, row: frame.keyLine, columns: size.columns - 2, rows: 1)
  }

  /// Call when the export has made progress.
  func wentOn() { step += 1 }

  func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    drawTitle(on: &surface, row: rule)
    ProgressBar(
      viewModel.fraction.map(ProgressBar.Progress.fraction) ?? .indeterminate(step: step),
      label: line.size.columns >= 60 ? "exporting" : "", detail: viewModel.progressText,
      theme: theme
    ).draw(on: &surface, in: line)
  }

  /// The key that cancels has precedence; the title gets the rest.
  private func drawTitle(on surface: inout Surface, row: Int) {
    let columns = surface.size.columns
    surface.horizontalRule(
      at: Point(column: 0, row: row), columns: columns, style: theme.rule)
    let title = viewModel.currentTitle.isEmpty ? viewModel.titleText : viewModel.currentTitle
    let key = keys.hint(.exportCancel, on: .progress, "cancel")
    let keyColumn = max(1, columns - 3 - GlyphWidth.columns(of: key))
    if keyColumn > 6 {
      let words = TextLayout.truncate(
        title, columns: keyColumn - 4)
      surface.write(" \(words) ", at: Point(column: 1, row: row), style: theme.secondary)
    }
    guard !key.isEmpty else { return }
    surface.write(
      " \(key) ", at: Point(column: keyColumn, row: row),
      style: theme.secondary, maxColumns: columns - 2)
  }

  private(set) lazy var commands = ScreenCommands<ExportProgressScreen>(
    [ScreenCommand(.exportCancel, hint: "cancel") { $0.viewModel.cancel() }], on: .progress,
    keys: keys)
}
