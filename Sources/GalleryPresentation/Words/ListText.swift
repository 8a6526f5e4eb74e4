import GalleryDomain

/// The photo list in words.
enum ListText {
  /// What to show in place of rows; nil when there are rows.
  static func state(_ list: PhotoList, keys: KeyHints) -> StateText? {
    switch list.state {
    case .idle, .photos: nil
    case .loading: loading(list)
    case .empty: list.isPaused ? paused(list, keys) : empty(list, keys)
    case .failed(let error): ErrorText.state(for: error, keys: keys)
    }
  }

  private static func loading(_ list: PhotoList) -> StateText {
    if let count = list.counts.lookedThrough, count > 0 {
      return StateText(title: "Searching…", advice: noneSoFar(list))
    }
    return StateText(title: list.progress == nil ? "Loading…" : "Scanning…")
  }

  private static func paused(_ list: PhotoList, _ keys: KeyHints) -> StateText {
    StateText(
      title: noneSoFar(list),
      advice: "Press \(keys.refresh) to search further, or \(wayBack(list, keys))")
  }

  private static func empty(_ list: PhotoList, _ keys: KeyHints) -> StateText {
    let query = list.listing.query
    if list.leavesFilterFirst {
      return StateText(
        title: query.filter == .forSale
          ? "No photos for sale" : "No photos match \(FilterText.shown(query.filter))",
        advice: "Press \(keys.filter) to edit the filter, or \(keys.clear) to clear it")
    }
    guard let search = query.search else {
      return StateText(
        title: "No photos", advice: "Press \(keys.refresh) to refresh, or \(keys.quit) to quit")
    }
    let isOfLoaded = list.capabilities.search == .here && list.capabilities.isRemote
    let seen = isOfLoaded ? "Searched loaded photos only. " : ""
    return StateText(
      title: "No photos match \"\(search)\"",
      advice: "\(seen)Press \(keys.search) to search again, or \(wayBack(list, keys))")
  }

  /// The key that shows more photos again.
  private static func wayBack(_ list: PhotoList, _ keys: KeyHints) -> String {
    "\(keys.clear) to clear the \(list.leavesFilterFirst ? "filter" : "search")"
  }

  // MARK: The footer

  /// Below the last row; nil when there is nothing to say.
  static func footer(_ list: PhotoList, keys: KeyHints) -> String? {
    let count = list.listing.pages.rowCount
    return switch list.footer {
    case .none: nil
    case .loadingMore: "Loading more…"
    case .loadingOneByOne: "Loading more… · one page at a time"
    case .couldNotLoadMore: couldNotLoadMore(keys)
    case .paused:
      "No more matches in the first \(looked(list)) · \(keys.refresh) to search further"
    case .stopped(let ending): stopped(ending, after: CountText.photos(count), keys)
    case .endedEarly(let stated):
      "The source stopped at \(CountText.position(count, of: stated)) photos"
    case .noMorePhotos:
      list.capabilities.holdsOwnFiles ? DetailText.lastPhoto : DetailText.endOfList
    }
  }

  private static func stopped(
    _ ending: FeedEnding, after photos: String, _ keys: KeyHints
  ) -> String {
    switch ending {
    case .neverEnds: "The feed never ends · stopped after \(photos)"
    case .shrank: "The feed got shorter · \(photos) left"
    case .incomplete(let missing): "\(SourceText.missing(missing)) · \(keys.refresh) to retry"
    case .foldersWithoutPhotos(let count):
      "No photos in \(CountText.grouped(count)) folders in a row · stopped after \(photos)"
    case .tooManyPhotos: "Stopped after \(photos) · the source has more than can be kept"
    }
  }

  /// Also the title of every row of a page that could not be loaded.
  static func couldNotLoadMore(_ keys: KeyHints) -> String {
    "Can't load more · \(keys.refresh) to retry"
  }

  /// `reading 24%`: files behind the screen.
  static func reading(_ reading: FileReading) -> String {
    "reading \(CountText.percent(reading.readCount, of: reading.fileCount))"
  }

  /// Which changes of a folder are not noticed.
  static func watch(_ watch: SourceWatch, keys: KeyHints) -> String? {
    switch watch {
    case .all: nil
    case .folders(let count):
      "Only \(CountText.grouped(count)) folders are watched · \(keys.refresh) shows other changes"
    case .thisComputerOnly: "\(keys.refresh) shows what other computers changed"
    case .nothing: "Changes are not noticed here: press \(keys.refresh)"
    case .absent: nil
    }
  }

  /// Why rows are shown that can't be read again; nil if the source is there.
  static func absence(_ watch: SourceWatch) -> String? {
    guard case .absent(let absence) = watch else { return nil }
    return switch absence {
    case .gone: "The folder is gone"
    case .forbidden: "No permission to read the folder"
    case .unmounted: "The disk is not mounted"
    case .unreadable: "The folder can't be read"
    }
  }

  /// Shown because a folder is read again before a spinner would be seen.
  static let refreshed = "Refreshed"

  /// The title of a row whose page is loading.
  static let loadingRow = "…"

  // MARK: Counts

  /// - Parameter kind: What is counted among what was looked through; nil for what the query says.
  static func count(_ list: PhotoList, kind: String? = nil) -> String {
    let counts = list.counts
    guard let looked = counts.lookedThrough else {
      return CountText.photos(loaded: counts.seen, of: counts.total)
    }
    let counted = findsPageByPage(list) ? "found" : ""
    return CountText.filtered(
      counts.seen, kind ?? counted, of: looked, total: counts.searched, isAll: counts.isAll)
  }

