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
