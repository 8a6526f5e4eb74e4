import Foundation
import GalleryDomain

/// The pages of a list that are loaded, and how many rows there are with those that are not.
struct PhotoPages {
  private(set) var lengths: PageLengths
  /// Only the pages near the window; the others are loaded again when they are wanted.
  private(set) var loaded: [Int: [Photo]] = [:]
  /// Pages to load again: stored ones, and those that were cut by the end of a source that grew.
  private var outdated: Set<Int> = []
  /// Pages that were loaded at some time, so that their length is known.
  private var seen = IndexSet()
  private var skippedCounts = PageCounts()
  private var picturelessCounts = PageCounts()
  /// What the source says there is in all, where its last page came before.
  private(set) var statedCount: Int?
  /// Whether pictures lie on a server that the source does not name.
  private(set) var lacksServer = false
  /// Photos that were sorted out of the pages.
  private var filteredCounts = PageCounts()
  /// Of loaded pages that come from the store: when they were fetched.
  private(set) var storedDates: [Int: Date] = [:]
  /// Whether photos are sorted out page by page, so that a total says nothing of the rows, and an empty
  /// page nothing of the end.
  private(set) var isSifted: Bool
  /// Pages at the end of which nothing was left, one after the other.
  private var missesAtEnd = 0
  /// Why the source was stopped, and at which page.
  private var stop: (ending: FeedEnding, page: Int)?
  /// Photos of the source, with those that are sorted out, as it said last.
  private(set) var sourceCount: Int?
  /// How far the source was read, where the rows are not in its own order.
  private(set) var sortReach: SortReach?
  /// Photos in all, as the source said last; nil while it does not.
  private(set) var totalCount: Int?
  /// The last page, where a page's answer showed which it is; counts more than `totalCount`.
  private var lastPage: Int?
  /// The empty page behind the last one; what the last one says of its successors is wrong then.
  private var emptyPage: Int?
  /// The page that reached the end of the source, as far as that was known then.
  private var tail: Int?
  /// The page that said that another one follows, of all the highest.
  private var lastPageWithMore: Int?
  /// Pages without a photo at the end, one after the other.
  private var emptyPagesAtEnd = 0

  /// How many pages without a readable photo are asked for in a row before the list ends.
  static let emptyPageLimit = 3
  /// How many pages of which nothing is left are gone through in a row before the user is asked.
  static let missLimit = 10

  /// - Parameters:
  ///   - pageSize: Photos a page, as asked for.
  ///   - isSifted: Whether photos are sorted out page by page.
  init(pageSize: Int, isSifted: Bool = false) {
    lengths = PageLengths(stride: pageSize)
    self.isSifted = isSifted
  }

  var rowCount: Int { lengths.rowCount }
  var pageCount: Int { lengths.pageCount }
  var skippedCount: Int { skippedCounts.sum }
  /// Those of them that have no picture.
  var picturelessCount: Int { picturelessCounts.sum }
  /// Photos that the pages seen held before some were sorted out.
  var lookedThroughCount: Int { seenCount + skippedCounts.sum + filteredCounts.sum }
  /// Whether so little is left of the pages that asking ahead would ask for many.
  var isSparse: Bool { isSifted && seenCount < lookedThroughCount / 4 }
  /// Whether enough pages were gone through in vain: more are asked for when the user says so.
  var isPaused: Bool { hasPageBeyond && missesAtEnd >= Self.missLimit }
  /// Why no page follows although the source says that one does.
  var ending: FeedEnding? { hasPageBeyond ? nil : stop?.ending }
  /// Whether a page follows the last one that is counted.
  var hasPageBeyond: Bool { lastPage == nil && lastPageWithMore == pageCount }
  var isComplete: Bool { !hasPageBeyond && (pageCount == 0 || seen.contains(pageCount)) }

  /// Photos loaded at some time.
  var seenCount: Int {
    let count = seen.rangeView.reduce(0) {
      $0 + lengths.start(of: $1.upperBound) - lengths.start(of: $1.lowerBound)
    }
    return min(count, rowCount)
  }

