import Foundation
import GalleryDomain

// What is on the screen stays until the photos that take its place are there: the first page, and the
// page where the selection stands now.
extension PhotoListViewModel {
  /// The page of the last time: where there is nothing else to show, and in place of the rows of
  /// another query.
  func receiveStored(_ page: PhotoPage, _ generation: Int) {
    guard generation == self.generation, let pending else { return }
    if pending.query == listing.query {
      guard !listing.hasAnswer else { return }
      listing.pages.insert(page, at: 1)
      if let id = listing.focus?.id, let position = listing.pages.position(of: id, near: 1) {
        listing.focus?.position = position
      }
      listing.hasAnswer = true
      listing.failure = nil
    } else {
      // That there was nothing once says little; the rows of before say more.
      guard !page.photos.isEmpty else { return }
      var pages = makePages(for: pending.query)
      pages.insert(page, at: 1)
      arrive(pages, at: rowOfArrival(in: pages, anchorRow: page.anchorRow, pending), pending)
    }
    announceRows()
    guard generation == self.generation else { return }
    announceStatus()
    guard generation == self.generation else { return }
    startLoads()
  }

  func receiveFirst(_ page: PhotoPage, _ generation: Int) {
    guard generation == self.generation, let pending else { return }
    observeProgress(generation)
    guard generation == self.generation else { return }
    if page.storedAt == nil { isOffline = false }
    if pending.reason == .search, let text = pending.query.search {
      apiService.saveRecentQuery(text)
      guard generation == self.generation else { return }
    }
    var fresh = makePages(for: pending.query)
    fresh.insert(page, at: 1)
    let row: Int?
    if pending.query == listing.query {
      fresh.keepReach(of: listing.pages)
      row = rowOfFocus(in: fresh, anchorRow: page.anchorRow)
    } else {
      row = rowOfArrival(in: fresh, anchorRow: page.anchorRow, pending)
    }
    fetch(pagesToReplace(with: fresh, row: row, pending), into: fresh, row, generation)
  }

  /// Fetches the pages one after the other and then replaces the rows, all at once.
  private func fetch(
    _ wanted: [Int], into fresh: PhotoPages, _ row: Int?, _ generation: Int
  ) {
    guard generation == self.generation, let pending else { return }
    guard let page = wanted.first, page <= fresh.pageCount else {
      replace(with: fresh, row, generation, pending)
      return
    }
    fetch(
      pending.query.page(page, pageSize: pageSize, anchor: listing.focus?.id), generation
    ) { [weak self] answer in
      var fresh = fresh
      fresh.insert(answer, at: page)
      self?.fetch(Array(wanted.dropFirst()), into: fresh, row, generation)
    }
  }

  private func replace(
    with fresh: PhotoPages, _ row: Int?, _ generation: Int, _ pending: PendingLoad
  ) {
    if pending.query == listing.query {
      if pending.reason == .refresh, numberOfCells > 0 { refreshedText = ListText.refreshed }
      let shift = (row ?? 0) - (listing.focusRow ?? 0)
      listing.pages = fresh
      if let row { moveFocus(nearRow: row) } else { listing.focus = nil }
      if listing.focus != nil { listing.visibleRows = shifted(listing.visibleRows, by: shift) }
    } else {
      arrive(fresh, at: row, pending)
    }
    listing.hasAnswer = true
    listing.isSettled = true
    listing.failure = nil
    if let progress, listing.query == .everything {
      _ = listing.pages.grow(to: progress.photoCount)
    }
    announceRows()
    guard generation == self.generation else { return }
    finishLoad()
  }

  /// Puts the rows of another query on the screen.
  private func arrive(_ pages: PhotoPages, at row: Int?, _ pending: PendingLoad) {
    var next = PhotoListing(query: pending.query, pages: pages)
    next.hasAnswer = true
    let left = listingOfSelection(for: pending.query)
    let rows = left.visibleRows
    next.visibleRows =
      pending.reason == .search
      ? 0..<rows.count : shifted(rows, by: (row ?? 0) - (left.focusRow ?? 0))
    enter(next)
    guard let row else { return }
    listing.focus = PhotoListing.Focus(id: nil, position: PhotoPosition(page: 1, offset: 0))
    moveFocus(nearRow: row)
    listing.arrivalID = listing.focus?.id
  }

  // MARK: Where the selection stands afterwards

  /// The row that the selection takes among the fresh pages; nil without a selection.
  private func rowOfFocus(in fresh: PhotoPages, anchorRow: Int?) -> Int? {
    guard let focus = listing.focus, fresh.rowCount > 0 else { return nil }
    if let id = focus.id, let position = fresh.position(of: id, near: 1) {
      return fresh.lengths.row(of: position)
    }
    let row = anchorRow ?? listing.pages.lengths.row(of: focus.position)
    return max(0, min(row, fresh.rowCount - 1))
  }

  /// The row that the selection takes among those of another query; nil where there are none.
  private func rowOfArrival(
    in fresh: PhotoPages, anchorRow: Int?, _ pending: PendingLoad
  ) -> Int? {
    guard fresh.rowCount > 0 else { return nil }
    let left = listingOfSelection(for: pending.query)
    guard pending.reason == .filter, let old = left.focusRow else { return 0 }
    if let row = nearestCommonRow(in: fresh, to: old, of: left, distance: 0) { return row }
    if let shown = listing.focusRow,
      let row = nearestCommonRow(in: fresh, to: shown, of: listing, distance: 0)
    {
      return row
    }
    if let anchorRow { return max(0, min(anchorRow, fresh.rowCount - 1)) }
    return nearestCommonRow(in: fresh, to: old, of: left, distance: pageSize) ?? 0
  }

  /// Where the person last selected a photo: on the screen, or, while nothing was chosen among its rows, in the
  /// list kept aside that they were taken from. A filter that is typed passes through others, and the photo that
  /// was selected need not be in all of them.
  func listingOfSelection(for query: ListQuery) -> PhotoListing {
    guard listing.focus?.id == listing.arrivalID,
      let kept = aside.last(where: { $0.query.search == query.search && query.isWithin($0.query) }),
      kept.focus != nil
    else { return listing }
    return kept
  }

  /// Where the photo stands now that stood in this row, or else the one nearest to it.
  private func nearestCommonRow(
    in fresh: PhotoPages, to row: Int, of left: PhotoListing, distance: Int
  ) -> Int? {
    let first = fresh.lengths.length(of: 1)
    var rows: [Photo.ID: Int] = [:]
    for row in 0..<min(first, fresh.rowCount) {
      if let photo = fresh.photo(at: row), rows[photo.id] == nil { rows[photo.id] = row }
    }
    for step in 0...distance {
      for near in [row + step, row - step] {
        if let photo = left.pages.photo(at: near), let found = rows[photo.id] { return found }
      }
    }
    return nil
  }

  /// The pages that will be on the screen, but the first, which is there; the selection's first.
  private func pagesToReplace(
    with fresh: PhotoPages, row: Int?, _ pending: PendingLoad
  ) -> [Int] {
    guard let row, let focused = fresh.lengths.position(of: row) else { return [] }
    let rows = shifted(listing.visibleRows, by: row - (listing.focusRow ?? row))
    var wanted = [focused.page]
    if pending.query == listing.query, !rows.isEmpty, rows.count <= pageSize {
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
