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

/// What the search prompt tells a screen.
public protocol SearchViewModelOutputs: AnyObject {
  /// Emits when `text` changed by anything but typing: put it into the field.
  var updateTextClosure: (() -> Void)? { get set }
  /// Emits when `recentQueries` or `highlightedIndex` changed.
  var updateQueriesClosure: (() -> Void)? { get set }

  /// The text in the field: the highlighted query, else what was typed. Announced by `updateTextClosure`.
  var text: String { get }
  /// Shown in the field while it is empty.
  var placeholderText: String { get }
  /// The recent queries that contain what was typed, the latest first. They arrive a little after the prompt is shown.
  /// Announced by `updateQueriesClosure`.
  var recentQueries: [String] { get }
  /// The query that is shown in the field; nil while the typed text is. Announced by `updateQueriesClosure`.
  var highlightedIndex: Int? { get }
  /// Where the search is answered: `Searches Openverse`.
  var hintText: String { get }
}

/// The search prompt as a screen uses it: its inputs and its outputs.
public protocol SearchViewModelType: AnyObject {
  var inputs: any SearchViewModelInputs { get }
  var outputs: any SearchViewModelOutputs { get }
}

/// How the prompt ends: one of these is called, once. The coordinator sets them.
public struct SearchViewModelActions {
  /// Ends the prompt and searches for a text, cleaned and trimmed; an empty text shows all photos again.
  public var search: (String) -> Void
  /// Ends the prompt and changes nothing.
  public var close: () -> Void

  public init(
    search: @escaping (String) -> Void = { _ in }, close: @escaping () -> Void = {}
  ) {
    self.search = search
    self.close = close
  }
}
