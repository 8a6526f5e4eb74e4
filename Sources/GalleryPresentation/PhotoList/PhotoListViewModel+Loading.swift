import Foundation
import GalleryDomain

// The first page, for the first time and again. What is on the screen stays until the photos that
// take its place are there: the first page, and the page where the selection stands now.
extension PhotoListViewModel {
  func load(isRefresh: Bool) {
    cancelLoads()
    failedPages.removeAll()
    generation += 1
    let generation = generation
    let query = PhotoQuery(pageSize: pageSize, anchor: focus?.id, isRefresh: isRefresh)
    progress = nil
    refreshedText = nil
    scanSkippedCount = 0
    setLoading(true)
    guard generation == self.generation else { return }
    fetch(
      query, generation,
      cached: { [weak self] page in self?.receiveStored(page, generation) },
      completion: { [weak self] page in self?.receiveFirst(page, generation) })
    guard generation == self.generation, isLoading else { return }
    observeProgress(generation)
  }

  /// One page of this load; its answer is dropped when another load has begun since.
  private func fetch(
    _ query: PhotoQuery, _ generation: Int,
    cached: @escaping (PhotoPage) -> Void = { _ in },
    completion: @escaping (PhotoPage) -> Void
  ) {
    loadCount += 1
    let token = loadCount
    firstLoad = FirstLoad(token: token)
    let cancellable = apiService.fetchPhotos(query, cached: cached) { [weak self] result in
      guard let self, self.firstLoad?.token == token else { return }
      self.firstLoad = nil
      switch result {
      case .success(let page): completion(page)
      case .failure(let error): self.fail(error)
      }
    }
    if firstLoad?.token == token { firstLoad?.cancellable = cancellable }
  }

  private func cancelLoads() {
    firstLoad?.cancellable?.cancel()
    firstLoad = nil
    pageLoad?.cancellable?.cancel()
    pageLoad = nil
    for load in detailLoads.values { load.cancellable?.cancel() }
    detailLoads.removeAll()
    press = nil
  }

  /// The page of the last time, while there is nothing else to show.
  private func receiveStored(_ page: PhotoPage, _ generation: Int) {
    guard generation == self.generation, isLoading, !hasAnswer else { return }
    pages.insert(page, at: 1)
    hasAnswer = true
    failure = nil
    announceRows()
  }

  private func receiveFirst(_ page: PhotoPage, _ generation: Int) {
    guard generation == self.generation else { return }
    observeProgress(generation)
    var fresh = PhotoPages(pageSize: pageSize)
    fresh.insert(page, at: 1)
    fresh.keepReach(of: pages)
    let row = rowOfFocus(in: fresh, anchorRow: page.anchorRow)
    fetch(pagesToReplace(with: fresh, focusRow: row), into: fresh, row, generation)
  }

  /// Fetches the pages one after the other and then replaces the rows, all at once.
  private func fetch(
    _ wanted: [Int], into fresh: PhotoPages, _ row: Int?, _ generation: Int
  ) {
    guard generation == self.generation else { return }
    guard let page = wanted.first, page <= fresh.pageCount else {
      replace(with: fresh, row, generation)
      return
    }
    fetch(PhotoQuery(page: page, pageSize: pageSize, anchor: focus?.id), generation) {
      [weak self] answer in
      var fresh = fresh
      fresh.insert(answer, at: page)
      self?.fetch(Array(wanted.dropFirst()), into: fresh, row, generation)
    }
  }

  private func replace(with fresh: PhotoPages, _ row: Int?, _ generation: Int) {
    let shift = (row ?? 0) - (focusedIndexPath?.row ?? 0)
    if isRefreshing { refreshedText = ListText.refreshed }
    pages = fresh
    hasAnswer = true
    failure = nil
    if let progress { _ = pages.grow(to: progress.photoCount) }
    if let row { moveFocus(nearRow: row) } else { focus = nil }
    if focus != nil { visibleRows = shifted(visibleRows, by: shift) }
    announceRows()
    guard generation == self.generation else { return }
    setLoading(false)
    guard generation == self.generation else { return }
    announceStatus()
    startLoads()
  }

  /// The old rows stay, and are loaded on as before.
  private func fail(_ error: PhotoSourceError) {
    let generation = generation
    if numberOfCells == 0 { failure = error }
    if error != .cancelled { showAlert(ErrorText.message(for: error)) }
    guard generation == self.generation else { return }
    setLoading(false)
    guard generation == self.generation else { return }
    announceStatus()
    startLoads()
  }

  // MARK: Where the selection stands afterwards

  /// The row that the selection takes among the fresh pages; nil without a selection.
  private func rowOfFocus(in fresh: PhotoPages, anchorRow: Int?) -> Int? {
    guard let focus, fresh.rowCount > 0 else { return nil }
    if let id = focus.id, let position = fresh.position(of: id, near: 1) {
      return fresh.lengths.row(of: position)
    }
    let row = anchorRow ?? pages.lengths.row(of: focus.position)
    return max(0, min(row, fresh.rowCount - 1))
  }

  /// The pages that will be on the screen, but the first, which is there; the selection's first.
  private func pagesToReplace(with fresh: PhotoPages, focusRow: Int?) -> [Int] {
    guard let focusRow, let focused = fresh.lengths.position(of: focusRow) else { return [] }
    let rows = shifted(visibleRows, by: focusRow - (focusedIndexPath?.row ?? focusRow))
    var wanted = [focused.page]
    if !rows.isEmpty, rows.count <= pageSize {
      for page in [rows.lowerBound, rows.upperBound - 1]
        .compactMap({ fresh.lengths.position(of: $0)?.page }) where !wanted.contains(page)
      {
        wanted.append(page)
      }
    }
    return wanted.filter { $0 > 1 && $0 <= fresh.pageCount }
  }

  private func shifted(_ rows: Range<Int>, by distance: Int) -> Range<Int> {
    let lower = max(0, rows.lowerBound + distance)
    return lower..<(lower + rows.count)
  }
}
