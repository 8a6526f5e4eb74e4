/// What a screen tells the search prompt.
public protocol SearchViewModelInputs: AnyObject {
  /// Call when the prompt is bound, to fetch the recent queries.
  func viewDidLoad()
  /// Call when the user changed the text by typing, deleting or pasting.
  func textChanged(to text: String)
  /// Call when the user goes to an older query: from the text to the latest, and on.
  func olderQueryWanted()
  /// Call when the user goes to a newer query; before the latest the typed text stands again.
  func newerQueryWanted()
  /// Call when the user points at a recent query, counted as in `recentQueries`.
  func queryHighlighted(at index: Int)
  /// Call when the user wants what the text says; blank text leaves the search.
  func submit()
  /// Call when the user leaves the prompt.
  func cancel()
}