  /// Whether a page is there as the source has it now.
  func isLoaded(_ page: Int) -> Bool {
    guard !outdated.contains(page) else { return false }
    // Nothing was left of it: asking again would not show more.
    if isSifted, seen.contains(page), lengths.length(of: page) == 0 { return true }
    return loaded[page] != nil
  }

  /// Whether a page's photos are there, however old.
  func holds(_ page: Int) -> Bool { loaded[page] != nil }

  // MARK: Changing

  /// The user wants to look further.
  mutating func goOn() { missesAtEnd = 0 }

  /// Puts a page's answer in place.
  mutating func insert(_ answer: PhotoPage, at page: Int) {
    sourceCount = answer.totalCount ?? sourceCount
    sortReach = answer.sortReach ?? sortReach
    lacksServer = lacksServer || answer.lacksServer
    // Only the last page knows; one that is loaded again may be followed now.
    if !answer.isFollowed || page >= pageCount { statedCount = answer.statedCount }
    if answer.filteredCount > 0, !isSifted {
      isSifted = true
      totalCount = nil
    }
    if !isSifted {
      if page == 1 { learnStride(from: answer) }
      if let total = answer.totalCount { setTotal(total) }
    }
    findEnd(in: answer, at: page)
    if let lastPage, page > lastPage {
      updatePageCount(atLeast: 0)
      return
    }
    loaded[page] = isSifted && answer.photos.isEmpty ? nil : answer.photos
    outdated.remove(page)
    seen.insert(page)
    storedDates[page] = answer.storedAt
    skippedCounts.set(answer.skippedCount, of: page)
    picturelessCounts.set(answer.picturelessCount, of: page)
    filteredCounts.set(answer.filteredCount, of: page)
    if answer.isFollowed { lastPageWithMore = max(page, lastPageWithMore ?? 0) }
    updatePageCount(atLeast: page)
    lengths.setLength(answer.photos.count, of: page)
    if page == pageCount { tail = page }
  }

  /// Shows a page as it was stored; it is still to be loaded.
  mutating func insertStored(_ answer: PhotoPage, at page: Int) {
    if page == pageCount + 1, hasPageBeyond, !answer.photos.isEmpty {
      // Where the source says no total, each page tells of the next.
      insert(answer, at: page)
      outdated.insert(page)
      return
    }
    guard page <= pageCount, !answer.photos.isEmpty else { return }
    loaded[page] = answer.photos
    outdated.insert(page)
    seen.insert(page)
    storedDates[page] = answer.storedAt
    filteredCounts.set(answer.filteredCount, of: page)
    lengths.setLength(answer.photos.count, of: page)
  }

  /// The source cannot be reached: the page as it was stored is all there is.
  /// - Returns: Whether there is one.
  mutating func settleStored(_ page: Int) -> Bool {
    guard loaded[page] != nil, storedDates[page] != nil else { return false }
    outdated.remove(page)
    return true
  }

  /// The source holds more photos than it did.
  /// - Returns: Whether that is news.
  mutating func grow(to total: Int) -> Bool {
    guard !isSifted, total > totalCount ?? 0 else { return false }
    let before = rowCount
    setTotal(total)
    updatePageCount(atLeast: 0)
    return rowCount != before
  }

  /// Puts a photo whose details were read in place, everywhere it stands: a feed that moves while
  /// it is read may list a photo twice.
  /// - Returns: Whether it is still loaded.
  mutating func replace(_ photo: Photo) -> Bool {
    var isThere = false
    for (page, photos) in loaded {
      for offset in photos.indices where photos[offset].id == photo.id {
        loaded[page]?[offset] = photo
        isThere = true
      }
    }
    return isThere
  }

  /// Assumes as many rows as there were, where the source does not say how many there are: so a
  /// refresh deep in a feed does not throw the selection back to the first page.
  mutating func keepReach(of old: PhotoPages) {
    guard totalCount == nil, hasPageBeyond, let first = loaded[1] else { return }
    lengths = old.lengths
    lengths.setLength(first.count, of: 1)
  }

