import GalleryPresentation
import TerminalKit

/// A line to type in at the foot of the screen, with what may be chosen above it: where the parts stand, how they
/// are drawn, and what keys, pastes and the mouse do to them. Whose line it is binds it to a view model.
final class PromptView {
  let field: TextField
  /// What the user does besides typing.
  var actions = Actions()
  let theme: Theme
  private(set) var layout = PromptLayout(size: .zero, choiceCount: 0)
  /// What may be chosen, counted from the line upwards.
  private var scroll = ScrollGeometry()
  /// The height stays as it was while less and less is left: what changes its size uncovers pictures, and they
  /// are dear to send again. It goes when nothing is left.
  private var lineCount = 0
  /// Whether the last press was on a choice: a double click is on that one, wherever it stands by now.
  private var isChoicePressed = false

  /// What becomes of what the user does; `field.onChange` says what was typed.
  struct Actions {
    /// The wheel or a press moved to a choice.
    var highlight: (Int) -> Void = { _ in }
    /// A double click on a choice.
    var choose: () -> Void = {}
    /// A press beside the prompt, or nothing is left to delete.
    var cancel: () -> Void = {}
    var setNeedsDisplay: () -> Void = {}
  }

  /// What is written around the line.
  struct Words {
    /// Over the choices.
    var heading: String
    var choices: [String]
    /// On the rule over the line.
    var hint: String
    var hintStyle: Style
    /// What the keys do that have a hint.
    var commands: [KeyCommand]
  }

  var hasChoices: Bool { scroll.count > 0 }

  init(field: TextField, theme: Theme) {
    self.field = field
    self.theme = theme
  }

  func setChoices(count: Int, selected: Int?) {
    scroll.setCount(count)
    lineCount = scroll.count == 0 ? 0 : max(lineCount, scroll.count)
    scroll.select(selected)
    if selected == nil { scroll.setOffset(0) }
  }

  func layout(size: Size) {
    layout = PromptLayout(size: size, choiceCount: lineCount)
    scroll.setHeight(layout.choices.size.rows)
  }

  // MARK: Input

  /// A key that no command has.
  func handle(_ key: Key) -> Bool {
    // As in `less` and `vim`: there is nothing left to delete but the prompt.
    if field.text.isEmpty, key == .backspace || key == .control("h") {
      actions.cancel()
      return true
    }
    return field.handle(key)
  }

  func handle(paste text: String) {
    field.insert(TextCleaner.line(text))
    actions.setNeedsDisplay()
  }

  func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: 1)
    case .wheelDown: scroll(by: -1)
    case .press where !layout.covered.contains(mouse.position): actions.cancel()
    case .press:
      let choice = choice(at: mouse.position)
      isChoicePressed = choice != nil
      if let choice { actions.highlight(choice) }
    case .doubleClick: if isChoicePressed { actions.choose() }
    case .singleClick, .release, .drag: break
    }
  }

  /// Moves the window; the field changes only when the highlighted choice has to move with it.
  private func scroll(by rows: Int) {
    let selection = scroll.selection
    scroll.scroll(by: rows)
    if scroll.selection != selection, let choice = scroll.selection { actions.highlight(choice) }
    actions.setNeedsDisplay()
  }

  private func choice(at point: Point) -> Int? {
    guard layout.choices.contains(point) else { return nil }
    return scroll.row(atLine: layout.choices.maxRow - 1 - point.row)
  }

  // MARK: Drawing

  func draw(_ words: Words, on surface: inout Surface) {
    if let row = layout.topRule { drawTopRule(row, words, on: &surface) }
    drawChoices(words.choices, on: &surface)
    if let row = layout.bottomRule { drawBottomRule(row, words, on: &surface) }
    surface.fill(
      Rect(column: 0, row: layout.prompt.minRow, columns: surface.size.columns, rows: 1))
    field.draw(on: &surface, in: layout.prompt)
  }

  private func drawTopRule(_ row: Int, _ words: Words, on surface: inout Surface) {
    drawRule(row, on: &surface)
    // The rule beside a preview ends here.
    for column in 0..<surface.size.columns
    where surface[column, row - 1] == Cell(character: theme.glyphs.vertical, style: theme.rule) {
      surface[column, row] = Cell(character: theme.glyphs.teeUp, style: theme.rule)
    }
    drawLabel(words.heading, theme.secondary, row: row, on: &surface)
  }

  /// As far as there is room for both, the keys beside the hint.
  private func drawBottomRule(_ row: Int, _ words: Words, on surface: inout Surface) {
    // Without choices it is the list's: what was said on it makes way, the foot of the preview's rule stays.
    let tee = (0..<surface.size.columns).last { surface[$0, row].character == theme.glyphs.teeUp }
    drawRule(row, on: &surface)
    if let tee, layout.topRule == nil {
      surface[tee, row] = Cell(character: theme.glyphs.teeUp, style: theme.rule)
    }
    let end = drawLabel(
      theme.glyphs.words(words.hint), words.hintStyle, row: row, on: &surface)
    let line = KeyLine(commands: words.commands, theme: theme)
    let start = surface.size.columns - line.columns - 3
    guard start > end else { return }
    let rect = Rect(column: start - 1, row: row, columns: line.columns + 2, rows: 1)
    surface.fill(rect)
    line.draw(on: &surface, in: rect.inset(columns: 1, rows: 0))
  }

  private func drawRule(_ row: Int, on surface: inout Surface) {
    surface.horizontalRule(
      at: Point(column: 0, row: row), columns: surface.size.columns, style: theme.rule,
      glyphs: theme.glyphs)
  }

  /// - Returns: The column after it.
  @discardableResult
  private func drawLabel(
    _ text: String, _ style: Style, row: Int, on surface: inout Surface
  ) -> Int {
    guard !text.isEmpty else { return 0 }
    return 1
      + surface.write(
        " \(text) ", at: Point(column: 1, row: row), style: style,
        maxColumns: surface.size.columns - 2, ellipsis: theme.glyphs.ellipsis)
  }

  private func drawChoices(_ choices: [String], on surface: inout Surface) {
    surface.fill(layout.choices)
    for index in scroll.visibleRows where choices.indices.contains(index) {
      let row = layout.choices.maxRow - 1 - scroll.line(ofRow: index)
      guard row >= layout.choices.minRow else { continue }
      let isHighlighted = index == scroll.selection
      if isHighlighted {
        surface[0, row] = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
      }
      // Below each other with what is typed.
      surface.write(
        choices[index], at: Point(column: 3, row: row),
        style: isHighlighted ? theme.selection : theme.primary,
        maxColumns: surface.size.columns - 4, ellipsis: theme.glyphs.ellipsis)
    }
  }
}
