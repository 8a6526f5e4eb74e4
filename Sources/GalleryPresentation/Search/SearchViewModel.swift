import Foundation
import GalleryDomain

/// The text of the search prompt, and the source's recent queries.
///
/// Photos on this computer are searched while the user types, others when the text is submitted. While nothing is typed, the
/// recent queries are listed, the latest first; a highlighted one is shown in the field, so that the user can change it before
/// searching. The photo list saves a query once its search has succeeded.
public final class SearchViewModel: PromptViewModel {
  private let fetchRecentQueries: (any FetchRecentQueriesUseCase)?
  private let list: any PhotoListViewModelType
  private let close: () -> Void
  /// Where the search is answered: `Searches Openverse`.
  public let note: String
  public let placeholderText: String
  public let prompt = "/ "
  public let heading = "recent"
  public let maximumLength = 200
  public var line = PromptLine()
  public var updateClosure: (() -> Void)?

  /// They arrive a little after the prompt is shown.
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
    note = SearchText.hint(
      outputs.searchScope, sourceTitle: sourceTitle, ofFolder: outputs.holdsOwnFiles,
      isRemote: !outputs.filtersAtOnce)
    placeholderText = SearchText.placeholder(isSearching: textBefore != nil)
  }

  deinit { fetch?.cancel() }

  private func receive(_ queries: [String]) {
    guard !hasEnded else { return }
    allQueries = queries
    _ = line.highlight(nil)
    listQueries()
  }

  private func listQueries() {
    line.choices = line.typed.isEmpty ? allQueries.map { PromptChoice(label: $0, text: $0) } : []
    updateClosure?()
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
  public func viewDidLoad() {
    fetch = fetchRecentQueries?.execute { [weak self] in self?.receive($0) }
  }

  public func textChanged(to text: String) {
    guard !hasEnded, text != self.text else { return }
    line.typed = text
    listQueries()
    searchAtOnce()
  }

  public func lineMoved() {
    guard !hasEnded else { return }
    updateClosure?()
    searchAtOnce()
  }

  /// Blank text leaves the search.
  public func submit() {
    let text = text
    if end() { list.inputs.search(for: text) }
  }

  /// The former rows come back, with the focus on the match.
  public func cancel() {
    guard end(), hasSearched else { return }
    if let textBefore {
      list.inputs.searchWhileTyping(for: textBefore)
    } else {
      list.inputs.leaveSearch()
    }
  }
}

/// The search prompt in words, and what it accepts.
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
