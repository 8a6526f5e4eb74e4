import Foundation
import GalleryDomain

/// The rows of one query, with the focus and the window: what is on the screen, or what is kept on the back stack.
struct PhotoListing: Equatable {
  let query: PhotoQuery
  /// Changes when all rows have been replaced.
  var number = 0
  var pages: PhotoPages
  var phase = Phase.unanswered
  var focus: Focus?
  /// The photo that was in focus when the rows arrived: as long as it still is, the user has not moved the focus.
  var arrivalID: Photo.ID?
  /// The rows on the screen, as last reported; not all of them need exist.
  var visibleRows = 0..<0
  var failedPages: Set<Int> = []
  /// Of rows that are a part: how many photos had not been read for them; nil if that isn't known.
  var unreadCount: Int?

  /// How far the source has answered for the rows.
  enum Phase: Equatable {
    case unanswered
    /// They come from the store, or the source has changed since: the first page is to be loaded.
    case stored
    case settled
    /// There are no rows because the source failed, until they are requested again.
    case failed(PhotoSourceError, hasAnswer: Bool)

    /// Whether there was an answer, stored or fresh.
    var hasAnswer: Bool {
      switch self {
      case .unanswered: false
      case .stored, .settled: true
      case .failed(_, let hasAnswer): hasAnswer
      }
    }

    /// Whether the source has answered the first page, or failed to; otherwise it is requested again when the listing
    /// comes back.
    var isSettled: Bool {
      switch self {
      case .unanswered, .stored: false
      case .settled, .failed: true
      }
    }
  }

  struct Focus: Equatable {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var position: PhotoPosition
  }

  /// The row of a loaded photo; if it is there twice, the one nearest to the focus.
  func row(of id: Photo.ID) -> Int? {
    pages.position(of: id, near: focus?.position.page ?? 1).map(pages.row)
  }

  /// Why there are no rows.
  var failure: PhotoSourceError? { if case .failed(let error, _) = phase { error } else { nil } }

  /// The failed rows are being loaded again, or have been.
  mutating func forgetFailure() { if failure != nil { phase = .settled } }

  /// The source has changed: the first page is loaded again when the listing comes back.
  mutating func outdate() { phase = phase.hasAnswer ? .stored : .unanswered }

  // MARK: The focus stays with its photo, not with its row

  var focusRow: Int? { focus.map { pages.row(of: $0.position) } }

  mutating func focus(row: Int) {
    guard let position = pages.position(of: row) else { return }
    focus = Focus(id: pages.photo(at: row)?.id, position: position)
  }

  /// Finds the photo in focus among new pages; if it is gone, the focus stays at its row.
  ///
  /// - Parameter keepsPhoto: Whether it may still come.
  mutating func moveFocus(nearRow row: Int, keepsPhoto: Bool = false) {
    guard let id = focus?.id else { return focusNearest(to: row) }
    let near = pages.position(of: max(0, min(row, pages.rowCount - 1)))
    if let near,
      let position = pages.position(of: id, near: near.page) ?? (keepsPhoto ? near : nil)
    {
      focus = Focus(id: id, position: position)
    } else {
      focusNearest(to: row)
    }
  }

  private mutating func focusNearest(to row: Int) {
    guard focus != nil else { return }
    focus = nil
    focus(row: max(0, min(row, pages.rowCount - 1)))
  }

  /// Keeps the focus at a row that exists.
  ///
  /// - Parameter page: One that was loaded: its photos may have moved within it, or be known only now.
  mutating func updateFocus(afterPage page: Int? = nil) {
    guard let focus, let row = focusRow else { return }
    let isThere = pages.position(of: row) != nil
    if focus.position.page == page || !isThere { moveFocus(nearRow: row) }
  }

  /// Removes photos that are no longer in the source. The focus moves to the row after its photo; the window stays.
  ///
  /// - Returns: Whether any of them was loaded.
  mutating func remove(_ ids: Set<Photo.ID>) -> Bool {
    let row = focusRow
    let removed = pages.remove(ids)
    guard !removed.isEmpty else { return false }
    if let row { moveFocus(nearRow: row - removed.count { $0 < row }) }
    let first = visibleRows.lowerBound
    moveWindow(by: -removed.count { $0 < first })
    return true
  }

  /// Moves the window by as many rows as the focus has moved.
  mutating func moveWindow(by distance: Int) {
    let lower = max(0, visibleRows.lowerBound + distance)
    visibleRows = lower..<(lower + visibleRows.count)
  }

