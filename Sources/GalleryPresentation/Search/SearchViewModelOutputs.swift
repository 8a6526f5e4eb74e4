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
