import GalleryDomain

/// What a list of photos has to show.
public enum PhotoListState: Hashable, Sendable {
  /// Nothing was requested yet.
  case idle
  /// The first photos are loading.
  case loading
  case photos
  /// The source has no photos, or none that match the search or the filter.
  case empty
  /// The first load failed and there is nothing older to show.
  case failed(PhotoSourceError)
}

/// What is shown below the last row.
public enum PhotoListFooter: Hashable, Sendable {
  case none
  case loadingMore
  /// The same where a page is only reached after those before it, and there are too many of them.
  case loadingOneByOne
  case couldNotLoadMore
  /// Page after page was filtered to nothing; loading continues when the user asks for it.
  case paused
  /// The source would have gone on, but was stopped.
  case stopped(FeedEnding)
  /// The source states this total, and gave fewer photos.
  case endedEarly(of: Int)
  case noMorePhotos

  /// Whether it says what the list is doing.
  public var isUnderWay: Bool { [.loadingMore, .loadingOneByOne].contains(self) }
}

/// Work of a list that takes time.
public enum PhotoListActivity: Hashable, Sendable {
  case searching, sorting, filtering, comparing
  /// Other rows are loading, for the first time or in place of those on the screen.
  case loading
  /// The rows on the screen are being read again, because the user asked for it.
  case refreshing
  /// Files are looked at whose order is known from before.
  case checking
  /// A photo is being read for a command.
  case reading
  /// More rows are loading; of a filter, page after page is searched.
  case looking, loadingMore
  /// The source is being read in the background.
  case scanning
  /// Rows are being selected, as they are loaded.
  case selecting(Int, of: Int)
}

extension PhotoList {
  /// nil while the list does nothing, or nothing that the user asked for.
  var activity: PhotoListActivity? {
    if let sweep = selection.sweep { return .selecting(sweep.doneCount, of: sweep.totalCount) }
    if selection.range.isKept {
      return .selecting(rangePhotos.count, of: selectedRange?.count ?? 0)
    }
    if waitsForRange { return nil }
    let (shown, wanted) = (listing.query, wantedQuery)
    if isLoading {
      if wanted.similarTo != shown.similarTo || progress?.activity == .comparing {
        return .comparing
      }
      let isOtherSearch = wanted.search != nil && wanted.search != shown.search
      if isOtherSearch || isCompletingSearch { return .searching }
      if progress?.activity == .checking { return .checking }
      let isSorted = wanted.isSortedHere(knowing: capabilities)
      if progress?.activity == .sorting, !isSorted, wanted.leavesOut(capabilities) {
        return .searching
      }
      if wanted.sort != shown.sort || progress?.activity == .sorting { return .sorting }
      if wanted.otherTerms != shown.otherTerms { return .filtering }
    }
    if isFollowing { return nil }
    if isLoading { return listing.pages.rowCount > 0 && wanted == shown ? .refreshing : .loading }
    if isLoadingPage { return shown.isFiltered ? .looking : .loadingMore }
    return progress.flatMap { $0.activity == .waiting ? nil : .scanning }
  }

  /// The data for the texts around the rows.
  struct Summary {
    var query: PhotoQuery
    var scope: SourceCapabilities.Search
    /// Whether the photos are those of a folder, where a search reads all of them.
    var areOwnFiles: Bool
    var isRemote: Bool
    var count: Int
    /// Rows that were loaded at some time.
    var seenCount: Int
    /// Whether `count` is all there is.
    var isCounted: Bool
    /// What the source states of rows that are only reached one page after the other.
    var statedCount: Int?
    /// Photos that were searched; nil if the source does all the filtering.
    var lookedThroughCount: Int?
    /// How many will be searched; nil if that is not known, or if the search stops before.
    var searchedCount: Int?
    var isComplete: Bool
    var isPaused: Bool
    /// Whether Esc leaves the filter, not the search.
    var leavesFilterFirst: Bool
  }

  var summary: Summary {
    let pages = listing.pages
    var summary = Summary(
      query: listing.query, scope: capabilities.search,
      areOwnFiles: capabilities.holdsOwnFiles, isRemote: capabilities.isRemote,
      count: pages.rowCount,
      seenCount: pages.seenCount, isCounted: pages.totalCount != nil || pages.isComplete,
      statedCount: pages.comesOneByOne && !pages.isFiltered ? pages.sourceCount : nil,
      lookedThroughCount: pages.isFiltered
        ? pages.lookedThroughCount - pages.skippedCount : nil,
      searchedCount: searchesToEnd ? pages.sourceCount : nil,
      isComplete: pages.isComplete, isPaused: isPaused, leavesFilterFirst: leavesFilterFirst)
    if progress?.activity == .waiting, summary.lookedThroughCount == nil {
      // All of them are rows, and there are more.
      (summary.seenCount, summary.isCounted) = (pages.rowCount, false)
    }
    if let reach = pages.sortReach {
      // Rows that are not loaded have been read all the same.
      summary.seenCount = pages.rowCount
      (summary.isCounted, summary.isComplete, summary.isPaused) = (!isPart, true, false)
      let leavesOut = listing.query.leavesOut(capabilities)
      summary.lookedThroughCount =
        leavesOut && reach.isWhole && !isPart ? max(0, reach.readCount - pages.skippedCount) : nil
      if leavesOut, isPart, let unread = listing.unreadCount {
        summary.lookedThroughCount = reach.readCount
        summary.searchedCount = reach.readCount + unread
        summary.isComplete = false
      }
    }
    return summary
  }

  var state: PhotoListState {
    if listing.pages.rowCount > 0 { return .photos }
    if let failure = listing.failure, !isLoading { return .failed(failure) }
    if isLoading { return .loading }
    guard listing.phase.hasAnswer else { return .idle }
    return progress == nil && !isLoadingPage ? .empty : .loading
  }

  var footer: PhotoListFooter {
    guard listing.pages.rowCount > 0 else { return .none }
    if !failedPages.isEmpty { return .couldNotLoadMore }
    if isLoadingPage { return listing.pages.comesOneByOne ? .loadingOneByOne : .loadingMore }
    if isPaused { return .paused }
    guard !isLoading, !isPart, progress == nil, listing.pages.isComplete else { return .none }
    if let ending = listing.pages.ending { return .stopped(ending) }
    return listing.pages.statedCount.map { .endedEarly(of: $0) } ?? .noMorePhotos
  }

  /// Of the rows on the screen, and of those that the user can go back to.
  var knownPages: [PhotoPages] { stack.kept.map(\.pages) + [listing.pages] }

  /// A folder states the count of its scan on its last page as well.
  var skippedCount: Int { max(listing.pages.skippedCount, scanSkippedCount) }

  /// The part of the source that has been read, 0–1; nil when it is complete or unknown.
  var progressFraction: Double? {
    func part(_ count: Int, of total: Int) -> Double? {
      total > 0 ? min(1, max(0, Double(count) / Double(total))) : nil
    }
    if let progress, progress.activity != .waiting {
      return part(progress.completedSteps, of: progress.knownSteps)
    }
    guard searchesToEnd, isLoadingPage, let total = listing.pages.sourceCount else { return nil }
    return part(listing.pages.lookedThroughCount, of: total)
  }
}
