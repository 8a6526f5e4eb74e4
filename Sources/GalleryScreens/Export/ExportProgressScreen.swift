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
  private var foot = ExportFoot()
  /// The current step of a bar without a total.
  private var step = 0

  init(viewModel: ExportViewModel, theme: Theme, keys: KeyBindings) {
    self.viewModel = viewModel
    self.theme = theme
    self.keys = keys
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }

  func layout(size: Size) { foot.layout(size: size) }

  /// Call when the export has made progress.
  func wentOn() { step += 1 }

  func draw(on surface: inout Surface) {
    foot.draw(
      title: viewModel.currentTitle.isEmpty ? viewModel.titleText : viewModel.currentTitle,
      detail: keys.hint(.exportCancel, on: .progress, "cancel", glyphs: theme.glyphs), on: &surface,
      theme: theme)
    ProgressBar(
      viewModel.fraction.map(ProgressBar.Progress.fraction) ?? .indeterminate(step: step),
      label: foot.line.size.columns >= 60 ? "exporting" : "", detail: viewModel.progressText,
      theme: theme
    ).draw(on: &surface, in: foot.line)
  }

  private(set) lazy var commands = ScreenCommands<ExportProgressScreen>(
    [ScreenCommand(.exportCancel, hint: "cancel") { $0.viewModel.cancel() }], on: .progress,
    keys: keys)
}
