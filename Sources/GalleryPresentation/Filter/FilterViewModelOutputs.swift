/// What the filter line tells a screen.
public protocol FilterViewModelOutputs: AnyObject {
  /// Emits when `text` changed by anything but typing: put it into the field.
  var updateTextClosure: (() -> Void)? { get set }
  /// Emits when `suggestions`, `highlightedIndex` or `fault` changed.
  var updateSuggestionsClosure: (() -> Void)? { get set }

  /// What stands in the field. Announced by `updateTextClosure`.
  var text: String { get }
  /// What stands in the field while nothing is typed.
  var placeholderText: String { get }
  /// How the text may go on, the most likely first. Announced by `updateSuggestionsClosure`.
  var suggestions: [String] { get }
  /// The suggestion that was gone to and stands in the field; nil while the typed text stands. Announced by
  /// `updateSuggestionsClosure`.
  var highlightedIndex: Int? { get }
  /// What was not understood first; nil when all was. Announced by `updateSuggestionsClosure`.
  var fault: FilterFaultText? { get }
  /// What the filter does: `as you type`.
  var hintText: String { get }
}

/// What was not understood of a filter's text.
public struct FilterFaultText: Hashable, Sendable {
  /// What would be right, in a sentence.
  public let advice: String
  /// Where it stands in the text, in characters.
  public let place: Range<Int>
  /// Whether it stands at the end, where the user may not be done.
  public let isUnfinished: Bool
}
