import GalleryPresentation
import TerminalKit

/// A prompt at the foot of the screen, with choices above it: its layout, its drawing, and how it handles keys, pastes and
/// the mouse. The screen that owns it binds it to a view model.
final class PromptView {
  let field: TextField
  /// What the user does besides typing.
  var actions = Actions()
  let theme: Theme
  private(set) var layout = PromptLayout(size: .zero, choiceCount: 0)
  /// The choices, counted from the prompt upwards.
  private var scroll = ScrollGeometry()
  /// Keeps its height while choices become fewer, because a change of size uncovers pictures, which are expensive to send
  /// again. Disappears when there are none.
  private var lineCount = 0
  /// Whether the last press was on a choice: a double click chooses that one, wherever it is by now.
  private var isChoicePressed = false

  /// What the user does; typed text is reported by `field.onChange`.
  struct Actions {
    /// The wheel or a press moved to a choice.
    var highlight: (Int) -> Void = { _ in }
    /// A double click on a choice.
    var choose: () -> Void = {}
    /// A press outside the prompt, or a deletion in an empty one.
    var cancel: () -> Void = {}
    var setNeedsDisplay: () -> Void = {}
  }

  /// The texts around the prompt.
  struct Words {
    /// Above the choices.
    var heading: String
    var choices: [String]
    /// A number for each choice, or an empty text; none at all if there are none.
    var counts: [String] = []
    /// On the rule above the prompt.
    var hint: String
    var hintStyle: Style
    /// The commands whose hints are shown.
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

  /// A key without a command.
  func handle(_ key: Key) -> Bool {
    // As in `less` and `vim`: deleting in an empty prompt closes it.
    if field.text.isEmpty, key == .backspace || key == .control("h") {
      actions.cancel()
      return true
    }
    return field.handle(key)
  }

  func handle(paste text: String) {
    field.paste(text)
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

  /// Scrolls the choices; the field changes only if the highlighted choice would leave the window.
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
    drawChoices(words, on: &surface)
    drawBottomRule(layout.bottomRule, words, on: &surface)
    surface.fill(
      Rect(column: 0, row: layout.prompt.minRow, columns: surface.size.columns, rows: 1))
    field.draw(on: &surface, in: layout.prompt)
  }

  private func drawTopRule(_ row: Int, _ words: Words, on surface: inout Surface) {
    surface.rule(row, theme: theme)
    // The rule beside a preview ends here.
    for column in 0..<surface.size.columns
    where surface[column, row - 1] == Cell(character: Glyphs.vertical, style: theme.rule) {
      surface[column, row] = Cell(character: Glyphs.teeUp, style: theme.rule)
    }
    drawLabel(words.heading, theme.secondary, row: row, on: &surface)
  }

  /// The hint and, if there is room, the keys.
  private func drawBottomRule(_ row: Int, _ words: Words, on surface: inout Surface) {
    // Without choices the rule is the list's: the hint replaces its text, but the end of the preview's rule stays.
    let tee = (0..<surface.size.columns).last { surface[$0, row].character == Glyphs.teeUp }
    surface.rule(row, theme: theme)
    if let tee, layout.topRule == nil {
      surface[tee, row] = Cell(character: Glyphs.teeUp, style: theme.rule)
    }
    let end = drawLabel(
      words.hint, words.hintStyle, row: row, on: &surface)
    let line = KeyLine(commands: words.commands, theme: theme)
    let start = surface.size.columns - line.columns - 3
    guard start > end else { return }
    let rect = Rect(column: start - 1, row: row, columns: line.columns + 2, rows: 1)
    surface.fill(rect)
    line.draw(on: &surface, in: rect.inset(columns: 1, rows: 0))
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
        maxColumns: surface.size.columns - 2)
  }

  private func drawChoices(_ words: Words, on surface: inout Surface) {
    let choices = words.choices
    surface.fill(layout.choices)
    let columns = choiceColumns(words, of: surface.size.columns - 4)
    for index in scroll.visibleRows where choices.indices.contains(index) {
      let row = layout.choices.maxRow - 1 - scroll.line(ofRow: index)
      guard row >= layout.choices.minRow else { continue }
      let isHighlighted = index == scroll.selection
      if isHighlighted {
        surface[0, row] = Cell(character: Glyphs.selectionBar, style: theme.selectionBar)
      }
      // Aligned with the typed text.
      surface.write(
        choices[index], at: Point(column: 3, row: row),
        style: isHighlighted ? theme.selection : theme.primary,
        maxColumns: columns.choice)
      guard words.counts.indices.contains(index) else { continue }
      surface.write(
        words.counts[index],
        in: Rect(column: 3 + columns.choice + 2, row: row, columns: columns.count, rows: 1),
        style: theme.secondary, alignment: .right)
    }
  }

  /// The columns of the visible choices, and of their numbers beside them.
  private func choiceColumns(_ words: Words, of columns: Int) -> (choice: Int, count: Int) {
    let visible = scroll.visibleRows.filter(words.counts.indices.contains)
    let count = visible.map { GlyphWidth.columns(of: words.counts[$0]) }.max() ?? 0
    guard count > 0, columns > count + 2 else { return (columns, 0) }
    let widest =
      visible.map {
        words.choices.indices.contains($0) ? GlyphWidth.columns(of: words.choices[$0]) : 0
      }.max() ?? 0
    return (max(1, min(widest, columns - count - 2)), count)
  }
}