  // MARK: The window

  /// The visible rows that exist; the last ones if the list has become too short for them.
  var shownRows: Range<Int> {
    let count = pages.rowCount
    let shown = visibleRows.clamped(to: 0..<count)
    guard shown.isEmpty, visibleRows.lowerBound >= count else { return shown }
    return max(0, count - visibleRows.count)..<count
  }

  /// The pages of the rows on the screen; nil without rows.
  var shownPages: ClosedRange<Int>? { pages(of: shownRows) }

  var showsEnd: Bool { shownRows.upperBound >= pages.rowCount }

  /// The pages of those rows that exist; nil if none does.
  private func pages(of rows: Range<Int>) -> ClosedRange<Int>? {
    let rows = rows.clamped(to: 0..<pages.rowCount)
    guard !rows.isEmpty, let first = pages.position(of: rows.lowerBound)?.page,
      let last = pages.position(of: rows.upperBound - 1)?.page, first <= last
    else { return nil }
    return first...last
  }

  // MARK: Which pages are wanted

  /// Pages kept on either side of the window.
  private static let keptPages = 5

  /// The pages of the visible rows and of a screenful on either side, nearest first.
  ///
  /// - Parameters:
  ///   - margin: The most rows to load beyond the window.
  ///   - asksBeyond: Whether a page after the last one that is counted may be requested.
  ///   - isScanned: Whether the source is being read, and its progress shows when there is more.
  func wantedPages(margin: Int, asksBeyond: Bool, isScanned: Bool) -> [Int] {
    let count = pages.rowCount
    let hasBeyond = pages.hasPageBeyond && asksBeyond
    if count == 0 { return hasBeyond ? [pages.pageCount + 1] : [] }
    let shown = shownRows
    guard !shown.isEmpty else { return [] }
    let margin = pages.isSparse ? 0 : min(visibleRows.count, margin)
    let around = (shown.lowerBound - margin)..<(shown.upperBound + margin)
    var wanted = pages(of: around).map(Array.init) ?? []
    let isAtEnd = around.upperBound > count || margin == 0 && around.upperBound == count
    if isAtEnd, hasBeyond, !isScanned || pages.isFiltered { wanted.append(pages.pageCount + 1) }
    let middleRow = (shown.lowerBound + shown.upperBound) / 2
    let middle = pages.position(of: middleRow)?.page ?? 1
    return wanted.sorted { (abs($0 - middle), -$0) < (abs($1 - middle), -$1) }
  }

  /// The pages of needed rows, and the one after the last if they reach beyond it.
  func pagesNeeded(for rows: Range<Int>, asksBeyond: Bool) -> [Int] {
    guard !rows.isEmpty else { return [] }
    let isBeyond = rows.upperBound > pages.rowCount && pages.hasPageBeyond && asksBeyond
    return (pages(of: rows).map(Array.init) ?? []) + (isBeyond ? [pages.pageCount + 1] : [])
  }

  /// Drops the photos far from the wanted pages, but not the pages' lengths.
  mutating func dropPages(farFrom wanted: [Int], keeping needed: Set<Int>) {
    guard let first = wanted.min(), let last = wanted.max() else { return }
    // Measured in rows: after filtering, a page may hold a single photo.
    let reach = Self.keptPages * pages.stride
    let lower = pages.position(of: max(0, pages.start(of: first) - reach))?.page ?? first
    let upper = pages.position(of: pages.start(of: last + 1) + reach)?.page ?? Int.max
    let near = min(lower, first)...max(upper, last)
    pages.keepPhotos { near.contains($0) || needed.contains($0) }
  }

  // MARK: Photos in two listings

  /// The row, in the first page of this listing, of the photo that another one has in a row, or nearest to it within `distance`
  /// rows.
  func commonRow(nearest row: Int, of other: PhotoListing, distance: Int) -> Int? {
    var rows: [Photo.ID: Int] = [:]
    for row in 0..<min(pages.length(of: 1), pages.rowCount) {
      if let photo = pages.photo(at: row), rows[photo.id] == nil { rows[photo.id] = row }
    }
    for step in 0...distance {
      for near in [row + step, row - step] {
        if let photo = other.pages.photo(at: near), let found = rows[photo.id] { return found }
      }
    }
    return nil
  }
}
