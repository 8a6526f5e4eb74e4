import GalleryPresentation
import TerminalKit

/// A line of text at the foot of the screen below, with choices above it: a search, a filter, the answer to a question.
///
/// As in `less`, `vim` and `fzf`: the first choice is next to the line, so nothing moves when others arrive.
///
/// ```
/// list
/// ─ suggestions ──────────────────────────────────────────
/// ▌  camera:  NIKON D500 · X100V · 12 more
/// ──────────── Enter filter  Tab complete  Esc cancel ──
///  & cam▏
/// ```
public final class PromptScreen: Screen, CommandedScreen {
  public let context: ScreenContext
  public let commands: ScreenCommands<PromptScreen>
  private let model: any PromptViewModel
  /// nil for a search and a filter.
  private let question: QuestionViewModel?
  private var field = TextField()
  private var size = Size.zero
  private var layout = PromptLayout(size: .zero, choiceCount: 0)
  /// Whether the label is above the rule, on which it has no room beside the keys.
  private var isLabelAbove = false
  /// The choices, counted from the prompt upwards.
  private var scroll = ScrollGeometry()
  /// The lines above the rule. A question keeps as many as its longest message had at this size, because a change uncovers
  /// pictures, which are expensive to send again; what a filter expects comes and goes with its suggestions.
  private var messageRows = 0
  /// Whether the last press was on a choice: a double click chooses that one, wherever it is by now.
  private var isChoicePressed = false
  /// What was last put into the field, or typed.
  private var text: String?

  init(_ model: any PromptViewModel, context: ScreenContext) {
    self.model = model
    self.context = context
    question = model as? QuestionViewModel
    let screen: CommandScreen =
      question != nil ? .prompt : model is FilterViewModel ? .filter : .search
    commands = ScreenCommands(Self.commands(on: screen), on: screen, keys: context.keys)
  }

  public var isOverlay: Bool { true }

  /// In the field, so that screen readers read the typed text.
  public var cursor: Point? { field.cursor }

  /// A question isn't left by a click beside it, nor by Backspace in an empty field.
  private var isQuestion: Bool { question != nil }

  private var hasChoices: Bool { scroll.count > 0 }

  public func bindViewModel() {
    field = TextField(prompt: model.prompt, maximumLength: model.maximumLength, theme: theme)
    field.isHidden = question?.question.isSecret ?? false
    field.onChange = { [weak self] in
      self?.text = $0
      self?.model.textChanged(to: $0)
    }
    model.updateClosure = { [weak self] in self?.modelChanged() }
    model.viewDidLoad()
    modelChanged()
  }

  private func showText() {
    field.placeholder = model.placeholderText
    field.markedRange = model.faultPosition
    guard model.text != text else { return }
    text = model.text
    if let count = question?.proposedCount {
      field.propose(model.text, cursor: count)
    } else {
      field.text = model.text
    }
  }

  private func modelChanged() {
    showText()
    scroll.setCount(model.choices.count)
    scroll.select(model.highlightedIndex)
    if model.highlightedIndex == nil { scroll.setOffset(0) }
    context.setNeedsDisplay()
  }

  public func layout(size: Size) {
    if size != self.size { messageRows = 0 }
    self.size = size
    question?.refresh()
    showText()
    isLabelAbove =
      (question?.question.message ?? "").isEmpty
      && GlyphWidth.columns(of: label.text) > labelColumns(of: size.columns)
    let isCut = isLabelAbove && !isFaultOnRule && question?.listsCompletions == true
    let lines = TextLayout.wrap(
      message.text, columns: size.columns - 2, maxRows: isCut ? Self.completionRows : size.rows)
    messageRows = isQuestion ? max(messageRows, lines.count) : lines.count
    layout = PromptLayout(size: size, choiceCount: scroll.count, messageRows: messageRows)
    scroll.setHeight(layout.choices.size.rows)
  }

  // MARK: Input

