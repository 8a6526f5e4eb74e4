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
      return StateText(title: "Looking…", advice: "\(none(rows)) in the first \(first(count))")
    }
    return StateText(title: isScanning ? "Looking for photos…" : "Loading…")
  }

  private static func paused(_ rows: Rows) -> StateText {
    StateText(
      title: "\(none(rows)) in the first \(first(rows.lookedThroughCount ?? 0))",
      advice: "Press r to look further, or \(wayBack(rows))")
  }

  private static func empty(_ rows: Rows) -> StateText {
    guard let search = rows.query.search else {
      return rows.query.filter == .all
        ? StateText(title: "No photos here", advice: "Press r to look again, or q to leave.")
        : StateText(title: "No photos for sale here", advice: "Press f to see all photos.")
    }
    let kind = rows.query.filter == .forSale ? "photos for sale" : "photos"
    let seen = rows.scope == .here ? "Only what was seen of this source was searched. " : ""
    return StateText(
      title: "No \(kind) match \"\(search)\"",
      advice: "\(seen)Press / to search for something else, or \(wayBack(rows)).")
  }

  /// The key that makes more of it.
  private static func wayBack(_ rows: Rows) -> String {
    rows.query.filter == .forSale ? "f to see all photos" : "Esc to leave the search"
  }

  // MARK: The foot

  static func footer(_ footer: PhotoListFooter, of rows: Rows) -> String? {
    switch footer {
    case .none: nil
    case .loadingMore: "Loading more…"
    case .couldNotLoadMore: couldNotLoadMore
    case .paused: "No more \(kind(rows)) in the first \(looked(rows)) · r to look further"
    case .stopped(let ending): stopped(ending, after: CountText.photos(rows.count))
    case .noMorePhotos: DetailText.lastPhoto
    }
  }

  private static func stopped(_ ending: FeedEnding, after photos: String) -> String {
    switch ending {
    case .repeatsItself: "The feed repeats itself · stopped after \(photos)"
    case .saysNextForEver: "The feed goes on with empty pages · stopped after \(photos)"
    case .neverEnds: "The feed never ends · stopped after \(photos)"
    case .shrank: "The feed became shorter · \(photos) are left"
    }
  }

  /// Also the title of every row of a page that could not be loaded.
  static let couldNotLoadMore = "Could not load more · r to try again"

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
    let kind = rows.query.search != nil && rows.scope == .none ? "found" : "for sale"
    return CountText.sifted(
      rows.seenCount, kind, of: looked, isAll: rows.isComplete && !rows.isPaused)
  }

  /// The numbers alone.
  static func shortCount(_ rows: Rows) -> String {
    let total = rows.lookedThroughCount ?? (rows.isCounted ? rows.count : nil)
    return CountText.short(loaded: rows.seenCount, of: total)
  }

  static func progress(_ progress: SourceProgress) -> String {
    "scanning · \(CountText.photos(progress.photoCount))"
  }

  private static func isForSale(_ rows: Rows) -> Bool { rows.query.filter == .forSale }

  private static func none(_ rows: Rows) -> String {
    if let search = rows.query.search, rows.scope == .none {
      return "Nothing matches \"\(search)\""
    }
    return "None for sale"
  }

  private static func kind(_ rows: Rows) -> String {
    rows.query.search != nil && rows.scope == .none ? "matches" : "for sale"
  }

  private static func looked(_ rows: Rows) -> String { first(rows.lookedThroughCount ?? 0) }

  private static func first(_ count: Int) -> String { CountText.photos(count) }
}
