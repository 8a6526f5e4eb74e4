import GalleryPresentation
import TerminalKit

/// What photos can be made into, in one line at the foot of the screen below.
///
/// ```
/// ─ Export 24 photos ──────────────────────────────
///  p PDF  h HTML  c copy the originals  Esc back
/// ```
final class ExportChooserScreen: Screen {
  private let viewModel: ExportViewModel
  private let theme: Theme
  private let keys: KeyBindings
  private var foot = ExportFoot()

  init(viewModel: ExportViewModel, theme: Theme, keys: KeyBindings) {
    self.viewModel = viewModel
    self.theme = theme
    self.keys = keys
  }

  func bindViewModel() {}

  var isOverlay: Bool { true }

  func layout(size: Size) { foot.layout(size: size) }

  func draw(on surface: inout Surface) {
    foot.draw(title: viewModel.titleText, on: &surface, theme: theme)
    var column = foot.line.minColumn
    for command in keyCommands {
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

  var keyCommands: [KeyCommand] {
    let hints: [(ExportKind, String)] = [
      (.pdf, "PDF"), (.html, "HTML"), (.originals, "copy originals"),
    ]
    let kinds = hints.map { kind, hint in
      KeyCommand(.export(kind), hint: hint) { [weak self] in self?.viewModel.chosen(kind) }
    }
    let cancel = KeyCommand(.exportCancel, hint: "cancel") { [weak self] in
      self?.viewModel.cancel()
    }
    return keys.apply(kinds + [cancel], on: .export)
  }
}