  /// All other keys type and edit.
  private static func commands(on screen: CommandScreen) -> [ScreenCommand<PromptScreen>] {
    switch screen {
    case .search:
      [
        ScreenCommand("search.submit", hint: "search", isEssential: true) { $0.model.submit() },
        ScreenCommand("search.older") { $0.model.older() }.hinted {
          $0.hasChoices ? "recent" : nil
        },
        ScreenCommand("search.newer") { $0.model.newer() }.hinted {
          $0.hasChoices ? "recent" : nil
        },
        ScreenCommand("search.cancel", hint: "cancel", isEssential: true) { $0.model.cancel() },
      ]
    case .filter:
      [
        ScreenCommand("filter.submit", hint: "filter", isEssential: true) { $0.model.submit() },
        ScreenCommand("filter.complete", hint: "complete") { $0.model.complete() },
        ScreenCommand("filter.next") { $0.model.older() }.hinted { $0.hasChoices ? "choose" : nil },
        ScreenCommand("filter.previous") { $0.model.newer() }
          .hinted { $0.hasChoices ? "choose" : nil },
        ScreenCommand("filter.cancel", hint: "cancel", isEssential: true) { $0.model.cancel() },
      ]
    default:
      [
        ScreenCommand("prompt.accept", hint: "ok", isEssential: true) { $0.model.submit() },
        ScreenCommand("prompt.complete", hint: "complete") { $0.model.complete() }
          .when { $0.question?.completes ?? false },
        ScreenCommand("prompt.edit", hint: "editor") { $0.question?.edit() }
          .when { $0.question?.isEditable ?? false },
        ScreenCommand("prompt.cancel", hint: "cancel", isEssential: true) { $0.model.cancel() },
        ScreenCommand("prompt.older") { $0.model.older() }.when { $0.question?.recalls ?? false },
        ScreenCommand("prompt.newer") { $0.model.newer() }.when { $0.question?.recalls ?? false },
      ]
    }
  }

  /// As in `less` and `vim`: deleting in an empty search or filter closes it.
  public func handle(_ key: Key) -> Bool {
    if !isQuestion, field.text.isEmpty, key == .backspace || key == .control("h") {
      model.cancel()
      return true
    }
    question?.touched()
    return field.handle(key)
  }

  public func handle(paste text: String) {
    question?.touched()
    field.paste(text)
    context.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    guard !isQuestion else { return }
    switch mouse.action {
    case .wheelUp: scroll(by: 1)
    case .wheelDown: scroll(by: -1)
    case .press where !layout.covered.contains(mouse.position): model.cancel()
    case .press:
      let choice = choice(at: mouse.position)
      isChoicePressed = choice != nil
      if let choice { model.highlight(choice) }
    case .doubleClick where isChoicePressed:
      if model is FilterViewModel { model.complete() } else { model.submit() }
    case .doubleClick, .release, .drag: break
    }
  }

  /// Scrolls the choices; the field changes only if the highlighted choice would leave the window.
  private func scroll(by rows: Int) {
    let selection = scroll.selection
    scroll.scroll(by: rows)
    if scroll.selection != selection, let choice = scroll.selection { model.highlight(choice) }
    context.setNeedsDisplay()
  }

  private func choice(at point: Point) -> Int? {
    guard layout.choices.contains(point) else { return nil }
    return scroll.row(atLine: layout.choices.maxRow - 1 - point.row)
  }

  // MARK: Drawing

  public func draw(on surface: inout Surface) {
    if let row = layout.topRule {
      surface.closingRule(row, theme: theme)
      drawLabel(.init(model.heading, style: theme.secondary), row: row, on: &surface)
    }
    drawChoices(on: &surface)
    if !layout.message.isEmpty { drawMessage(on: &surface) }
    drawRule(
      layout.bottomRule, label: layout.message.isEmpty ? label : .init(""), note: model.note,
      on: &surface)
    var line = layout.prompt
    surface.fill(Rect(column: 0, row: line.minRow, columns: surface.size.columns, rows: 1))
    if isFaultBesideText {
      let used = surface.write(model.faultText, in: line, style: theme.warning, alignment: .right)
      line.size.columns -= used + 2
    }
    field.draw(on: &surface, in: line)
  }

  /// Whether what is wrong fits after the text; else it replaces the title.
  private var isFaultBesideText: Bool {
    let used = GlyphWidth.columns(of: field.prompt + field.text + model.faultText)
    return !model.faultText.isEmpty && used + 6 <= size.columns
  }

  private var isFaultOnRule: Bool { !model.faultText.isEmpty && !isFaultBesideText }

  /// What the line is about, or what is wrong.
  private var label: StatusLine.Part {
    let isWarning = isFaultOnRule || model.isTitleWarning
    return .init(
      isFaultOnRule ? model.faultText : model.title,
      style: isWarning ? theme.warning : theme.secondary)
  }

  /// The most lines of what Tab found.
  private static let completionRows = 3

  private var message: StatusLine.Part {
    isLabelAbove ? label : .init(question?.question.message ?? "", style: theme.primary)
  }

  private func drawMessage(on surface: inout Surface) {
    let rule = layout.message.minRow - 1
    surface.fill(
      Rect(column: 0, row: rule, columns: surface.size.columns, rows: layout.bottomRule - rule))
    surface.closingRule(rule, theme: theme)
    if !isLabelAbove { drawLabel(label, row: rule, on: &surface) }
    surface.writeWrapped(message.text, in: layout.message, style: message.style)
  }

