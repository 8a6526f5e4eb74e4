import Foundation
import GalleryDomain

/// The text of the search prompt, and the source's recent queries.
///
/// Photos that are here are searched while the user types, the others when the text is submitted. While nothing is typed, the recent
/// queries are listed; a highlighted one is shown in the field, so that the user can change it before searching. The photo list saves a
/// query once its search has succeeded.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class SearchViewModel {
  private let fetchRecentQueries: (any FetchRecentQueriesUseCase)?
  private let list: any PhotoListViewModelType
  private let close: () -> Void
  /// Where the search is answered: `Searches Openverse`.
  public let hintText: String
  /// Shown in the field while it is empty.
  public let placeholderText: String

  /// Emits when `text` changed by anything but typing: put it into the field.
  public var updateTextClosure: (() -> Void)?
  /// Emits when `recentQueries` or `highlightedIndex` changed.
  public var updateQueriesClosure: (() -> Void)?

  /// The recent queries, the latest first; empty while something is typed. They arrive a little after the prompt is shown. Announced by
  /// `updateQueriesClosure`.
  public private(set) var recentQueries: [String] = []
  /// The query that is shown in the field; nil while the typed text is. Announced by `updateQueriesClosure`.
  public private(set) var highlightedIndex: Int?
  private var typedText = ""
  /// All recent queries of the source, the latest first.
  private var allQueries: [String] = []
  private var fetch: (any Cancellable)?
  /// What was searched for before; nil if nothing was.
  private let textBefore: String?
  /// Whether the list shows what was searched for here.
  private var hasSearched = false
  /// A prompt ends only once, however many keys arrive together.
  private var hasEnded = false

  /// - Parameters:
  ///   - fetchRecentQueries: Knows what was searched for before; nil if nothing is remembered.
  ///   - sourceTitle: The name of the source, cleaned; may be empty.
  ///   - list: What is searched.
  ///   - close: Closes the prompt; called once.
  public init(
    fetchRecentQueries: (any FetchRecentQueriesUseCase)? = nil, sourceTitle: String = "",
    list: any PhotoListViewModelType, close: @escaping () -> Void = {}
  ) {
    self.fetchRecentQueries = fetchRecentQueries
    self.list = list
    self.close = close
    let outputs = list.outputs
    textBefore = outputs.shownQuery.search
    hintText = SearchText.hint(
      outputs.searchScope, sourceTitle: sourceTitle, ofFolder: outputs.holdsOwnFiles,
      isRemote: !outputs.filtersAtOnce)
    placeholderText = SearchText.placeholder(isSearching: textBefore != nil)
  }

  deinit { fetch?.cancel() }

  /// The text in the field: the highlighted query, else what was typed. Announced by `updateTextClosure`.
  public var text: String { highlightedIndex.map { recentQueries[$0] } ?? typedText }

  private func receive(_ queries: [String]) {
    guard !hasEnded else { return }
    allQueries = queries
    listQueries()
  }

  private func listQueries() {
    highlightedIndex = nil
    recentQueries = typedText.isEmpty ? allQueries : []
    updateQueriesClosure?()
  }

  private func highlight(_ index: Int?) {
    guard index != highlightedIndex, !hasEnded else { return }
    highlightedIndex = index
    updateQueriesClosure?()
    updateTextClosure?()
    searchAtOnce()
  }

  private func searchAtOnce() {
    guard list.outputs.searchesAtOnce else { return }
    hasSearched = true
    list.inputs.searchWhileTyping(for: text)
  }

  /// - Returns: Whether the prompt was still open.
  private func end() -> Bool {
    guard !hasEnded else { return false }
    hasEnded = true
    fetch?.cancel()
    close()
    return true
  }
}

// MARK: Inputs

extension SearchViewModel {
  /// Call when the prompt is bound, to fetch the recent queries.
  public func viewDidLoad() {
    fetch = fetchRecentQueries?.execute { [weak self] in self?.receive($0) }
  }

  /// Call when the user changed the text by typing, deleting or pasting.
  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    typedText = text
    listQueries()
    searchAtOnce()
  }

  /// Call when the user moves to an older query: from the text to the latest query, then to those before it.
  public func olderQueryWanted() {
    guard !recentQueries.isEmpty else { return }
    highlight(min((highlightedIndex ?? -1) + 1, recentQueries.count - 1))
  }

  /// Call when the user moves to a newer query; before the latest one, the field is empty again.
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
    if end() { list.inputs.search(for: text) }
  }

  /// Call when the user cancels the prompt: the former rows come back, with the focus on the match.
  public func cancel() {
    guard end(), hasSearched else { return }
    if let textBefore {
      list.inputs.searchWhileTyping(for: textBefore)
    } else {
      list.inputs.leaveSearch()
    }
  }
}

/// The texts of the search prompt, and how it reads what is typed.
public enum SearchText {
  /// What is searched.
  ///
  /// - Parameters:
  ///   - isFolder: Whether the source is one of the user's own folders.
  ///   - isRemote: Whether the source is on the network, so that only what was loaded can be searched here.
  static func hint(
    _ search: SourceCapabilities.Search, sourceTitle: String, ofFolder isFolder: Bool = false,
    isRemote: Bool = true
  ) -> String {
    switch search {
    case .atSource: sourceTitle.isEmpty ? "Searches the source" : "Searches \(sourceTitle)"
    case .here where isFolder: "Searches names and metadata of this folder"
    case .here where isRemote: "Searches loaded photos only"
    case .here: sourceTitle.isEmpty ? "Searches all photos" : "Searches \(sourceTitle)"
    case .none: "Searches page by page"
    }
  }

  /// Shown in the field while it is empty.
  static func placeholder(isSearching: Bool) -> String {
    isSearching ? "empty shows all photos" : "search photos"
  }

  /// A query that can be searched for, of at most 200 characters; nil if nothing is left of the text.
  static func clean(_ text: String) -> String? {
    let line = TextCleaner.line(text).trimmingCharacters(in: .whitespaces)
    let clean = String(line.prefix(200)).trimmingCharacters(in: .whitespaces)
    return clean.isEmpty ? nil : clean
  }

  /// Why the focus stays.
  static func noMatch(_ nothing: NoMatch, _ keys: KeyHints) -> String {
    switch nothing {
    case .notSearched: "Nothing searched yet · \(keys.search) to search"
    case .stillSearching: "Still searching"
    case .stillReading: "No further match found yet · the order is still being read"
    case .noMatch(let query): "No photos match \"\(query)\" here"
    case .noFurther(.previous): "First match"
    case .noFurther: "Last match"
    }
  }
}
