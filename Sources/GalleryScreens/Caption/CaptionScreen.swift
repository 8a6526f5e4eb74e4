import GalleryDomain
import GalleryPresentation
import TerminalKit

/// Opens what is in the fields in the user's own editor; a field that is missing differs from photo to photo.
public typealias CaptionEditing = (CaptionEdit) -> EditedCaption

/// What has become of the fields in the user's own editor.
public enum EditedCaption {
  case read(CaptionEdit)
  case failed(Complaint)
  /// `again` opens the same text once more.
  case faulty(Complaint, again: () -> EditedCaption)
}

/// What is said about photos, a line for each field, at the foot of the screen below: binds them to a `CaptionViewModel`.
///
/// ```
/// ─ lake ─────────────── Ctrl-S write  Ctrl-O editor  Esc cancel ─
///   Title     Harbour at dusk
///   Caption   Boats in the old harbour⏎The church behind
/// ▌ Keywords  harbour, boats, lis▏
///   Creator   mixed
///   Copyright © 2026 Ana Sol
///   Alt
///             → lisbon 120 · lissabon 3
/// ```
final class CaptionScreen: Screen, CommandedScreen {
  private typealias Field = PhotoCaption.Field

  let context: ScreenContext
  let commands: ScreenCommands<CaptionScreen>
  private let viewModel: CaptionViewModel
  private let editor: CaptionEditing?
  /// The field in focus.
  private let entry: TextField
  private var shown: Field?
  /// Opens the editor's text that couldn't be read; nil once one is read.
  private var again: (() -> EditedCaption)?
  private var rule = 0
  var cursor: Point? { entry.cursor }

  private static let entryColumn = 12

  init(_ viewModel: CaptionViewModel, editor: CaptionEditing?, context: ScreenContext) {
    (self.viewModel, self.editor, self.context) = (viewModel, editor, context)
    commands = ScreenCommands(Self.commands, on: .caption, keys: context.keys)
    entry = TextField(theme: context.theme)
  }

  var isOverlay: Bool { true }

  func bindViewModel() {
    viewModel.updateClosure = { [weak self] in self?.modelChanged() }
    viewModel.closeClosure = { [weak self] in if let self { context.close(self) } }
    modelChanged()
  }

  private func modelChanged() {
    let (field, text) = (viewModel.focus, viewModel.text(of: viewModel.focus))
    // Each keyword has a limit of its own; there is room for a hundred, in quotes.
    entry.maximumLength = field.limit.characters
    if field == .keywords { entry.maximumLength = 100 * (field.limit.characters + 4) }
    entry.placeholder = text == nil ? CaptionText.mixed : ""
    if field != shown || entry.text != text ?? "" { entry.text = text ?? "" }
    shown = field
    context.setNeedsDisplay()
  }

  func layout(size: Size) { rule = max(0, size.rows - Field.allCases.count - 2) }

  // MARK: Input

  /// All other keys type and edit.
  private static var commands: [ScreenCommand<CaptionScreen>] {
    [
      ScreenCommand("caption.write", hint: "write", isEssential: true) { $0.viewModel.submit() },
      ScreenCommand("caption.editor", hint: "editor") { $0.openEditor() }
        .when { $0.editor != nil },
      ScreenCommand("caption.cancel", hint: "cancel", isEssential: true) { $0.cancel() },
      ScreenCommand("caption.accept") { $0.viewModel.accept() },
      ScreenCommand("caption.complete") { $0.viewModel.complete() }
        .when { !$0.viewModel.suggestions.isEmpty },
      ScreenCommand("caption.next") { $0.viewModel.move(by: 1) },
      ScreenCommand("caption.previous") { $0.viewModel.move(by: -1) },
    ]
  }

  func handle(_ key: Key) -> Bool {
    let isUsed = entry.handle(key)
    if isUsed { typed() }
    return isUsed
  }

  func handle(paste text: String) {
    let end = [.caption: CaptionViewModel.lineEnd, .keywords: ", "][viewModel.focus] ?? " "
    // Only a caption may have empty lines.
    let lines = text.split(
      omittingEmptySubsequences: viewModel.focus != .caption, whereSeparator: \.isNewline)
    entry.paste(lines.joined(separator: end))
    typed()
  }

  private func typed() {
    viewModel.textChanged(to: entry.text, isAtEnd: entry.cursorIndex == entry.text.count)
  }

  func handle(_ mouse: MouseEvent) {
    let row = mouse.position.row - rule - 1
    if mouse.action == .press, Field.allCases.indices.contains(row) {
      viewModel.move(to: Field.allCases[row])
    }
  }

  private func cancel() {
    guard viewModel.hasChanges else { return viewModel.cancel() }
    context.confirm(
      CaptionText.discard, title: CaptionText.discardTitle,
      confirmed: { [viewModel] in viewModel.cancel() })
  }

  private func openEditor() {
    if let edited = again?() ?? editor?(viewModel.caption) { show(edited) }
  }

  private func show(_ edited: EditedCaption) {
    switch edited {
    case .read(let caption):
      again = nil
      viewModel.fill(with: caption)
    case .failed(let failure): context.show(failure: failure.words)
    case .faulty(let fault, let again):
      self.again = again
      let edit = PresentedChoice("e", "edit") { [weak self] in self?.openEditor() }
      context.choose(fault.words, title: CaptionText.faulty, among: [edit], none: "cancel")
    }
  }

  // MARK: Drawing

  func draw(on surface: inout Surface) {
    let size = surface.size
    surface.fill(Rect(column: 0, row: rule, columns: size.columns, rows: size.rows - rule))
    drawRule(rule, label: .init(viewModel.title, style: theme.title), on: &surface)
    var line = Rect(
      column: Self.entryColumn, row: rule + 1, columns: size.columns - Self.entryColumn - 1, rows: 1
    )
    for field in Field.allCases {
      draw(field, in: line, on: &surface)
      line.origin.row += 1
    }
    let start = size.columns < 60 ? 2 : Self.entryColumn
    surface.write(
      viewModel.noteText, at: Point(column: start, row: line.minRow), style: theme.secondary,
      maxColumns: size.columns - start - 1)
  }

  private func draw(_ field: Field, in line: Rect, on surface: inout Surface) {
    let isFocused = field == viewModel.focus
    surface.write(
      CaptionText.label(field), at: Point(column: 2, row: line.minRow),
      style: isFocused ? theme.focused : theme.secondary)
    guard !isFocused else {
      surface[0, line.minRow] = Cell(character: Glyphs.focusBar, style: theme.focusBar)
      return entry.draw(on: &surface, in: line)
    }
    let text = viewModel.text(of: field)
    let style = viewModel.isChanged(field) ? theme.accent : theme.primary
    surface.write(
      text ?? CaptionText.mixed, in: line, style: text == nil ? theme.secondary : style,
      alignment: .left)
  }
}