  /// The total; nil if it isn't known, or results are counted while the source is searched.
  static func totalCount(_ list: PhotoList) -> Int? {
    let counts = list.counts
    return counts.lookedThrough == nil ? counts.total : nil
  }

  private static func findsPageByPage(_ list: PhotoList) -> Bool {
    list.listing.query.search != nil && list.capabilities.search == .none
  }

  private static func noneSoFar(_ list: PhotoList) -> String {
    let search = findsPageByPage(list) ? list.listing.query.search : nil
    let words = search.map { " for \"\($0)\"" } ?? ""
    return "No matches\(words) in the first \(looked(list))"
  }

  private static func looked(_ list: PhotoList) -> String {
    CountText.photos(list.counts.lookedThrough ?? 0)
  }
}

/// The headers of sections in words.
public enum SectionText {
  /// `2024/holiday`, `2024-05-01`, `NIKON D850`, `★★★`.
  ///
  /// - Parameters:
  ///   - section: The group of photos.
  ///   - source: The name of the source, for photos that are directly in its folder.
  public static func title(_ section: PhotoSection, source: String) -> String {
    switch section.key {
    case .folder([]): source
    case .folder(let path): TextCleaner.line(bytes: path, limit: .field)
    case .date(let year, let month, let day):
      DatePeriod(year: year, month: month, day: day)?.description ?? "unknown"
    case .camera(let camera): camera
    case .rating(0): "no stars"
    case .rating(PhotoRating.rejected): "rejected"
    case .rating(let rating): RatingText.sign(rating)
    case .unknown: "unknown"
    }
  }

  /// `128`.
  public static func count(_ section: PhotoSection) -> String {
    CountText.grouped(section.count)
  }

  /// For a list without sections.
  ///
  /// - Parameter key: The key that groups photos; nil if the user unbound it.
  public static func none(key: String?) -> String {
    "No sections here" + (key.map { " · \($0) to group photos" } ?? "")
  }

  public static let first = "First section"
  public static let last = "Last section"
}

/// The selection in words.
public enum SelectionText {
  /// `12 selected`.
  public static func selected(_ count: Int) -> String { "\(CountText.grouped(count)) selected" }

  /// Of the selected photos that are not in the list: `3 hidden`, `all hidden`; nil for none.
  static func hidden(_ hidden: Int, of count: Int) -> String? {
    guard hidden > 0 else { return nil }
    return hidden < count ? "\(CountText.grouped(hidden)) hidden" : "all hidden"
  }

  /// The same after the photos that something is done with: `3 of them not shown`, `none of them shown`, and of a single
  /// one `not shown`; nil for none.
  public static func notShown(_ hidden: Int, of count: Int) -> String? {
    guard hidden > 0 else { return nil }
    if hidden < count { return "\(CountText.grouped(hidden)) of them not shown" }
    return count == 1 ? "not shown" : "none of them shown"
  }

  /// While rows are loaded in order to be selected: `selecting 1,200 of 9,000`.
  static func selecting(_ count: Int, of total: Int) -> String {
    "selecting \(CountText.position(count, of: total))"
  }

  /// While photos are read for a command: `reading 120 of 400`.
  static func reading(_ count: Int, of total: Int) -> String {
    "reading \(CountText.position(count, of: total))"
  }

  /// `Only the first 1,000 photos are selected`.
  static func limited(_ count: Int) -> String {
    "Only the first \(CountText.grouped(count)) photos are selected"
  }

  /// `100 not loaded`: photos without which a command is performed, or which are not selected.
  public static func notLoaded(_ count: Int) -> String { "\(CountText.grouped(count)) not loaded" }

  /// For a command without any photo.
  public static let noPhotos = "No photos here"

  /// What undo takes back: `selecting 3 photos`, `deselecting a photo`.
  static func undoing(selected: Int, deselected: Int) -> String {
    selected > 0
      ? "selecting \(CountText.photos(selected))" : "deselecting \(CountText.photos(deselected))"
  }

  /// The same of rows that are still being loaded.
  static let selectingAll = "selecting all photos"
  static let selectingRange = "selecting a range"
}

/// Words for photos that look alike.
public enum SimilarityText {
  /// `similar to sea.jpg`: the end of the id, which is a path.
  public static func title(_ id: Photo.ID) -> String {
    let name = id.split(separator: "/").last.map(String.init) ?? id
    return "similar to \(TextCleaner.line(name))"
  }

  /// Why the key finds nothing here.
  public static let notCompared = ErrorText.title(for: .notCompared)
}

/// The photo screen's texts about neighbours.
public enum DetailText {
  static let firstPhoto = "First photo"
  /// Also the foot of the list, like the other, which is where more photos may come.
  static let lastPhoto = "Last photo"
  static let endOfList = "End of the list"
  static let gone = "This photo is no longer in the list"

  /// `skipped 2 not for sale`; nil for none.
  public static func skipped(_ count: Int) -> String? {
    count > 0 ? "skipped \(CountText.grouped(count)) not for sale" : nil
  }

  /// - Parameter isFolder: Whether the list is one of the user's own folders, which has no more photos than these.
  static func end(isFirst: Bool, isFolder: Bool, skipped count: Int) -> String {
    let last = isFolder ? lastPhoto : endOfList
    return joined([isFirst ? firstPhoto : last, skipped(count)], by: " · ")
  }
}
