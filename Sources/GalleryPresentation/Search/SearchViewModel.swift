import GalleryDomain

/// How the prompt ends: one of these is called, once. The coordinator sets them.
public struct SearchViewModelActions {
  /// Ends the prompt and searches for a text, cleaned and trimmed; an empty text shows all photos again.
  public var search: (String) -> Void
  /// Ends the prompt and changes nothing.
  public var close: () -> Void
  /// Searches for a text while it is typed; an empty text shows all photos.
  public var preview: (String) -> Void
  /// Reads what is searched, and calls back when all of it is known.
  public var prepare: (_ done: @escaping () -> Void) -> (any Cancellable)?

  public init(
    search: @escaping (String) -> Void = { _ in }, close: @escaping () -> Void = {},
    preview: @escaping (String) -> Void = { _ in },
    prepare: @escaping (_ done: @escaping () -> Void) -> (any Cancellable)? = { _ in nil }
  ) {
    self.search = search
    self.close = close
    self.preview = preview
    self.prepare = prepare
  }
}

/// The text of the search prompt, and the source's recent queries.
///
/// A highlighted recent query is shown in the field, so that the user can change it before searching; going back down
/// shows the typed text again. The listed queries are those that contain the typed text, so the list does not change
/// while the user goes through it. The photo list saves a query once its search has succeeded. A folder is searched while the user
/// types, the best matches first; cancelling shows what was shown before.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class SearchViewModel {
  private let fetchRecentQueries: (any FetchRecentQueriesUseCase)?
  private let actions: SearchViewModelActions
  /// Where the search is answered: `Searches Openverse`.
  public let hintText: String
  /// Shown in the field while it is empty.
  public let placeholderText: String

  /// Emits when `text` changed by anything but typing: put it into the field.
  public var updateTextClosure: (() -> Void)?
  /// Emits when `recentQueries` or `highlightedIndex` changed.
  public var updateQueriesClosure: (() -> Void)?

  /// The recent queries that contain what was typed, the latest first. They arrive a little after the prompt is shown.
  /// Announced by `updateQueriesClosure`.
  public private(set) var recentQueries: [String] = []
  /// The query that is shown in the field; nil while the typed text is. Announced by `updateQueriesClosure`.
  public private(set) var highlightedIndex: Int?
  private var typedText = ""
  /// All recent queries of the source, the latest first.
  private var allQueries: [String] = []
  private var fetch: (any Cancellable)?
  private let searchesAtOnce: Bool
  /// What was searched for before; empty if nothing was.
  private let textBefore: String
  /// What was searched for last while it was typed; nil if nothing was.
  private var previewedText: String?
  private var preparation: (any Cancellable)?
  /// A prompt ends only once, however many keys arrive together.
  private var hasEnded = false

  /// - Parameters:
  ///   - fetchRecentQueries: Knows what was searched for before; nil if nothing is remembered.
  ///   - sourceTitle: The name of the source, cleaned; may be empty.
  ///   - search: Where the source's searches are answered.
  ///   - isSearching: Whether the list shows the results of a search, which blank text leaves.
  ///   - isFolder: Whether the source is one of the user's own folders.
  ///   - isRemote: Whether the source is on the network.
  ///   - searchesAtOnce: Whether to search while the user types.
  ///   - textBefore: What is searched for now; nil if nothing is.
  ///   - actions: What the prompt asks of the list.
  public init(
    fetchRecentQueries: (any FetchRecentQueriesUseCase)? = nil,
    sourceTitle: String = "",
    search: SourceCapabilities.Search = .here,
    isSearching: Bool = false,
    isFolder: Bool = false,
    isRemote: Bool = true,
    searchesAtOnce: Bool = false,
    textBefore: String? = nil,
    actions: SearchViewModelActions = SearchViewModelActions()
  ) {
    self.fetchRecentQueries = fetchRecentQueries
    self.actions = actions
    self.searchesAtOnce = searchesAtOnce
    self.textBefore = textBefore ?? ""
    hintText = SearchText.hint(
      search, sourceTitle: sourceTitle, ofFolder: isFolder, isRemote: isRemote)
    placeholderText = SearchText.placeholder(isSearching: isSearching)
  }

  /// The search prompt of a list.
  public convenience init(
    fetchRecentQueries: (any FetchRecentQueriesUseCase)?, sourceTitle: String,
    list: any PhotoListViewModelType, actions: SearchViewModelActions
  ) {
    self.init(
      fetchRecentQueries: fetchRecentQueries, sourceTitle: sourceTitle,
      search: list.outputs.searchScope, isSearching: list.outputs.shownQuery.search != nil,
      isFolder: list.outputs.holdsOwnFiles, isRemote: !list.outputs.filtersAtOnce,
      searchesAtOnce: list.outputs.countsWholeSource, textBefore: list.outputs.shownQuery.search,
      actions: actions)
  }

  deinit {
    fetch?.cancel()
    preparation?.cancel()
  }

  /// The text in the field: the highlighted query, else what was typed. Announced by `updateTextClosure`.
  public var text: String {
    highlightedIndex.map { recentQueries[$0] } ?? typedText
  }

  private func receive(_ queries: [String]) {
    guard !hasEnded else { return }
    fetch = nil
    allQueries = queries
    let shown = text
    filter()
    announceQueries()
    if text != shown { updateTextClosure?() }
  }

  /// - Parameter isForced: Whether to search for the same text again, because more is known now.
  private func preview(isForced: Bool = false) {
    guard searchesAtOnce, !hasEnded else { return }
    let query = SearchText.query(text)
    guard isForced ? previewedText != nil : query != previewedText ?? textBefore else { return }
    previewedText = query
    actions.preview(query)
  }

  private func filter() {
    highlightedIndex = nil
    let wanted = SearchText.query(typedText)
    recentQueries =
      wanted.isEmpty ? allQueries : allQueries.filter(FoldedText(wanted).isContained)
  }

  private func highlight(_ index: Int?) {
    guard index != highlightedIndex, !hasEnded else { return }
    highlightedIndex = index
    announceQueries()
    updateTextClosure?()
    preview()
  }

  private func announceQueries() {
    updateQueriesClosure?()
  }

  /// - Returns: Whether the prompt was still open.
  private func end() -> Bool {
    guard !hasEnded else { return false }
    hasEnded = true
    fetch?.cancel()
    preparation?.cancel()
    fetch = nil
    return true
  }
}