  private func drawLabel(_ label: StatusLine.Part, row: Int, on surface: inout Surface) {
    guard !label.text.isEmpty else { return }
    surface.write(
      " \(label.text) ", at: Point(column: 1, row: row), style: label.style,
      maxColumns: surface.size.columns - 2)
  }

  private func drawChoices(on surface: inout Surface) {
    let (choices, counts) = (model.choices, model.choiceCounts)
    surface.fill(layout.choices)
    drawHiddenCount(on: &surface)
    let columns = choiceColumns(choices, counts, of: surface.size.columns - 4)
    for index in scroll.visibleRows where choices.indices.contains(index) {
      let row = layout.choices.maxRow - 1 - scroll.line(ofRow: index)
      guard row >= layout.choices.minRow else { continue }
      let isHighlighted = index == model.completedIndex
      if isHighlighted {
        surface[0, row] = Cell(character: Glyphs.focusBar, style: theme.focusBar)
      }
      // Aligned with the typed text.
      surface.write(
        choices[index], at: Point(column: 3, row: row),
        style: isHighlighted ? theme.focused : theme.primary,
        maxColumns: columns.choice)
      guard counts.indices.contains(index) else { continue }
      surface.write(
        counts[index],
        in: Rect(column: 3 + columns.choice + 2, row: row, columns: columns.count, rows: 1),
        style: theme.secondary, alignment: .right)
    }
  }

  /// How many choices are above the window, with the key that goes there: `↑ 21 more`.
  private func drawHiddenCount(on surface: inout Surface) {
    let count = scroll.count - scroll.visibleRows.upperBound
    guard let row = layout.topRule, count > 0, !isQuestion else { return }
    let next: Command = model is FilterViewModel ? "filter.next" : "search.older"
    let key = keys.keys(of: next, on: commandScreen).first.map { "\($0.description) " } ?? ""
    let words = "\(key)\(CountText.grouped(count)) more"
    surface.write(
      " \(words) ", in: Rect(column: 1, row: row, columns: surface.size.columns - 2, rows: 1),
      style: theme.secondary, alignment: .right)
  }

  /// The columns of the visible choices, and of their numbers beside them.
  private func choiceColumns(_ choices: [String], _ counts: [String], of columns: Int) -> (
    choice: Int, count: Int
  ) {
    let visible = scroll.visibleRows.filter(counts.indices.contains)
    let count = visible.map { GlyphWidth.columns(of: counts[$0]) }.max() ?? 0
    guard count > 0, columns > count + 2 else { return (columns, 0) }
    let widest =
      visible.map {
        choices.indices.contains($0) ? GlyphWidth.columns(of: choices[$0]) : 0
      }.max() ?? 0
    return (max(1, min(widest, columns - count - 2)), count)
  }
}

nonisolated private struct PromptLayout {
  let choices: Rect
  /// The text above the rule, with a rule of its own above it; empty without text.
  let message: Rect
  /// The rule above them; nil without them.
  let topRule: Int?
  /// The rule above the prompt.
  let bottomRule: Int
  let prompt: Rect

  /// Further choices are scrolled to.
  private static let maximumChoices = 8
  /// Lines of the list that stay visible.
  private static let listLines = 3

  init(size: Size, choiceCount: Int, messageRows: Int = 0) {
    let chrome = Chrome(size: size)
    prompt = chrome.keyLine
    bottomRule = chrome.bottomRule
    let rows = max(0, min(messageRows, bottomRule - 1))
    message = Chrome.lines(bottomRule - rows, rows: rows, of: size)
    let bottom = rows == 0 ? bottomRule : message.minRow - 1
    let room = bottom - chrome.content.minRow - Self.listLines - 1
    let lines = max(0, min(choiceCount, Self.maximumChoices, room))
    choices = Rect(column: 0, row: bottom - lines, columns: size.columns, rows: lines)
    topRule = lines > 0 ? choices.minRow - 1 : nil
  }

  /// The part of the list that the prompt covers.
  var covered: Rect {
    let top = topRule ?? choices.maxRow
    return Rect(
      column: 0, row: top, columns: prompt.size.columns + 2, rows: prompt.maxRow - top)
  }
}

extension TextField {
  /// Inserts a clean line, without the `…` of a text that is cut: it would be part of a path or an address.
  func paste(_ text: String) {
    insert(TextCleaner.line(text, limit: TextLimit(characters: maximumLength + 1)))
  }
}
