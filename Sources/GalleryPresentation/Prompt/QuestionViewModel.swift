/// A question, with the user's answer.
///
/// ```
/// ─ Price of vienna.street ── EUR is meant without a currency ─
///  Price: 120.00▏                                  not a price
/// ```
public final class QuestionViewModel: PromptViewModel {
  public let question: TextQuestion
  private let close: () -> Void
  private var hasEnded = false
  /// Whether the text is still the question's own, which the question may improve later.
  private var isUntouched = true
  /// The completions of the text if Tab found several; they replace the title.
  private var candidates: [String] = []
  /// Earlier answers can be called back.
  public var line = PromptLine()
  public var updateClosure: (() -> Void)?

  /// The longest path, and addresses with signatures.
  public static let answerLimit = 4_096

  /// - Parameter close: Called once, before the question gets its answer.
  public init(_ question: TextQuestion, close: @escaping () -> Void) {
    self.question = question
    self.close = close
    line.typed = question.text
    line.choices = question.former.map { PromptChoice(label: $0, text: $0) }
  }

  public var prompt: String { question.prompt }
  public var placeholderText: String { question.placeholder }
  public var maximumLength: Int { Self.answerLimit }
  /// Empty before something is typed.
  public var faultText: String {
    isUntouched && text.isEmpty ? "" : question.fault(text) ?? ""
  }
  public let heading = ""
  public var completes: Bool { question.completions != nil }
  public var isEditable: Bool { question.edit != nil }
  public var recalls: Bool { !question.former.isEmpty }
  /// Whether the title is what Tab found.
  public var listsCompletions: Bool { !candidates.isEmpty }
  /// How much of the text is a proposal, which typing replaces; nil for none.
  public var proposedCount: Int? {
    isUntouched && !question.isTyped ? question.cursor(text) : nil
  }

  /// The last part of each completion, else the question.
  public var title: String {
    guard listsCompletions else { return question.title }
    return candidates.map { text in text.split(separator: "/").last.map { "\($0)/" } ?? text }
      .joined(separator: "  ")
  }

  /// Call before each frame: what is asked about may be known now.
  public func refresh() {
    if isUntouched, question.text != text { line.typed = question.text }
  }

  /// Call before a key or a paste that may change the text.
  public func touched() { (candidates, isUntouched) = ([], false) }

  public func textChanged(to text: String) { line.typed = text }

  /// As shells do: completes as far as all candidates agree; if there are several, they are shown.
  public func complete() {
    touched()
    let found = question.completions?(text) ?? []
    guard let first = found.first else { return }
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.count > text.count { line.typed = common }
    candidates = found.count > 1 ? found : []
    updateClosure?()
  }

  public func lineMoved() {
    touched()
    updateClosure?()
  }

  /// A fault keeps the prompt open.
  public func submit() {
    let answer = text
    if question.fault(answer) == nil { return end { question.answer(answer) } }
    touched()
    updateClosure?()
  }

  /// Call when the user wants to go on in an editor.
  public func edit() {
    let answer = text
    if question.fault(answer) == nil, let edit = question.edit { end { edit(answer) } }
  }

  public func cancel() { end(question.cancelled) }

  private func end(_ finish: () -> Void) {
    guard !hasEnded else { return }
    hasEnded = true
    close()
    finish()
  }
}
