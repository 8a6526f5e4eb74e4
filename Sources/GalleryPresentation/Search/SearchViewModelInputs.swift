/// What a screen tells the search prompt.
public protocol SearchViewModelInputs: AnyObject {
  /// Call when the prompt is bound, to fetch the recent queries.
  func viewDidLoad()
  /// Call when the user changed the text by typing, deleting or pasting.
  func textChanged(to text: String)
  /// Call when the user moves to an older query: from the text to the latest query, then to those before it.
  func olderQueryWanted()
  /// Call when the user moves to a newer query; before the latest one, the typed text is shown again.
  func newerQueryWanted()
  /// Call when the user points at a recent query; `index` is that in `recentQueries`.
  func queryHighlighted(at index: Int)
  /// Call when the user submits the text; blank text leaves the search.
  func submit()
  /// Call when the user leaves the prompt.
  func cancel()
}
