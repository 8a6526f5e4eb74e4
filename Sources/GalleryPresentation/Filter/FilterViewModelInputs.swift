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
