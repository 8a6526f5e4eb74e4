import GalleryDomain

/// What a list of photos has to show.
public enum PhotoListState: Hashable, Sendable {
  /// Nothing has been requested yet.
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
  /// The same where a page is only reached after those before it.
  case loadingOneByOne
  case couldNotLoadMore
  /// Page after page was filtered to nothing; loading continues when the user asks for it.
  case paused
  /// The source has more, but was stopped.
  case stopped(FeedEnding)
  /// The source states this total, and gave fewer photos.
  case endedEarly(of: Int)
  case noMorePhotos

  /// Whether it says what the list is doing.
  public var isUnderWay: Bool { [.loadingMore, .loadingOneByOne].contains(self) }
}

extension PhotoList {
  /// See `PhotoListViewModelOutputs.activityText`, which adds what commands wait for.
  var activity: String? {
    if let sweep = selection.sweep {
      return SelectionText.selecting(sweep.doneCount, of: sweep.totalCount)
    }
    if selection.range.isKept {
      return SelectionText.selecting(rangePhotos.count, of: selectedRange?.count ?? 0)
    }
    if waitsForRange { return nil }
    let (shown, wanted) = (listing.query, wantedQuery)
    if isLoading {
      if wanted.similarTo != shown.similarTo || progress?.activity == .comparing {
        return "comparing"
      }
      let isOtherSearch = wanted.search != nil && wanted.search != shown.search
      if isOtherSearch || isCompletingSearch { return "searching" }
      // Files whose order is known from before.
      if progress?.activity == .checking { return "checking" }
      let isSorted = wanted.isSortedHere(knowing: capabilities)
      if progress?.activity == .sorting, !isSorted, wanted.leavesOut(capabilities) {
        return "searching"
      }
      if wanted.sort != shown.sort || progress?.activity == .sorting { return "sorting" }
      if wanted.filter != shown.filter { return "filtering" }
    }
    if isFollowing { return nil }
    if isLoading { return listing.pages.rowCount > 0 && wanted == shown ? "refreshing" : "loading" }
    // Page after page is filtered.
    if isLoadingPage { return shown.filter.isEmpty ? "loading more" : "searching" }
    return progress.flatMap { $0.activity == .waiting ? nil : "scanning" }
  }

  /// How many photos the texts around the rows name.
  struct Counts {
    /// Rows that were loaded at some time; all rows where that doesn't matter.
    var seen: Int
    /// All there are; nil if that isn't known.
    var total: Int?
    /// Photos that were searched; nil if the source does all the filtering.
    var lookedThrough: Int?
    /// How many will be searched; nil if that is not known, or if the search stops before.
    var searched: Int?
    /// Whether nothing is left to look through.
    var isAll: Bool
  }

  var counts: Counts {
    let pages = listing.pages
    let stated = pages.comesOneByOne && !pages.isFiltered ? pages.sourceCount : nil
    let searched = searchesToEnd ? pages.sourceCount : nil
    guard let reach = pages.sortReach else {
      let looked = pages.isFiltered ? pages.lookedThroughCount - pages.skippedCount : nil
      // All of them are rows, and there are more.
      let isWaiting = progress?.activity == .waiting && looked == nil
      let isCounted = !isWaiting && (pages.totalCount != nil || pages.isComplete)
      return Counts(
        seen: isWaiting ? pages.rowCount : pages.seenCount,
        total: isCounted ? pages.rowCount : stated, lookedThrough: looked, searched: searched,
        isAll: pages.isComplete && !isPaused)
    }
    // Rows that are not loaded have been read all the same.
    var counts = Counts(
      seen: pages.rowCount, total: isPart ? stated : pages.rowCount, searched: searched,
      isAll: true)
    let isSearchedHere = listing.query.search != nil && capabilities.search == .here
    guard isSearchedHere || listing.query.leavesOut(capabilities) else { return counts }
    if isPart, let unread = listing.unreadCount {
      (counts.lookedThrough, counts.isAll) = (reach.readCount, false)
      counts.searched = reach.readCount + unread
    } else if !isPart, reach.isWhole {
      counts.lookedThrough = max(0, reach.readCount - pages.skippedCount)
    }
    return counts
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

  /// A folder states the count of its scan on its last page, too.
  var skippedCount: Int { max(listing.pages.skippedCount, scanSkippedCount) }

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
