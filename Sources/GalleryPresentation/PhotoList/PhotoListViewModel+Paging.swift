import GalleryDomain

// Pages around the window, one load at a time. None while the first page is on its way.
extension PhotoListViewModel {
  /// Pages kept on either side of the window.
  static let keptPages = 5

  /// Starts what is wanted and not under way, and cancels what is no longer wanted.
  ///
  /// Called again from within (by an answer that comes at once, or by a screen that lays out its
  /// rows when it hears of them) it only asks for another look.
  func startLoads() {
    mustStartLoads = true
    guard !isStartingLoads else { return }
    isStartingLoads = true
    defer { isStartingLoads = false }
    while mustStartLoads {
      mustStartLoads = false
      guard listing.hasAnswer else { return }
      if isLoading {
        startStoredLoad()
      } else {
        startPageLoad()
        startDetailLoads()
      }
    }
  }

  private func startPageLoad() {
    let wanted = wantedPages()
    let further = pageToLookThrough
    listing.failedPages.formIntersection(wanted + [further].compactMap { $0 })
    if let load = pageLoad {
      guard !wanted.contains(load.page), load.page != further else { return }
      load.cancellable?.cancel()
      pageLoad = nil
    }
    dropPages(outside: wanted)
    let next = (wanted + [further].compactMap { $0 }).first {
      !listing.pages.isLoaded($0) && !listing.failedPages.contains($0)
    }
    guard let next else { return }
    loadPage(next)
  }

  private func loadPage(_ page: Int) {
    loadCount += 1
    let token = loadCount
    let isAsked = askedPages.remove(page) != nil
    pageLoad = PageLoad(token: token, page: page, isAsked: isAsked)
    announceStatus()
    guard pageLoad?.token == token else { return }
    let cancellable = apiService.fetchPhotos(
      listing.query.page(page, pageSize: pageSize),
      cached: { [weak self] stored in self?.receiveStoredPage(stored, token) },
      completion: { [weak self] result in self?.receive(result, token) })
    if pageLoad?.token == token { pageLoad?.cancellable = cancellable }
  }

  private func receiveStoredPage(_ stored: PhotoPage, _ token: Int) {
    guard let load = pageLoad, load.token == token else { return }
    listing.pages.insertStored(stored, at: load.page)
    updateFocus(afterPage: load.page)
    announceRows()
  }

  private func receive(_ result: Result<PhotoPage, PhotoSourceError>, _ token: Int) {
    guard let load = pageLoad, load.token == token else { return }
    pageLoad = nil
    let generation = generation
    var message: String?
    switch result {
    case .success(let page): take(page, load.page)
    case .failure(let error):
      fail(load.page, error)
      if load.isAsked, error != .cancelled { message = ErrorText.message(for: error) }
    }
    announceRows()
    guard generation == self.generation else { return }
    announceStatus()
    guard generation == self.generation else { return }
    if let message {
      // One box for all the pages that were asked for again.
      askedPages.removeAll()
      showAlert(message, canTryAgain: true)
    }
    guard generation == self.generation else { return }
    startLoads()
  }

  private func take(_ answer: PhotoPage, _ page: Int) {
    listing.pages.insert(answer, at: page)
    listing.failure = nil
    if answer.storedAt == nil { isOffline = false }
    // The page may have been counted before the scan went on.
    if let progress, !answer.photos.isEmpty, listing.query == .everything {
      _ = listing.pages.grow(to: progress.photoCount)
    }
    updateFocus(afterPage: page)
  }

  private func fail(_ page: Int, _ error: PhotoSourceError) {
    if error.isUnreachable {
      isOffline = true
      if listing.pages.settleStored(page) { return }
    }
    listing.failedPages.insert(page)
    if listing.pages.rowCount == 0 { listing.failure = error }
  }

  // MARK: Asking again

  /// Loads the pages again that failed and stand on the screen.
  /// - Returns: Whether there are any.
  func retryFailedPages() -> Bool {
    let shown = shownPages
    let failed = listing.failedPages.filter { page in
      shown?.contains(page) ?? true || page > listing.pages.pageCount && showsEnd
    }
    guard !failed.isEmpty else { return false }
    listing.failedPages.subtract(failed)
    listing.failure = nil
    askedPages = failed
    let generation = generation
    announceRows()
    if generation == self.generation { startLoads() }
    return true
  }

  /// Goes on where too many pages were gone through in vain.
  /// - Returns: Whether that was the case, at the end that is on the screen.
  func lookFurther() -> Bool {
    guard isPaused, showsEnd else { return false }
    listing.pages.goOn()
    startLoads()
    return true
  }

  /// Whether enough pages were gone through in vain.
  var isPaused: Bool { listing.pages.isPaused && !looksThroughAll }

  private var showsEnd: Bool { shownRows.upperBound >= listing.pages.rowCount }

  /// The pages of the rows on the screen; nil without rows.
  var shownPages: ClosedRange<Int>? {
    let rows = shownRows
    guard !rows.isEmpty, let first = listing.pages.lengths.position(of: rows.lowerBound)?.page,
      let last = listing.pages.lengths.position(of: rows.upperBound - 1)?.page, first <= last
    else { return nil }
    return first...last
  }

  // MARK: What is wanted

  /// The pages of the visible rows and of a screenful on either side, nearest first.
  func wantedPages() -> [Int] {
    let count = listing.pages.rowCount
    let hasBeyond = listing.pages.hasPageBeyond && !isPaused
    if count == 0 { return hasBeyond ? [listing.pages.pageCount + 1] : [] }
    let shown = shownRows
    guard !shown.isEmpty else { return [] }
    let margin = listing.pages.isSparse ? 0 : min(listing.visibleRows.count, pageSize)
    let around = (shown.lowerBound - margin)..<(shown.upperBound + margin)
    let rows = around.clamped(to: 0..<count)
    var wanted: [Int] = []
    if let first = listing.pages.lengths.position(of: rows.lowerBound)?.page,
      let last = listing.pages.lengths.position(of: rows.upperBound - 1)?.page
    {
      wanted = Array(first...last)
    }
    // A source that is still being read says by its progress when there is more.
    let isAtEnd = around.upperBound > count || margin == 0 && around.upperBound == count
    if isAtEnd, hasBeyond, progress == nil || listing.pages.isSifted {
      wanted.append(listing.pages.pageCount + 1)
    }
    let middleRow = (shown.lowerBound + shown.upperBound) / 2
    let middle = listing.pages.lengths.position(of: middleRow)?.page ?? 1
    return wanted.sorted { (abs($0 - middle), -$0) < (abs($1 - middle), -$1) }
  }

  /// The visible rows that are there; the last ones where the list became too short for them.
  var shownRows: Range<Int> {
    let count = listing.pages.rowCount
    let shown = listing.visibleRows.clamped(to: 0..<count)
    guard shown.isEmpty, listing.visibleRows.lowerBound >= count else { return shown }
    return max(0, count - listing.visibleRows.count)..<count
  }

  private func dropPages(outside wanted: [Int]) {
    guard let first = wanted.min(), let last = wanted.max() else { return }
    // By rows: of what a filter leaves, a page may hold one.
    let lengths = listing.pages.lengths
    let reach = Self.keptPages * lengths.stride
    let lower = lengths.position(of: max(0, lengths.start(of: first) - reach))?.page ?? first
    let upper = lengths.position(of: lengths.start(of: last + 1) + reach)?.page ?? Int.max
    listing.pages.drop(allBut: min(lower, first)...max(upper, last))
  }
}