  /// Forgets the photos of pages, but not how many these are.
  mutating func drop(where isFar: (Int) -> Bool) {
    guard loaded.contains(where: { isFar($0.key) }) else { return }
    loaded = loaded.filter { !isFar($0.key) }
    outdated = outdated.filter { !isFar($0) }
    storedDates = storedDates.filter { !isFar($0.key) }
  }

  /// Asks again for the page that was the last one, because the source has been read further since.
  mutating func reopenEnd() {
    guard let tail else { return }
    lastPage = nil
    emptyPage = nil
    outdated.insert(tail)
    self.tail = nil
  }

  // MARK: Where the source ends

  /// A feed may have a page size of its own, whatever was asked for.
  private mutating func learnStride(from answer: PhotoPage) {
    guard loaded.keys.allSatisfy({ $0 == 1 }), answer.hasMorePages, let total = answer.totalCount
    else { return }
    let count = answer.photos.count
    let stated = count >= lengths.stride ? count : count + max(0, min(answer.skippedCount, 500))
    guard count > 0, total > stated else { return }
    lengths.setStride(count >= lengths.stride ? count : min(stated, lengths.stride))
  }

  private mutating func setTotal(_ total: Int) {
    let total = max(0, min(total, PageLengths.rowLimit))
    if let before = totalCount, total > before {
      lastPage = nil
      if let tail, lengths.length(of: tail) < lengths.stride { reopen(tail) }
    }
    totalCount = total
  }

  /// The page was the last one and had room; there may be more on it now.
  private mutating func reopen(_ page: Int) {
    outdated.insert(page)
    lengths.setLength(lengths.stride, of: page)
    tail = nil
  }

  private mutating func findEnd(in answer: PhotoPage, at page: Int) {
    if !answer.photos.isEmpty { emptyPagesAtEnd = 0 }
    if let ending = answer.ending {
      stop = (ending, page)
    } else if let stop, page >= stop.page {
      self.stop = nil
    }
    countMiss(answer, at: page)
    if !answer.isFollowed {
      // A page of which nothing is left was looked through all the same.
      endBefore(answer.photos.isEmpty && answer.filteredCount <= 0 ? page : nil, orAt: page)
    } else if answer.photos.isEmpty, answer.filteredCount <= 0, page >= pageCount {
      emptyPagesAtEnd += 1
      if answer.skippedCount == 0 || emptyPagesAtEnd >= Self.emptyPageLimit {
        endBefore(page, orAt: page)
      }
    } else if let known = lastPage, page > known || page == known && emptyPage == nil {
      lastPage = nil
    }
  }

  private mutating func countMiss(_ answer: PhotoPage, at page: Int) {
    if !answer.photos.isEmpty {
      if page >= pageCount { missesAtEnd = 0 }
    } else if answer.filteredCount > 0, page > pageCount {
      missesAtEnd += 1
    }
  }

  private mutating func endBefore(_ emptyPage: Int?, orAt page: Int) {
    self.emptyPage = emptyPage
    lastPage = emptyPage.map { $0 - 1 } ?? page
  }

  private mutating func updatePageCount(atLeast page: Int) {
    let before = pageCount
    let stated = totalCount.map { ($0 + lengths.stride - 1) / lengths.stride } ?? before
    let count = lastPage ?? max(stated, page)
    if before > 0, before < count, !seen.contains(before) {
      lengths.setLength(lengths.stride, of: before)
    }
    lengths.setPageCount(count)
    if count < before {
      loaded = loaded.filter { $0.key <= count }
      outdated = outdated.filter { $0 <= count }
      storedDates = storedDates.filter { $0.key <= count }
      skippedCounts.end(after: count)
      picturelessCounts.end(after: count)
      filteredCounts.end(after: count)
      seen.remove(integersIn: (count + 1)..<Int.max)
    }
    guard count > 0, let total = totalCount, lastPage == nil else { return }
    if !seen.contains(count) || outdated.contains(count) {
      let rest = total - (count - 1) * lengths.stride
      lengths.setLength(max(loaded[count]?.count ?? 0, min(rest, lengths.stride)), of: count)
    }
  }
}
