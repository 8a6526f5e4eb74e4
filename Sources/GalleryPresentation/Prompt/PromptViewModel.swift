/// A line of text that the user types, with choices that can replace it: a search, a filter, the answer to a question.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public protocol PromptViewModel: AnyObject {
  /// Emits when something that is shown has changed: put `text` into the field.
  var updateClosure: (() -> Void)? { get set }
  var line: PromptLine { get set }
  /// Before the line: `/ `, `To: `.
  var prompt: String { get }
  /// Shown in the field while it is empty.
  var placeholderText: String { get }
  var maximumLength: Int { get }
  /// On the rule above the line, or on a line above the rule; only many completions are cut.
  var title: String { get }
  /// On the rule if the essential keys leave room for all of it.
  var note: String { get }
  /// Whether the title says what was not understood.
  var isTitleWarning: Bool { get }
  /// The characters that were not understood.
  var faultPosition: Range<Int>? { get }
  /// At the end of the line: what is wrong with the text; empty for nothing.
  var faultText: String { get }
  /// Above the choices; empty if they are not listed.
  var heading: String { get }

  // MARK: Inputs

  /// Call when the prompt is bound.
  func viewDidLoad()
  /// Call when the user changed the text by typing, deleting or pasting.
  func textChanged(to text: String)
  /// Call when the user moves away from the line, to the next choice.
  func older()
  /// Call when the user wants the text completed.
  func complete()
  func submit()
  func cancel()
  /// Called when the text has changed by anything but typing.
  func lineMoved()
}

extension PromptViewModel {
  public var title: String { "" }
  public var note: String { "" }
  public var isTitleWarning: Bool { false }
  public var faultPosition: Range<Int>? { nil }
  public var faultText: String { "" }
  public func viewDidLoad() {}
  public func complete() {}

  public func older() { if line.move(by: 1) { lineMoved() } }
  /// Call when the user moves back; before the first choice, what was typed is shown again.
  public func newer() { if line.move(by: -1) { lineMoved() } }
  /// Call when the user points at a choice.
  public func highlight(_ index: Int) {
    if line.choices.indices.contains(index), line.highlight(index) { lineMoved() }
  }

  /// What is in the field.
  public var text: String { line.text }
  public var choices: [String] { heading.isEmpty ? [] : line.choices.map(\.label) }
  /// A number for each choice, or an empty text.
  public var choiceCounts: [String] {
    line.choices.map { $0.count.map(CountText.grouped) ?? "" }
  }
  public var highlightedIndex: Int? { heading.isEmpty ? nil : line.highlightedIndex }
  /// The choice that Tab takes now; nil if there is none.
  public var completedIndex: Int? {
    highlightedIndex ?? (line.completesFirst && !choices.isEmpty ? 0 : nil)
  }
}

/// What a prompt offers.
public struct PromptChoice: Hashable {
  /// As it is listed.
  public var label: String
  /// The whole line when it is chosen.
  public var text: String
  /// How many photos it leaves; nil if that isn't known.
  public var count: Int?

  public init(label: String, text: String, count: Int? = nil) {
    self.label = label
    self.text = text
    self.count = count
  }
}

/// What was typed, and the choice that is shown instead of it.
public struct PromptLine {
  var typed = "" {
    didSet { highlightedIndex = nil }
  }
  var choices: [PromptChoice] = []
  /// Whether Tab takes the first choice while none is shown.
  var completesFirst = false
  private(set) var highlightedIndex: Int?

  var text: String { highlightedIndex.map { choices[$0].text } ?? typed }

  /// - Returns: Whether another choice is shown, or none.
  mutating func highlight(_ index: Int?) -> Bool {
    let index = index.map { min($0, choices.count - 1) }.flatMap { $0 < 0 ? nil : $0 }
    defer { highlightedIndex = index }
    return index != highlightedIndex
  }

  /// Moves on through the choices, or back to what was typed. A first choice that is in the line already, or marked for Tab, is
  /// passed over.
  mutating func move(by step: Int) -> Bool {
    let passesFirst = completesFirst || choices.first?.text == typed
    let first = highlightedIndex == nil && passesFirst ? 0 : -1
    return highlight((highlightedIndex ?? first) + step)
  }
}
