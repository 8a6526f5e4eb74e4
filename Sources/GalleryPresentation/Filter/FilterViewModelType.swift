/// What a screen tells the filter line.
public protocol FilterViewModelInputs: AnyObject {
  /// Call when the user changed the text by typing, deleting or pasting.
  func textChanged(to text: String)
  /// Call when the user wants the text completed: by the highlighted suggestion, else by the first; if there is none,
  /// all fields are offered.
  func completionWanted()
  /// Call when the user moves to the next suggestion, away from the line. If there is none, this is
  /// `completionWanted()`.
  func nextSuggestionWanted()
  /// Call when the user moves back; before the first suggestion, the typed text is shown again.
  func previousSuggestionWanted()
  /// Call when the user points at a suggestion; `index` is that in `suggestions`.
  func suggestionHighlighted(at index: Int)
  /// Call when the user submits the text; blank text removes the filter.
  func submit()
  /// Call when the user leaves the line: the filter is what it was before.
  func cancel()
}

/// What the filter line tells a screen.
public protocol FilterViewModelOutputs: AnyObject {
  /// Emits when `text` changed by anything but typing: put it into the field.
  var updateTextClosure: (() -> Void)? { get set }
  /// Emits when `suggestions`, `highlightedIndex` or `fault` changed.
  var updateSuggestionsClosure: (() -> Void)? { get set }

  /// The text in the field. Announced by `updateTextClosure`.
  var text: String { get }
  /// Shown in the field while it is empty.
  var placeholderText: String { get }
  /// Completions of the text, the most likely first. Announced by `updateSuggestionsClosure`.
  var suggestions: [String] { get }
  /// The suggestion that is shown in the field; nil while the typed text is. Announced by `updateSuggestionsClosure`.
  var highlightedIndex: Int? { get }
  /// The first thing that was not understood; nil if everything was. Announced by `updateSuggestionsClosure`.
  var fault: FilterFaultText? { get }
  /// When the filter is applied: `Filters as you type`.
  var hintText: String { get }
}

/// What was not understood of a filter's text.
public struct FilterFaultText: Hashable, Sendable {
  /// What would be right, in a few words.
  public let advice: String
  /// Where it is in the text, in characters.
  public let place: Range<Int>
  /// Whether it is at the end of the text, which the user may not have finished.
  public let isUnfinished: Bool
}

/// The filter line as a screen uses it: its inputs and its outputs.
public protocol FilterViewModelType: AnyObject {
  var inputs: any FilterViewModelInputs { get }
  var outputs: any FilterViewModelOutputs { get }
}

/// What the filter line does; set by the code that shows it.
public struct FilterViewModelActions {
  /// Filters by a text while it is typed.
  public var preview: (String) -> Void
  /// Ends the line and filters by a text, with a notice about what was not understood. Either this or `close` is
  /// called, once.
  public var filter: (String, _ notice: String?) -> Void
  /// Ends the line and restores the filter to this text.
  public var close: (_ before: String) -> Void

  public init(
    preview: @escaping (String) -> Void = { _ in },
    filter: @escaping (String, _ notice: String?) -> Void = { _, _ in },
    close: @escaping (_ before: String) -> Void = { _ in }
  ) {
    self.preview = preview
    self.filter = filter
    self.close = close
  }
}
