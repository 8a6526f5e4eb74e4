import GalleryPresentation
import TerminalKit

/// What is typed into a prompt, and what there is to say about it.
protocol PromptModel: AnyObject {
  /// Where its commands are in the table.
  var screen: CommandScreen { get }
  var field: TextField { get }
  /// On the rule above the line.
  var title: String { get }
  /// Whether that is what was not understood.
  var isTitleWarning: Bool { get }
  /// At the end of the line: what is wrong with the text; empty for nothing.
  var fault: String { get }
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

  /// Call once; `changed` is called when something has changed without a key.
  func bind(_ changed: @escaping () -> Void)
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
  var fault: String { "" }
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
final class SearchPrompt: PromptModel {
  private let viewModel: SearchViewModel
  let field: TextField

  init(_ viewModel: SearchViewModel, theme: Theme) {
    self.viewModel = viewModel
    field = TextField(prompt: "/ ", placeholder: viewModel.placeholderText, theme: theme)
  }

  func bind(_ changed: @escaping () -> Void) {
    viewModel.updateTextClosure = { [weak self] in
      if let self { field.text = viewModel.text }
      changed()
    }
    viewModel.updateQueriesClosure = changed
    field.onChange = { [weak viewModel] in viewModel?.textChanged(to: $0) }
    viewModel.viewDidLoad()
  }

  let screen = CommandScreen.search
  var title: String { viewModel.hintText }
  let heading = "recent"
  var choices: [String] { viewModel.recentQueries }
  var highlightedIndex: Int? { viewModel.highlightedIndex }
  func highlight(_ index: Int) { viewModel.queryHighlighted(at: index) }
  func older() { viewModel.olderQueryWanted() }
  func newer() { viewModel.newerQueryWanted() }
  func choose() { viewModel.submit() }
  func submit() { viewModel.submit() }
  func cancel() { viewModel.cancel() }
}

/// A filter, with suggestions above it.
final class FilterPrompt: PromptModel {
  private let viewModel: FilterViewModel
  let field: TextField

  init(_ viewModel: FilterViewModel, theme: Theme) {
    self.viewModel = viewModel
    field = TextField(
      prompt: "& ", placeholder: viewModel.placeholderText,
      // A filter that is longer can be edited as a whole.
      maximumLength: viewModel.text.count + FilterText.typedLimit, theme: theme)
    field.text = viewModel.text
  }

  func bind(_ changed: @escaping () -> Void) {
    viewModel.updateTextClosure = { [weak self] in
      if let self { field.text = viewModel.text }
      changed()
    }
    viewModel.updateSuggestionsClosure = { [weak self] in
      self?.markFault()
      changed()
    }
    field.onChange = { [weak viewModel] in viewModel?.textChanged(to: $0) }
    markFault()
  }

  /// A term that is still being typed isn't wrong yet.
  private func markFault() {
    field.markedRange = viewModel.fault.flatMap { $0.isUnfinished ? nil : $0.place }
  }

  let screen = CommandScreen.filter

  /// What was not understood, else what the counts are of, what is expected, or when the filter is applied.
  var title: String {
    let fault = viewModel.fault
    return (isTitleWarning ? nil : viewModel.countText) ?? fault?.advice ?? viewModel.hintText
  }

  var isTitleWarning: Bool { viewModel.fault.map { !$0.isUnfinished } ?? false }
  let heading = "suggestions"
  var choices: [String] { viewModel.suggestions }
  var choiceCounts: [String] { viewModel.suggestionCounts }
  var highlightedIndex: Int? { viewModel.highlightedIndex }
  func highlight(_ index: Int) { viewModel.suggestionHighlighted(at: index) }
  func older() { viewModel.nextSuggestionWanted() }
  func newer() { viewModel.previousSuggestionWanted() }
  func complete() { viewModel.completionWanted() }
  func choose() { viewModel.completionWanted() }
  func submit() { viewModel.submit() }
  func cancel() { viewModel.cancel() }
}

/// A question, with its answer.
///
/// ```
/// ─ Price of vienna.street ── EUR is meant without a currency ─
///  Price: 120.00▏                                  not a price
/// ```
final class QuestionPrompt: PromptModel {
  private let question: TextQuestion
  let field: TextField
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

  func bind(_ changed: @escaping () -> Void) {}

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

  var fault: String { question.fault(field.text) ?? "" }
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
