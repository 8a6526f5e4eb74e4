/// What a screen tells the filter line.
public protocol FilterViewModelInputs: AnyObject {
  /// Call when the user changed the text by typing, deleting or pasting.
  func textChanged(to text: String)
  /// Call when the user wants the text completed: by the suggestion that was gone to, else by the first; where
  /// nothing is typed, all fields are offered.
  func completionWanted()
  /// Call when the user goes to the next suggestion, away from the line.
  func nextSuggestionWanted()
  /// Call when the user goes back; before the first the typed text stands again.
  func previousSuggestionWanted()
  /// Call when the user points at a suggestion, counted as in `suggestions`.
  func suggestionHighlighted(at index: Int)
  /// Call when the user wants what the text says; blank text leaves the filter.
  func submit()
  /// Call when the user leaves the line: the filter is what it was before.
  func cancel()
}
