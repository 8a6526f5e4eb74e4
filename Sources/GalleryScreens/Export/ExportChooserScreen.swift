import GalleryPresentation
import TerminalKit

/// The kinds of export, on one line at the foot of the screen below.
///
/// ```
/// ─ Export 24 photos ──────────────────────────────
///  p PDF  h HTML  c copy the originals  Esc back
/// ```
final class ExportChooserScreen: Screen, CommandedScreen {
  private let viewModel: ExportViewModel
  private let theme: Theme
  let commands: ScreenCommands<ExportChooserScreen>
  private var foot = ExportFoot()

  init(viewModel: ExportViewModel, theme: Theme, keys: KeyBindings) {
    self.viewModel = viewModel
    self.theme = theme
    commands = ScreenCommands(Self.makeCommands(), on: .export, keys: keys)
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }

  func layout(size: Size) { foot.layout(size: size) }

  func draw(on surface: inout Surface) {
    foot.draw(title: viewModel.titleText, on: &surface, theme: theme)
    var column = foot.line.minColumn
    for command in commands.hinted(of: self) {
      guard let key = command.keys.first else { continue }
      let name = key.description(glyphs: theme.glyphs)
      let words = command.hint ?? command.title
      let columns = GlyphWidth.columns(of: "\(name) \(words)")
      // Whole entries only, as in the key line; all of them fit into 48 columns.
      guard column + columns <= foot.line.maxColumn else { break }
      column += surface.write(
        name, at: Point(column: column, row: foot.line.minRow), style: theme.title)
      column += surface.write(
        " \(words)", at: Point(column: column, row: foot.line.minRow), style: theme.secondary)
      column += 2
    }
  }

  private static func makeCommands() -> [ScreenCommand<ExportChooserScreen>] {
    let hints: [(ExportKind, String)] = [
      (.pdf, "PDF"), (.html, "HTML"), (.originals, "copy originals"),
    ]
    return hints.map { kind, hint in
      ScreenCommand(.export(kind), hint: hint) { $0.viewModel.chosen(kind) }
    } + [ScreenCommand(.exportCancel, hint: "cancel") { $0.viewModel.cancel() }]
  }
}
