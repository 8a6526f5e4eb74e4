import GalleryPresentation
import TerminalKit

/// What is typed into a prompt, and what there is to say about it.
protocol PromptModel: AnyObject {
  /// Where its commands are in the table.
  var screen: CommandScreen { get }
  /// On the rule above the line.
  var title: String { get }
  /// Whether that is what was not understood.
  var isTitleWarning: Bool { get }
  /// At the end of the line: what is wrong with the text; empty for nothing.
  var faultText: String { get }
  /// Above that rule, with another one; empty for nothing.
  var message: String { get }
  /// Above the choices.
  var heading: String { get }
  var choices: [String] { get }
  /// A number for each choice, or an empty text; none at all if there are none.
  var choiceCounts: [String] { get }
  /// The choice that is shown in the field.
  var highlightedIndex: Int? { get }
  /// Whether the text can be completed, and earlier answers called back; for a question.
  var completes: Bool { get }
  var recalls: Bool { get }

  /// Makes the line, which belongs to the model. Call once; `changed` is called when something has changed without a key.
  func bind(_ theme: Theme, _ changed: @escaping () -> Void) -> TextField
  /// Call before each frame.
  func refresh()
  /// Call before a key or a paste that may change the text.
  func touched()
  func highlight(_ index: Int)
  /// Moves away from the line, to a choice or to an older answer; `newer()` back to it.
  func older()
  func newer()
  func complete()
  /// Takes the highlighted choice.
  func choose()
  func submit()
  func cancel()
}

extension PromptModel {
  var isTitleWarning: Bool { false }
  var faultText: String { "" }
  var message: String { "" }
  var heading: String { "" }
  var choices: [String] { [] }
  var choiceCounts: [String] { [] }
  var highlightedIndex: Int? { nil }
  var completes: Bool { false }
  var recalls: Bool { false }
  func refresh() {}
  func touched() {}
  func highlight(_ index: Int) {}
  func complete() {}
  func choose() {}
}

/// A search, with recent queries above it.
extension SearchViewModel: PromptModel {
  func bind(_ theme: Theme, _ changed: @escaping () -> Void) -> TextField {
    let field = TextField(prompt: "/ ", placeholder: placeholderText, theme: theme)
    updateTextClosure = { [weak self, field] in
      if let self { field.text = text }
      changed()
    }
    updateQueriesClosure = changed
    field.onChange = { [weak self] in self?.textChanged(to: $0) }
    viewDidLoad()
    return field
  }

  var screen: CommandScreen { .search }
  var title: String { hintText }
  var heading: String { "recent" }
  var choices: [String] { recentQueries }
  func highlight(_ index: Int) { queryHighlighted(at: index) }
  func older() { olderQueryWanted() }
  func newer() { newerQueryWanted() }
  func choose() { submit() }
}

/// A filter, with suggestions above it.
extension FilterViewModel: PromptModel {
  func bind(_ theme: Theme, _ changed: @escaping () -> Void) -> TextField {
    let field = TextField(
      prompt: "& ", placeholder: placeholderText,
      // A filter that is longer can be edited as a whole.
      maximumLength: text.count + FilterText.typedLimit, theme: theme)
    field.text = text
    updateTextClosure = { [weak self, field] in
      if let self { field.text = text }
      changed()
    }
    let markFault = { [weak self, weak field] in
      // A term that is still being typed isn't wrong yet.
      field?.markedRange = self?.fault.flatMap { $0.isUnfinished ? nil : $0.place }
    }
    updateSuggestionsClosure = {
      markFault()
      changed()
    }
    field.onChange = { [weak self] in self?.textChanged(to: $0) }
    markFault()
    return field
  }

  var screen: CommandScreen { .filter }

  /// What was not understood, else what the counts are of, what is expected, or when the filter is applied.
  var title: String { (isTitleWarning ? nil : countText) ?? fault?.advice ?? hintText }

  var isTitleWarning: Bool { fault.map { !$0.isUnfinished } ?? false }
  var heading: String { "suggestions" }
  var choices: [String] { suggestions }
  var choiceCounts: [String] { suggestionCounts }
  func highlight(_ index: Int) { suggestionHighlighted(at: index) }
  func older() { nextSuggestionWanted() }
  func newer() { previousSuggestionWanted() }
  func complete() { completionWanted() }
  func choose() { completionWanted() }
}

/// A question, with its answer.
///
/// ```
/// ─ Price of vienna.street ── EUR is meant without a currency ─
///  Price: 120.00▏                                  not a price
/// ```
final class QuestionPrompt: PromptModel {
  private let question: TextQuestion
  private let field: TextField
  private let close: () -> Void
  private var hasEnded = false
  /// Whether the text is still the question's own, which the question may improve later.
  private var isUntouched = true
  /// The completions of the text if Tab found several; shown in place of the title.
  private var candidates: [String] = []
  /// Which former answer is in the field, and what was typed before; nil if none is.
  private var recalled: (index: Int, typed: String)?

  /// - Parameter close: Called once, before the question gets its answer.
  init(_ question: TextQuestion, theme: Theme, close: @escaping () -> Void) {
    self.question = question
    self.close = close
    field = TextField(
      prompt: question.prompt, placeholder: question.placeholder,
      maximumLength: TextField.sourceLength, theme: theme)
    field.isHidden = question.isSecret
    takeText(question.text)
  }

  func bind(_ theme: Theme, _ changed: @escaping () -> Void) -> TextField { field }

  private func takeText(_ text: String) {
    if question.isTyped {
      field.text = text
    } else {
      field.propose(text, cursor: question.cursor(text))
    }
  }

  func refresh() {
    field.placeholder = question.placeholder
    guard isUntouched else { return }
    let text = question.text
    if text != field.text { takeText(text) }
  }

  func touched() { (candidates, recalled, isUntouched) = ([], nil, false) }

  let screen = CommandScreen.prompt

  /// The last part of each completion, else the question.
  var title: String {
    guard !candidates.isEmpty else { return question.title }
    return candidates.map { text in text.split(separator: "/").last.map { "\($0)/" } ?? text }
      .joined(separator: "  ")
  }

  var faultText: String { question.fault(field.text) ?? "" }
  var message: String { question.message }
  var completes: Bool { question.completions != nil }
  var recalls: Bool { !question.former.isEmpty }

  /// As shells do: completes as far as all candidates agree; if there are several, they are shown.
  func complete() {
    touched()
    let found = question.completions?(field.text) ?? []
    guard let first = found.first else { return }
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.count > field.text.count { field.text = common }
    candidates = found.count > 1 ? found : []
  }

  func older() { recall(1) }
  func newer() { recall(-1) }

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
  func submit() {
    let answer = field.text
    if question.fault(answer) == nil { end { question.answer(answer) } }
  }

  func cancel() { end(question.cancelled) }

  private func end(_ tell: () -> Void) {
    guard !hasEnded else { return }
    hasEnded = true
    close()
    tell()
  }
}

extension TextField {
  /// The longest path, and addresses with signatures.
  static let sourceLength = 4_096

  /// Inserts a clean line, without the `…` of a text that is cut: it would be part of a path or an address.
  func paste(_ text: String) {
    insert(TextCleaner.line(text, limit: TextLimit(characters: maximumLength + 1)))
  }
}
