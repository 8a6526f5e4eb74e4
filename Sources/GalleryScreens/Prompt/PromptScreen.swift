import GalleryPresentation
import TerminalKit

/// A question with one line to answer it in, over the last lines of the screen below.
///
/// ```
/// ─ Price of vienna.street ── EUR is meant without a currency ─
///  Price: 120.00▏                                  not a price
/// ```
public final class PromptScreen: Screen {
  private let question: Question
  private let theme: Theme
  private let keys: KeyBindings
  private let field: TextField
  private let end: (String?) -> Void
  private var hasEnded = false
  private var rule: Int?
  private var line = Rect(origin: .zero, size: .zero)

  /// What is asked.
  public struct Question {
    /// Stands in the rule above, cleaned.
    public var title: String
    /// Before the field, such as `Price: `.
    public var prompt: String
    public var text: String
    public var placeholder: String
    /// What is wrong with a text, in a few words; nil when it may be given. Asked at every key.
    public var fault: (String) -> String?

    public init(
      title: String, prompt: String, text: String = "", placeholder: String = "",
      fault: @escaping (String) -> String? = { _ in nil }
    ) {
      self.title = title
      self.prompt = prompt
      self.text = text
      self.placeholder = placeholder
      self.fault = fault
    }
  }

  /// - Parameter end: Called once, with the text of an answer without a fault, or with nil when there is none.
  public init(
    _ question: Question, theme: Theme, keys: KeyBindings = .standard,
    end: @escaping (String?) -> Void
  ) {
    self.question = question
    self.theme = theme
    self.keys = keys
    self.end = end
    field = TextField(
      prompt: question.prompt, placeholder: question.placeholder, maximumLength: 1_000, theme: theme
    )
    field.text = question.text
  }

  public func bindViewModel() {}

  public var isOverlay: Bool { true }

  public func layout(size: Size) {
    let frame = PhotoListFrame(size: size)
    rule = frame.bottomRule
    line = Rect(column: 1, row: frame.keyLine, columns: max(0, size.columns - 2), rows: 1)
  }

  public var cursor: Point? { field.cursor }

  public func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    if let rule {
      surface.horizontalRule(
        at: Point(column: 0, row: rule), columns: columns, style: theme.rule, glyphs: theme.glyphs)
      surface.write(
        " \(theme.glyphs.words(question.title)) ", at: Point(column: 1, row: rule),
        style: theme.secondary, maxColumns: columns - 2, ellipsis: theme.glyphs.ellipsis)
    }
    surface.fill(Rect(column: 0, row: line.minRow, columns: columns, rows: 1))
    let fault = question.fault(field.text).map(theme.glyphs.words) ?? ""
    let half = line.size.columns / 2
    let faultColumns = surface.write(
      fault, in: Rect(column: line.maxColumn - half, row: line.minRow, columns: half, rows: 1),
      style: theme.warning, alignment: .right, ellipsis: theme.glyphs.ellipsis)
    field.draw(
      on: &surface,
      in: Rect(
        origin: line.origin,
        size: Size(
          columns: max(1, line.size.columns - (faultColumns > 0 ? faultColumns + 2 : 0)), rows: 1)))
  }

  public var keyCommands: [KeyCommand] {
    keys.apply(
      [
        KeyCommand(.promptAccept, hint: "ok") { [weak self] in self?.submit() },
        KeyCommand(.promptCancel, hint: "cancel") { [weak self] in self?.finish(nil) },
      ], on: .prompt)
  }

  public func handle(_ key: Key) -> Bool { field.handle(key) }

  public func handle(paste text: String) { field.insert(TextCleaner.line(text)) }

  /// A fault stays where it stands, and the prompt with it.
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
