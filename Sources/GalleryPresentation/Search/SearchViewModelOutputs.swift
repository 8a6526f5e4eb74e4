/// What the search prompt tells a screen.
public protocol SearchViewModelOutputs: AnyObject {
  /// Emits when `text` changed by anything but typing: put it into the field.
  var updateTextClosure: (() -> Void)? { get set }
  /// Emits when `recentQueries` or `highlightedIndex` changed.
  var updateQueriesClosure: (() -> Void)? { get set }

  /// What stands in the field: the highlighted query, else what was typed. Announced by
  /// `updateTextClosure`.
  var text: String { get }
  /// What stands in the field while nothing is typed.
  var placeholderText: String { get }
  /// The recent queries that hold what was typed, the latest first. They come a little after the
  /// prompt. Announced by `updateQueriesClosure`.
  var recentQueries: [String] { get }
  /// The query that was gone to; nil while the typed text stands. Announced by `updateQueriesClosure`.
  var highlightedIndex: Int? { get }
  /// Where the search is answered: `searches Openverse`; empty where nothing is to be said.
  var hintText: String { get }
}
