import Foundation
import GalleryDomain

/// The listing on the screen, and those that the user can go back to without a request (the back stack): a search, a
/// filter or another order puts a listing on top, leaving it takes that off again.
struct ListingStack: Equatable {
  var current: PhotoListing
  /// What was on the screen before, the oldest first: at most four.
  private(set) var kept: [PhotoListing] = []

  private static let limit = 4

  /// Shows a listing, and keeps the former one if the user can go back to it.
  mutating func push(_ next: PhotoListing) {
    if next.query.similarTo != current.query.similarTo {
      // Going back from similar photos leads to the rows in which the user asked for them, whatever they are.
      if current.query.similarTo == nil { kept.append(current) }
    } else if next.query.differsBeyondSearch(from: current.query) {
      // Esc leads back from similar photos to the rows in which the user asked for them.
      kept.removeAll {
        !next.query.isWithin($0.query)
          && (next.query.similarTo == nil || $0.query.similarTo != nil)
      }
      if next.query.isWithin(current.query) { kept.append(current) }
    } else if current.query.search == nil {
      kept.append(current)
    } else {
      // A search within a search: going back leads to the listing before the first of them.
      kept.removeAll { $0.query.search != nil }
    }
    // Keeps the oldest listing and the latest ones.
    if kept.count > Self.limit { kept.remove(at: 1) }
    current = next
  }

  /// The source has changed: what is kept is loaded again when the user goes back to it.
  mutating func outdateKept() {
    for index in kept.indices { kept[index].outdate() }
  }

  mutating func forget(where isForgotten: (PhotoQuery) -> Bool) {
    kept.removeAll { isForgotten($0.query) }
  }

  /// Shows a kept listing as it was. A photo that was focused meanwhile stays in focus, if it is among these rows too.
  ///
  /// - Parameter id: The photo in focus then, wherever the user has come from.
  mutating func pop(to index: Int, focusing id: Photo.ID? = nil) {
    let left = current
    current = kept[index]
    kept.removeSubrange(index...)
    let isMoved =
      left.query.search == current.query.search && left.focus?.id != left.arrivalID
    guard let id = id ?? (isMoved ? left.focus?.id : nil),
      let position = current.pages.position(of: id, near: current.focus?.position.page ?? 1)
    else { return }
    let shift = current.pages.row(of: position) - (current.focusRow ?? 0)
    current.focus = PhotoListing.Focus(id: id, position: position)
    current.moveWindow(by: shift)
  }

  /// - Parameter photos: As they are now.
  /// - Returns: Whether one of them is among the rows on the screen.
  mutating func replace(_ photos: [Photo]) -> Bool {
    let photos = Dictionary(photos.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let isShown = current.pages.replace(photos)
    for index in kept.indices { _ = kept[index].pages.replace(photos) }
    // Other photos may match or come first now, so these listings are loaded again when wanted.
    kept.removeAll {
      !$0.query.filter.isEmpty || $0.query.sort != nil || $0.query.grouping != nil
    }
    return isShown
  }

  /// - Parameter ids: Photos that are no longer in the source.
  /// - Returns: Whether one of them was among the rows on the screen.
  mutating func remove(_ ids: Set<Photo.ID>) -> Bool {
    for index in kept.indices { _ = kept[index].remove(ids) }
    return current.remove(ids)
  }

  /// The focus stays with a photo that has a new id; its row has that once the source is read again.
  mutating func rename(_ ids: [Photo.ID: Photo.ID]) {
    for index in kept.indices { _ = kept[index].remove(Set(ids.keys)) }
    if let id = current.focus?.id.flatMap({ ids[$0] }) { current.focus?.id = id }
  }

  // MARK: Where the focus is afterwards

  /// The listing in which the user last moved the focus: the one on the screen or, if the focus has not been moved
  /// there, the kept one that it was made from. While a filter is typed, listings come and go that need not contain the
  /// photo in focus.
  func listingOfFocus(for query: PhotoQuery) -> PhotoListing {
    guard current.focus?.id == current.arrivalID,
      let kept = kept.last(where: { $0.query.search == query.search && query.isWithin($0.query) }),
      kept.focus != nil
    else { return current }
    return kept
  }

  /// Whether another order is shown from its beginning, because the user has not moved to a photo.
  func beginsAtTop(_ query: PhotoQuery) -> Bool {
    let left = listingOfFocus(for: query)
    return (query.sort, query.grouping) != (left.query.sort, left.query.grouping)
      && left.focusRow == 0 && current.focusRow == 0
  }

  /// The row of the focus in rows that arrive; nil if there are none, or no focus that they could have.
  ///
  /// - Parameters:
  ///   - anchorRow: Where the source says that the photo is now.
  ///   - distance: How many rows away a photo may be that gets the focus instead, in the rows of another query; nil for the first
  ///     row.
  func rowOfFocus(in fresh: PhotoListing, _ anchorRow: Int?, near distance: Int?) -> Int? {
    let pages = fresh.pages
    guard pages.rowCount > 0 else { return nil }
    let isSame = fresh.query == current.query
    let left = isSame ? current : listingOfFocus(for: fresh.query)
    guard isSame || distance != nil, let old = left.focusRow else { return isSame ? nil : 0 }
    if !isSame, beginsAtTop(fresh.query) { return 0 }
    for id in [left.focus?.id, current.focus?.id].compactMap(\.self) {
      if let position = pages.position(of: id, near: 1) { return pages.row(of: position) }
    }
    if let row = anchorRow ?? (isSame ? old : nil) { return max(0, min(row, pages.rowCount - 1)) }
    return fresh.commonRow(nearest: old, of: left, distance: distance ?? 0) ?? 0
  }

  /// Shows the rows of another query.
  ///
  /// - Parameters:
  ///   - row: That of the focus.
  ///   - keepsWindow: Whether the focus stays where it is on the screen; else the window begins at the first row.
  mutating func push(_ next: PhotoListing, at row: Int?, keepsWindow: Bool) {
    var next = next
    let left = listingOfFocus(for: next.query)
    next.visibleRows = keepsWindow ? left.visibleRows : 0..<left.visibleRows.count
    if keepsWindow { next.moveWindow(by: (row ?? 0) - (left.focusRow ?? 0)) }
    if let row { next.focus(row: row) }
    next.arrivalID = next.focus?.id
    push(next)
  }
}

extension PhotoQuery {
  /// Whether anything but the words of the search is different.
  func differsBeyondSearch(from other: PhotoQuery) -> Bool {
    var query = self
    query.search = other.search
    return query != other
  }
}
