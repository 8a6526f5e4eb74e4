import Foundation
import GalleryDomain

// The first page, for the first time and again, of what is on the screen or of what will be there
// instead. One such load at a time; whatever else is under way is cancelled for it.
extension PhotoListViewModel {
  /// - Parameter isRefresh: Whether the source is asked again for what is remembered of it.
  func load(_ query: ListQuery, _ reason: PendingLoad.Reason, isRefresh: Bool = false) {
    cancelLoads()
    let isAbsent = query != listing.query
    if !isAbsent { listing.failedPages.removeAll() }
    generation += 1
    let generation = generation
    let isNews = query != wantedQuery
    pending = PendingLoad(query: query, reason: reason)
    // Going back to the rows of before is no wish of the person's.
    if reason != .start { failedLoad = nil }
    progress = nil
    refreshedText = nil
    scanSkippedCount = 0
    setLoading(true)
    guard generation == self.generation else { return }
    if isNews { announceStatus() }
    guard generation == self.generation else { return }
    // What a search finds begins at its beginning; all else, where the selection stands.
    let left = isAbsent ? listingOfSelection(for: query) : listing
    let anchor = isAbsent && reason == .search ? nil : left.focus?.id
    fetch(
      query.page(1, pageSize: pageSize, anchor: anchor, isRefresh: isRefresh), generation,
      cached: { [weak self] page in self?.receiveStored(page, generation) },
      completion: { [weak self] page in self?.receiveFirst(page, generation) })
    guard generation == self.generation, isLoading else { return }
    observeProgress(generation)
  }

  /// What the person wants to see: what is on the screen, or what is on its way.
  var wantedQuery: ListQuery { pending?.query ?? listing.query }

  /// One page of this load; its answer is dropped when another load has begun since.
  func fetch(
    _ query: PhotoQuery, _ generation: Int,
    cached: @escaping (PhotoPage) -> Void = { _ in },
    completion: @escaping (PhotoPage) -> Void
  ) {
    loadCount += 1
    let token = loadCount
    firstLoad = FirstLoad(token: token)
    let cancellable = apiService.fetchPhotos(
      query,
      cached: { [weak self] page in
        guard let self, self.firstLoad?.token == token else { return }
        cached(page)
      },
      completion: { [weak self] result in
        guard let self, self.firstLoad?.token == token else { return }
        self.firstLoad = nil
        switch result {
        case .success(let page): completion(page)
        case .failure(let error): self.fail(error)
        }
      })
    if firstLoad?.token == token { firstLoad?.cancellable = cancellable }
  }

  func cancelLoads() {
    firstLoad?.cancellable?.cancel()
    firstLoad = nil
    pageLoad?.cancellable?.cancel()
    pageLoad = nil
    storedLoad?.cancellable?.cancel()
    storedLoad = nil
    storedAskedPages.removeAll()
    askedPages.removeAll()
    for load in detailLoads.values { load.cancellable?.cancel() }
    detailLoads.removeAll()
    press = nil
  }

  /// Calls the load off, which announces nothing but its end, and goes on with what is on the screen.
  func abandonLoad() {
    cancelLoads()
    generation += 1
    if progress?.activity == .sorting { progress = nil }
    goOn()
  }

  /// Goes on loading what is on the screen: its first page where that was not answered yet, else what
  /// else is missing.
  func goOn() {
    guard listing.isSettled else { return load(listing.query, .start) }
    finishLoad()
    let generation = generation
    guard !isLoading, firstLoad == nil else { return }
    observeProgress(generation)
  }

  /// The load is over, and its data announced.
  func finishLoad() {
    let generation = generation
    pending = nil
    setLoading(false)
    guard generation == self.generation else { return }
    announceStatus()
    guard generation == self.generation else { return }
    startLoads()
  }

  func makePages(for query: ListQuery) -> PhotoPages {
    PhotoPages(pageSize: pageSize, isSifted: query.isSifted(by: apiService.capabilities))
  }

  // MARK: Failure

  /// The rows stay, and are loaded on as before. Where there are none, the failure takes their place.
  private func fail(_ error: PhotoSourceError) {
    guard let pending else { return }
    let generation = generation
    let hasRows = numberOfCells > 0
    let isAbsent = pending.query != listing.query
    if error.isUnreachable { isOffline = true }
    if !isAbsent {
      listing.isSettled = true
      if !hasRows { listing.failure = error }
    } else if !hasRows, error != .cancelled {
      enterFailure(error, of: pending.query)
      guard generation == self.generation else { return }
    }
    // Rows that stay with a mark say that there is no network; who asked for fresh ones is told.
    let isMarked = error.isUnreachable && hasRows && !isAbsent && pending.reason != .refresh
    failedLoad = isAbsent && error != .cancelled && hasRows ? pending : nil
    if error != .cancelled, !isMarked {
      showAlert(ErrorText.message(for: error), canTryAgain: true)
    }
    guard generation == self.generation else { return }
    if listing.isSettled { finishLoad() } else { load(listing.query, .start) }
  }

  private func enterFailure(_ error: PhotoSourceError, of query: ListQuery) {
    var failed = PhotoListing(query: query, pages: makePages(for: query))
    failed.failure = error
    failed.isSettled = true
    enter(failed)
    announceRows()
  }
}
