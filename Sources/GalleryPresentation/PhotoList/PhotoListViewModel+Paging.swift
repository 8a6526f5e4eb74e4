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
      guard !isLoading, hasAnswer else { return }
      startPageLoad()
      startDetailLoads()
    }
  }

  private func startPageLoad() {
    let wanted = wantedPages()
    failedPages.formIntersection(wanted)
    if let load = pageLoad {
      guard !wanted.contains(load.page) else { return }
      load.cancellable?.cancel()
      pageLoad = nil
    }
    dropPages(outside: wanted)
    let next = wanted.first { !pages.isLoaded($0) && !failedPages.contains($0) }
    guard let next else { return }
    loadPage(next)
  }

  private func loadPage(_ page: Int) {
    loadCount += 1
    let token = loadCount
    pageLoad = PageLoad(token: token, page: page)
    announceStatus()
    guard pageLoad?.token == token else { return }
    let cancellable = apiService.fetchPhotos(
      PhotoQuery(page: page, pageSize: pageSize),
      cached: { [weak self] stored in self?.receiveStored(stored, token) },
      completion: { [weak self] result in self?.receive(result, token) })
    if pageLoad?.token == token { pageLoad?.cancellable = cancellable }
  }

  private func receiveStored(_ stored: PhotoPage, _ token: Int) {
    guard let load = pageLoad, load.token == token else { return }
    pages.insertStored(stored.photos, at: load.page)
    updateFocus(afterPage: load.page)
    announceRows()
  }

  private func receive(_ result: Result<PhotoPage, PhotoSourceError>, _ token: Int) {
    guard let load = pageLoad, load.token == token else { return }
    pageLoad = nil
    switch result {
    case .success(let page):
      pages.insert(page, at: load.page)
      // The page may have been counted before the scan went on.
      if let progress, !page.photos.isEmpty { _ = pages.grow(to: progress.photoCount) }
      updateFocus(afterPage: load.page)
    case .failure:
      failedPages.insert(load.page)
    }
    announceRows()
    announceStatus()
    startLoads()
  }

  /// The pages of the visible rows and of a screenful on either side, nearest first.
  private func wantedPages() -> [Int] {
    let count = pages.rowCount
    if count == 0 { return pages.hasPageBeyond ? [pages.pageCount + 1] : [] }
    let shown = shownRows
    guard !shown.isEmpty else { return [] }
    let margin = min(visibleRows.count, pageSize)
    let around = (shown.lowerBound - margin)..<(shown.upperBound + margin)
    let rows = around.clamped(to: 0..<count)
    var wanted: [Int] = []
    if let first = pages.lengths.position(of: rows.lowerBound)?.page,
      let last = pages.lengths.position(of: rows.upperBound - 1)?.page
    {
      wanted = Array(first...last)
    }
    // A source that is still being read says by its progress when there is more.
    if around.upperBound > count, pages.hasPageBeyond, progress == nil {
      wanted.append(pages.pageCount + 1)
    }
    let middle = pages.lengths.position(of: (shown.lowerBound + shown.upperBound) / 2)?.page ?? 1
    return wanted.sorted { (abs($0 - middle), -$0) < (abs($1 - middle), -$1) }
  }

  /// The visible rows that are there; the last ones where the list became too short for them.
  var shownRows: Range<Int> {
    let count = pages.rowCount
    let shown = visibleRows.clamped(to: 0..<count)
    guard shown.isEmpty, visibleRows.lowerBound >= count else { return shown }
    return max(0, count - visibleRows.count)..<count
  }

  private func dropPages(outside wanted: [Int]) {
    guard let first = wanted.min(), let last = wanted.max() else { return }
    pages.drop(allBut: (first - Self.keptPages)...(last + Self.keptPages))
  }
}
