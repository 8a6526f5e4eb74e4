import GalleryDomain

/// What the list of photos says of itself.
enum ListText {
  /// What the words depend on.
  struct Rows {
    var query: ListQuery
    var scope: SourceCapabilities.Search
    var count: Int
    /// Rows that were loaded at some time.
    var seenCount: Int
    /// Whether `count` is all there is.
    var isCounted: Bool
    /// Photos that were looked at; nil where the source sorts out itself.
    var lookedThroughCount: Int?
    var isComplete: Bool
    var isPaused: Bool
  }

  static func state(_ state: PhotoListState, of rows: Rows, isScanning: Bool) -> StateText? {
    switch state {
    case .idle, .photos: nil
    case .loading: loading(rows, isScanning: isScanning)
    case .empty: rows.isPaused ? paused(rows) : empty(rows)
    case .failed(let error): ErrorText.state(for: error)
    }
  }

  private static func loading(_ rows: Rows, isScanning: Bool) -> StateText {
    if let count = rows.lookedThroughCount, count > 0 {
      return StateText(title: "Searching…", advice: "\(none(rows)) in the first \(first(count))")
    }
    return StateText(title: isScanning ? "Scanning…" : "Loading…")
  }

  private static func paused(_ rows: Rows) -> StateText {
    StateText(
      title: "\(none(rows)) in the first \(first(rows.lookedThroughCount ?? 0))",
      advice: "Press r to search further, or \(wayBack(rows))")
  }

  private static func empty(_ rows: Rows) -> StateText {
    if !rows.query.expression.isEmpty {
      return StateText(
        title: "No \(kindOfPhotos(rows)) match \(FilterText.shown(rows.query.expression))",
        advice: "Press & to edit the filter, or Esc to clear it")
    }
    guard let search = rows.query.search else {
      return rows.query.filter == .all
        ? StateText(title: "No photos", advice: "Press r to refresh, or q to quit")
        : StateText(title: "No photos for sale", advice: "Press f to show all photos")
    }
    let seen = rows.scope == .here ? "Searched loaded photos only. " : ""
    return StateText(
      title: "No \(kindOfPhotos(rows)) match \"\(search)\"",
      advice: "\(seen)Press / to search again, or \(wayBack(rows))")
  }

  private static func kindOfPhotos(_ rows: Rows) -> String {
    rows.query.filter == .forSale ? "photos for sale" : "photos"
  }

  /// The key that makes more of it.
  private static func wayBack(_ rows: Rows) -> String {
    if !rows.query.expression.isEmpty { return "Esc to clear the filter" }
    return rows.query.filter == .forSale ? "f to show all photos" : "Esc to clear the search"
  }

  // MARK: The foot

  static func footer(_ footer: PhotoListFooter, of rows: Rows) -> String? {
    switch footer {
    case .none: nil
    case .loadingMore: "Loading more…"
    case .couldNotLoadMore: couldNotLoadMore
    case .paused: "No more \(kind(rows)) in the first \(looked(rows)) · r to search further"
    case .stopped(let ending): stopped(ending, after: CountText.photos(rows.count))
    case .endedEarly(let stated):
      "The source stopped at \(CountText.position(rows.count, of: stated)) photos"
    case .noMorePhotos: DetailText.lastPhoto
    }
  }

  private static func stopped(_ ending: FeedEnding, after photos: String) -> String {
    switch ending {
    case .repeatsItself: "The feed repeats itself · stopped after \(photos)"
    case .saysNextForEver: "The feed keeps sending empty pages · stopped after \(photos)"
    case .neverEnds: "The feed never ends · stopped after \(photos)"
    case .shrank: "The feed got shorter · \(photos) left"
    }
  }

  /// Also the title of every row of a page that could not be loaded.
  static let couldNotLoadMore = "Can't load more · r to retry"

  /// Why the photos of a saved answer have no pictures.
  static let lacksServer = "no pictures: name their server with --server"

  /// A folder is read again faster than a spinner turns.
  static let refreshed = "Refreshed"

  /// The title of a row whose page is on its way.
  static let loadingRow = "…"

  // MARK: Counts

  static func count(_ rows: Rows) -> String {
    guard let looked = rows.lookedThroughCount else {
      let total = rows.isCounted ? rows.count : nil
      return CountText.photos(loaded: rows.seenCount, of: total, isForSale: isForSale(rows))
    }
    return CountText.sifted(
      rows.seenCount, counted(rows), of: looked, isAll: rows.isComplete && !rows.isPaused)
  }

  /// The numbers alone.
  static func shortCount(_ rows: Rows) -> String {
    let total = rows.lookedThroughCount ?? (rows.isCounted ? rows.count : nil)
    return CountText.short(loaded: rows.seenCount, of: total)
  }

  static func progress(_ progress: SourceProgress) -> String {
    let word = progress.activity == .sorting ? "sorting" : "scanning"
    return "\(word) · \(CountText.photos(progress.photoCount))"
  }

  /// What the counted photos are.
  private static func counted(_ rows: Rows) -> String {
    if rows.query.search != nil, rows.scope == .none { return "found" }
    return rows.query.filter == .forSale ? "for sale" : ""
  }

  private static func isForSale(_ rows: Rows) -> Bool { rows.query.filter == .forSale }

  private static func none(_ rows: Rows) -> String {
    if let search = rows.query.search, rows.scope == .none {
      return "No matches for \"\(search)\""
    }
    return rows.query.filter == .forSale ? "None for sale" : "No matches"
  }

  private static func kind(_ rows: Rows) -> String {
    let isForSale = rows.query.filter == .forSale && rows.query.expression.isEmpty
    return isForSale && (rows.query.search == nil || rows.scope != .none) ? "for sale" : "matches"
  }

  private static func looked(_ rows: Rows) -> String { first(rows.lookedThroughCount ?? 0) }

  private static func first(_ count: Int) -> String { CountText.photos(count) }
}
