import GalleryPresentation
import TerminalKit

/// A question with one line for the answer, over the last lines of the screen below.
///
/// ```
/// ─ Price of vienna.street ── EUR is meant without a currency ─
///  Price: 120.00▏                                  not a price
/// ```
public final class PromptScreen: Screen, CommandedScreen {
  private let question: Question
  public let context: ScreenContext
  public let commands: ScreenCommands<PromptScreen>
  private let field: TextField
  private let end: (String?) -> Void
  private var hasEnded = false
  /// Whether the text is still the question's own, which the question may improve later.
  private var isUntouched = true
  /// The completions of the text if Tab found several; shown in place of the title.
  private var candidates: [String] = []
  /// Which former answer is in the field, and what was typed before; nil if none is.
  private var recalled: (index: Int, typed: String)?
  private var rule = 0
  private var line = Rect(origin: .zero, size: .zero)

  /// What to ask.
  public struct Question {
    /// Shown on the rule above, cleaned. Called at every frame, because the question may be known only later.
    public var title: () -> String
    /// Before the field, such as `Price: `.
    public var prompt: String
    /// What the field has at first: a proposal, which typing replaces. Called at every frame until the user types.
    public var text: () -> String
    /// How many characters of the text come before the cursor, and are replaced.
    public var cursor: (_ text: String) -> Int
    /// Whether the user has typed the text, so that it is continued.
    public var isTyped = false
    /// Shown in an empty field. Called at every frame.
    public var placeholder: () -> String
    /// What is wrong with a text, in a few words; nil if it can be submitted. Called at every key.
    public var fault: (String) -> String?
    /// Completions of a text; nil if there is no completion.
    public var completions: ((String) -> [String])?
    /// Earlier answers, the latest first.
    public var former: [String]

    public init(
      title: @autoclosure @escaping () -> String, prompt: String,
      text: @autoclosure @escaping () -> String = "",
      cursor: @escaping (_ text: String) -> Int = { $0.count },
      placeholder: @autoclosure @escaping () -> String = "",
      fault: @escaping (String) -> String? = { _ in nil },
      completions: ((String) -> [String])? = nil, former: [String] = []
    ) {
      self.title = title
      self.prompt = prompt
      self.text = text
      self.cursor = cursor
      self.placeholder = placeholder
      self.fault = fault
      self.completions = completions
      self.former = former
    }
  }

  /// - Parameter end: Called once, with an answer that has no fault, or with nil if the user cancelled.
  public init(
    _ question: Question, context: ScreenContext, end: @escaping (String?) -> Void
  ) {
    self.question = question
    self.context = context
    commands = ScreenCommands(Self.makeCommands(), on: .prompt, keys: context.keys)
    self.end = end
    field = TextField(
      prompt: question.prompt, placeholder: question.placeholder(),
      maximumLength: TextField.sourceLength, theme: context.theme)
    takeText(question.text())
  }

  private func takeText(_ text: String) {
    if question.isTyped {
      field.text = text
    } else {
      field.propose(text, cursor: question.cursor(text))
    }
  }

  public func bindViewModel() {}

  public var isOverlay: Bool { true }

  public func layout(size: Size) {
    field.placeholder = question.placeholder()
    if isUntouched {
      let text = question.text()
      if text != field.text { takeText(text) }
    }
    let chrome = Chrome(size: size)
    (rule, line) = (chrome.bottomRule, chrome.keyLine)
  }

  public var cursor: Point? { field.cursor }

  public func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    surface.rule(rule, theme: theme)
    surface.write(
      " \(heading) ", at: Point(column: 1, row: rule),
      style: theme.secondary, maxColumns: columns - 2)
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    let fault = question.fault(field.text) ?? ""
    let half = line.size.columns / 2
    let faultColumns = surface.write(
      fault, in: Rect(column: line.maxColumn - half, row: line.minRow, columns: half, rows: 1),
      style: theme.warning, alignment: .right)
    field.draw(
      on: &surface,
      in: Rect(
        origin: line.origin,
        size: Size(
          columns: max(1, line.size.columns - (faultColumns > 0 ? faultColumns + 2 : 0)), rows: 1)))
  }

  private static func makeCommands() -> [ScreenCommand<PromptScreen>] {
    [
      ScreenCommand(.promptAccept, hint: "ok") { $0.submit() },
      ScreenCommand(.promptCancel, hint: "cancel") { $0.finish(nil) },
      ScreenCommand(.promptComplete, hint: "complete") { $0.complete() }.when {
        $0.question.completions != nil
      },
      ScreenCommand(.promptOlder) { $0.recall(1) }.when { !$0.question.former.isEmpty },
      ScreenCommand(.promptNewer) { $0.recall(-1) }.when { !$0.question.former.isEmpty },
    ]
  }

  public func handle(_ key: Key) -> Bool {
    changed()
    return field.handle(key)
  }

  public func handle(paste text: String) {
    changed()
    field.paste(text)
  }

  private func changed() { (candidates, recalled, isUntouched) = ([], nil, false) }

  /// The last part of each completion, else the title.
  private var heading: String {
    guard !candidates.isEmpty else { return question.title() }
    let names = candidates.map { text in
      text.split(separator: "/").last.map { "\($0)/" } ?? text
    }
    return names.joined(separator: "  ")
  }

  /// As shells do: completes as far as all candidates agree; if there are several, they are shown.
  private func complete() {
    (recalled, isUntouched) = (nil, false)
    let found = question.completions?(field.text) ?? []
    guard let first = found.first else {
      candidates = []
      return
    }
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.count > field.text.count { field.text = common }
    candidates = found.count > 1 ? found : []
  }

  private func recall(_ step: Int) {
    (candidates, isUntouched) = ([], false)
    let typed = recalled?.typed ?? field.text
    // The initial text is the latest answer.
    let first = question.former.first == typed && recalled == nil ? 0 : -1
    let index = min((recalled?.index ?? first) + step, question.former.count - 1)
    recalled = index < 0 ? nil : (index, typed)
    field.text = index < 0 ? typed : question.former[index]
  }

  /// A fault keeps the prompt open.
  private func submit() {
    guard question.fault(field.text) == nil else { return }
    finish(field.text)
  }

  private func finish(_ answer: String?) {
    guard !hasEnded else { return }
    hasEnded = true
    end(answer)
  }
}