// MARK: Inputs

extension SearchViewModel {
  /// Call when the prompt is bound, to fetch the recent queries.
  public func viewDidLoad() {
    guard fetch == nil, !hasEnded else { return }
    fetch = fetchRecentQueries?.execute { [weak self] in self?.receive($0) }
    if searchesAtOnce {
      preparation = actions.prepare { [weak self] in self?.preview(isForced: true) }
    }
  }

  /// Call when the user changed the text by typing, deleting or pasting.
  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    typedText = text
    filter()
    announceQueries()
    preview()
  }

  /// Call when the user moves to an older query: from the text to the latest query, then to those before it.
  public func olderQueryWanted() {
    guard !recentQueries.isEmpty else { return }
    highlight(min((highlightedIndex ?? -1) + 1, recentQueries.count - 1))
  }

  /// Call when the user moves to a newer query; before the latest one, the typed text is shown again.
  public func newerQueryWanted() {
    guard let highlightedIndex else { return }
    highlight(highlightedIndex > 0 ? highlightedIndex - 1 : nil)
  }

  /// Call when the user points at a recent query; `index` is that in `recentQueries`.
  public func queryHighlighted(at index: Int) {
    guard recentQueries.indices.contains(index) else { return }
    highlight(index)
  }

  /// Call when the user submits the text; blank text leaves the search.
  public func submit() {
    let query = SearchText.query(text)
    guard end() else { return }
    actions.search(query)
  }

  /// Call when the user cancels the prompt.
  public func cancel() {
    guard end() else { return }
    if let previewedText, previewedText != textBefore { actions.preview(textBefore) }
    actions.close()
  }
}
