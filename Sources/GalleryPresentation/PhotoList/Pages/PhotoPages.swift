import Foundation
import GalleryDomain

/// The loaded pages of a list, and the number of rows including those that are not loaded.
struct PhotoPages: Equatable {
  private(set) var lengths: PageLengths
  /// Only the pages near the window, and those that are needed; others are loaded again on demand.
  private(set) var loaded: [Int: [Photo]] = [:]
  /// Pages to load again: stored ones, those of a source that is still counting, and the former last page of one that
  /// has grown.
  private var outdated: Set<Int> = []
  /// Pages that were loaded at some time, so that their length is known.
  private var seen = IndexSet()
  /// What the pages have beside their rows: as many pages as have another length in `lengths`, too.
  private var leftOut: [Int: LeftOut] = [:]
  private(set) var skippedCount = 0
  /// How many of those have no picture.
  private(set) var picturelessCount = 0
  /// Photos that were filtered out of the pages.
  private var filteredCount = 0
  /// The total that the source states, if its last page came earlier.
  private(set) var statedCount: Int?
  /// Whether a photo that was loaded at some time is for sale, and whether one has a price.
  private(set) var hasPhotosForSale = false
  private(set) var hasPrices = false
  /// When those of the loaded pages were fetched that come from the store.
  private(set) var storedDates: [Int: Date] = [:]
  /// Whether photos are filtered out page by page, so that a total is not the number of rows, and an empty page is not
  /// the end.
  private(set) var isFiltered: Bool
  /// How many pages in a row, at the end, have been filtered to nothing.
  private var missesAtEnd = 0
  /// Why the source was stopped, and at which page.
  private var stop: Stop?
  /// The total that the source last stated, including photos that are filtered out.
  private(set) var sourceCount: Int?
  /// Whether pages are only reached one after the other: the source's total then says nothing of rows.
  private(set) var comesOneByOne = false
  /// Whether the source is still counting its photos: more pages follow, but their number is not known yet.
  private(set) var isBeingCounted = false
  /// The answer that they are of, while they are a part of the rows (`PhotoPage.part`).
  private(set) var part: Int?
  /// How much of the source was read, if the rows are sorted here.
  private(set) var sortReach: SortReach?
  /// The sections, as far as they are known.
  private(set) var sections: [PhotoSection] = []
  /// Those of single pages, if the source knows no others.
  private var pageSections: [Int: [PhotoSection]] = [:]
  /// The total that the source last stated; nil if it states none, or if photos are filtered out page by page.
  private(set) var totalCount: Int?
  /// The last page, if an answer has shown which it is; takes precedence over `totalCount`.
  private var lastPage: Int?
  /// The empty page after the last one, which had said that another page follows.
  private var emptyPage: Int?
  /// The page that reached the end of the source, as far as that was known.
  private var tail: Int?
  /// The highest page that said that another one follows.
  private var lastPageWithMore: Int?
  /// How many pages in a row, at the end, have no photo.
  private var emptyPagesAtEnd = 0

  private struct LeftOut: Equatable {
    var skipped = SkippedItems()
    var filteredCount = 0
  }

  private struct Stop: Equatable {
    let ending: FeedEnding
    let page: Int
  }

  /// How many pages of unreadable items are requested in a row before the list ends.
  private static let emptyPageLimit = 3
  /// How many pages are filtered to nothing in a row before the user is asked whether to continue.
  private static let missLimit = 10

  /// - Parameters:
  ///   - pageSize: Photos per page, as requested.
  ///   - isFiltered: Whether photos are filtered out page by page.
  init(pageSize: Int, isFiltered: Bool = false) {
    lengths = PageLengths(stride: pageSize)
    self.isFiltered = isFiltered
  }

  var rowCount: Int { lengths.rowCount }
  var pageCount: Int { lengths.pageCount }
  /// The first unreadable items.
  var skippedItems: [SkippedItem] {
    leftOut.sorted { $0.key < $1.key }.flatMap(\.value.skipped.items)
  }
  /// The items of the loaded pages, including those that were filtered out or unreadable.
  var lookedThroughCount: Int { seenCount + skippedCount + filteredCount }
  /// Whether so few photos are left of the pages that loading ahead would request many.
  var isSparse: Bool { isFiltered && seenCount < lookedThroughCount / 4 }
  /// Whether enough pages brought nothing; more are loaded when the user asks for it.
  var isPaused: Bool { hasPageBeyond && missesAtEnd >= Self.missLimit }
  /// Why no page follows although the source says that one does.
  var ending: FeedEnding? { hasPageBeyond ? nil : stop?.ending }
  /// Whether a page follows the last one that is counted.
  var hasPageBeyond: Bool { lastPage == nil && lastPageWithMore == pageCount }
  var isComplete: Bool { !hasPageBeyond && (pageCount == 0 || seen.contains(pageCount)) }

  /// The rows of all pages loaded so far, kept or not.
  var seenCount: Int { rowCount(of: seen) }

  /// The rows of some pages.
  func rowCount(of pages: IndexSet) -> Int {
    let count = pages.rangeView.reduce(0) {
      $0 + lengths.start(of: $1.upperBound) - lengths.start(of: $1.lowerBound)
    }
    return min(count, rowCount)
  }

  /// Whether a page is loaded and up to date.
  func isLoaded(_ page: Int) -> Bool {
    guard !outdated.contains(page) else { return false }
    // It was filtered to nothing: loading it again would not show more.
    if isFiltered, seen.contains(page), lengths.length(of: page) == 0 { return true }
    return loaded[page] != nil
  }

  /// Whether a page's photos are loaded, however old.
  func holds(_ page: Int) -> Bool { loaded[page] != nil }

  // MARK: Changing

  /// Call when the user wants to search further.
  mutating func resumeSearch() { missesAtEnd = 0 }

  /// Puts a page's answer in place.
  mutating func insert(_ answer: PhotoPage, at page: Int) {
    sourceCount = answer.totalCount ?? sourceCount
    if answer.comesOneByOne || page == 1 { comesOneByOne = answer.comesOneByOne }
    if answer.storedAt == nil { isBeingCounted = answer.isBeingCounted }
    if page == 1 { part = answer.part }
    sortReach = answer.sortReach ?? sortReach
    // Only the last page states this; one that is loaded again may be followed by another now.
    if !answer.isFollowed || page >= pageCount { statedCount = answer.statedCount }
    if answer.filteredCount > 0, !isFiltered {
      isFiltered = true
      totalCount = nil
    }
    if !isFiltered {
      if page == 1 { learnStride(from: answer) }
      if let total = answer.totalCount, !comesOneByOne { setTotal(total) }
    }
    findEnd(in: answer, at: page)
    if let lastPage, page > lastPage {
      updatePageCount(atLeast: 0)
      return
    }
    loaded[page] = isFiltered && answer.photos.isEmpty ? nil : answer.photos
    noteSales(answer.photos)
    // Asked for again, it comes with the count.
    if answer.isBeingCounted { outdated.insert(page) } else { outdated.remove(page) }
    seen.insert(page)
    storedDates[page] = answer.storedAt
    leaveOut(LeftOut(skipped: answer.skipped, filteredCount: answer.filteredCount), of: page)
    if answer.isFollowed { lastPageWithMore = max(page, lastPageWithMore ?? 0) }
    updatePageCount(atLeast: page)
    lengths.setLength(answer.photos.count, of: page)
    if page == pageCount { tail = page }
    insert(answer.sections, at: page)
  }

  private mutating func leaveOut(_ new: LeftOut, of page: Int) {
    let old = leftOut[page] ?? LeftOut()
    // A source may state any number.
    func bounded(_ count: Int) -> Int { max(0, min(count, PageLengths.rowLimit)) }
    func step(_ count: (LeftOut) -> Int) -> Int { bounded(count(new)) - bounded(count(old)) }
    skippedCount += step(\.skipped.count)
    picturelessCount += step(\.skipped.picturelessCount)
    filteredCount += step(\.filteredCount)
    leftOut[page] = new == LeftOut() ? nil : new
  }

  private mutating func noteSales(_ photos: [Photo]) {
    hasPhotosForSale = hasPhotosForSale || photos.contains { $0.saleStatus == .forSale }
    hasPrices = hasPrices || photos.contains { $0.price != nil }
  }

  private mutating func insert(_ answer: PhotoPageSections, at page: Int) {
    switch answer {
    case .none:
      if page == 1 { (sections, pageSections) = ([], [:]) }
    case .whole(let whole): (sections, pageSections) = (whole, [:])
    case .page(let own):
      pageSections[page] = own
      sections = []
      for (page, own) in pageSections.sorted(by: { $0.key < $1.key }) where page <= pageCount {
        let start = lengths.start(of: page)
        for var section in own {
          section.start += start
          sections.extend(with: section)
        }
      }
    }
  }

  /// Marks a page for loading again if rows have been counted since that belong to sections that are not known.
  mutating func completeSections(from page: Int) {
    guard pageSections.isEmpty, let last = sections.last, last.start + last.count < rowCount,
      loaded[page] != nil
    else { return }
    outdated.insert(page)
  }

  /// Shows a page as it was stored, unless a fresh one is shown; it is still to be loaded.
  mutating func insertStored(_ answer: PhotoPage, at page: Int) {
    if page == pageCount + 1, hasPageBeyond, !answer.photos.isEmpty {
      // Without a total, each page says whether another follows.
      insert(answer, at: page)
      outdated.insert(page)
      return
    }
    guard page <= pageCount, !answer.photos.isEmpty else { return }
    guard loaded[page] == nil || storedDates[page] != nil else { return }
    loaded[page] = answer.photos
    noteSales(answer.photos)
    outdated.insert(page)
    seen.insert(page)
    storedDates[page] = answer.storedAt
    leaveOut(LeftOut(skipped: answer.skipped, filteredCount: answer.filteredCount), of: page)
    lengths.setLength(answer.photos.count, of: page)
  }

  /// Accepts a stored page, because the source cannot be reached.
  /// - Returns: Whether the page is stored.
  mutating func settleStored(_ page: Int) -> Bool {
    guard loaded[page] != nil, storedDates[page] != nil else { return false }
    outdated.remove(page)
    return true
  }

  /// Call when the source has more photos than before.
  /// - Returns: Whether the number of rows has changed.
  mutating func grow(to total: Int) -> Bool {
    guard !isFiltered, total > totalCount ?? 0 else { return false }
    let before = rowCount
    setTotal(total)
    updatePageCount(atLeast: 0)
    return rowCount != before
  }

  /// Removes photos from the loaded pages that are no longer in the source; the rows after them move up.
  ///
  /// - Returns: The rows that they had, in their order.
  /// - Complexity: O(*loaded photos* + *sections* × log *removed*).
  mutating func remove(_ ids: Set<Photo.ID>) -> [Int] {
    var rows: [Int] = []
    var left: [Int: [Photo]] = [:]
    for (page, photos) in loaded.sorted(by: { $0.key < $1.key }) {
      let offsets = photos.indices.filter { ids.contains(photos[$0].id) }
      guard !offsets.isEmpty else { continue }
      let start = lengths.start(of: page)
      rows += offsets.map { start + $0 }
      left[page] = photos.filter { !ids.contains($0.id) }
      pageSections[page] = pageSections[page]?.removing(rows: offsets)
    }
    for (page, photos) in left {
      loaded[page] = isFiltered && photos.isEmpty ? nil : photos
      lengths.setLength(photos.count, of: page)
    }
    if !rows.isEmpty { sections = sections.removing(rows: rows) }
    return rows
  }

  /// Replaces a photo whose details were read, wherever it is: a feed that changes while it is read may list a photo
  /// twice.
  /// - Returns: Whether it is still loaded.
  mutating func replace(_ photo: Photo) -> Bool {
    replace { $0 == photo.id ? photo : nil }
  }

  /// Replaces photos by what they are now.
  /// - Returns: Whether one of them is loaded.
  /// - Complexity: O(*loaded photos*), however many are replaced.
  mutating func replace(_ photos: [Photo.ID: Photo]) -> Bool {
    photos.isEmpty ? false : replace { photos[$0] }
  }

  private mutating func replace(_ replacement: (Photo.ID) -> Photo?) -> Bool {
    var isThere = false
    for page in Array(loaded.keys) {
      // Found first: an array that is changed while a loop holds it is copied as a whole.
      let found = loaded[page]?.enumerated().compactMap { offset, old in
        replacement(old.id).map { (offset, $0) }
      }
      for (offset, photo) in found ?? [] {
        loaded[page]?[offset] = photo
        noteSales([photo])
        isThere = true
      }
    }
    return isThere
  }

  /// Assumes as many rows as before, if the source does not state how many there are, so that a refresh deep in a feed
  /// does not move the focus to the first page.
  mutating func keepReach(of old: PhotoPages) {
    guard totalCount == nil, hasPageBeyond, let first = loaded[1] else { return }
    lengths = old.lengths
    lengths.setLength(first.count, of: 1)
  }

  /// Drops the photos of pages, but not the pages' lengths.
  mutating func drop(where isFar: (Int) -> Bool) {
    guard loaded.contains(where: { isFar($0.key) }) else { return }
    loaded = loaded.filter { !isFar($0.key) }
    outdated = outdated.filter { !isFar($0) }
    storedDates = storedDates.filter { !isFar($0.key) }
  }

  /// Marks the last page for loading again, because the source has been read further since.
  mutating func reopenEnd() {
    guard let tail else { return }
    lastPage = nil
    emptyPage = nil
    outdated.insert(tail)
    self.tail = nil
  }

  // MARK: Where the source ends

  /// A feed may use another page size than was requested.
  private mutating func learnStride(from answer: PhotoPage) {
    guard loaded.keys.allSatisfy({ $0 == 1 }), answer.hasMorePages, let total = answer.totalCount
    else { return }
    let count = answer.photos.count
    let stated = count >= lengths.stride ? count : count + max(0, min(answer.skipped.count, 500))
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

  /// The page was the last one and not full; it may have more photos now.
  private mutating func reopen(_ page: Int) {
    outdated.insert(page)
    lengths.setLength(lengths.stride, of: page)
    tail = nil
  }

  private mutating func findEnd(in answer: PhotoPage, at page: Int) {
    if !answer.photos.isEmpty { emptyPagesAtEnd = 0 }
    if let ending = answer.ending {
      stop = Stop(ending: ending, page: page)
    } else if let stop, page >= stop.page {
      self.stop = nil
    }
    countMiss(answer, at: page)
    if !answer.isFollowed {
      // A page whose photos were all filtered out does not mean the end.
      endBefore(answer.photos.isEmpty && answer.filteredCount <= 0 ? page : nil, orAt: page)
    } else if answer.photos.isEmpty, answer.filteredCount <= 0, page >= pageCount {
      emptyPagesAtEnd += 1
      if answer.skipped.count == 0 || emptyPagesAtEnd >= Self.emptyPageLimit {
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
      for page in leftOut.keys where page > count { leaveOut(LeftOut(), of: page) }
      seen.remove(integersIn: (count + 1)..<Int.max)
    }
    guard count > 0, let total = totalCount, lastPage == nil else { return }
    if !seen.contains(count) || outdated.contains(count) {
      let rest = total - (count - 1) * lengths.stride
      lengths.setLength(max(loaded[count]?.count ?? 0, min(rest, lengths.stride)), of: count)
    }
  }
}

extension PhotoPage {
  /// Whether a page follows; false if the source was stopped.
  var isFollowed: Bool { hasMorePages && ending == nil }
}

// Access to the loaded photos.
extension PhotoPages {
  /// The loaded photos, in the order of the pages.
  var loadedPhotos: [Photo] { loaded.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// The loaded photos with their rows, in their order.
  var loadedRows: [(row: Int, photo: Photo)] {
    loaded.sorted { $0.key < $1.key }.flatMap { page, photos in
      let start = lengths.start(of: page)
      return photos.enumerated().map { (start + $0.offset, $0.element) }
    }
  }

  func photo(at row: Int) -> Photo? {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return nil }
    return photos[position.offset]
  }

  /// Whether the photo of a row is loaded and its file has not been read yet.
  func needsDetails(at row: Int) -> Bool {
    guard let position = lengths.position(of: row), let photos = loaded[position.page],
      photos.indices.contains(position.offset)
    else { return false }
    return photos[position.offset].needsDetails
  }

  /// Where a photo is among the loaded pages; those nearest to `page` are searched first.
  func position(of id: Photo.ID, near page: Int) -> PhotoPosition? {
    let pages = loaded.keys.sorted { (abs($0 - page), $0) < (abs($1 - page), $1) }
    for page in pages {
      if let offset = loaded[page]?.firstIndex(where: { $0.id == id }) {
        return PhotoPosition(page: page, offset: offset)
      }
    }
    return nil
  }

  /// When the oldest of these pages was fetched, among those from the store; nil if none is.
  func storedAt(in pages: ClosedRange<Int>) -> Date? {
    storedDates.filter { pages.contains($0.key) }.values.min()
  }
}

extension [PhotoSection] {
  /// The sections without some rows.
  ///
  /// - Parameter rows: In their order.
  func removing(rows: [Int]) -> [PhotoSection] {
    func countBefore(_ row: Int) -> Int { rows.partitioningIndex { $0 >= row } }
    return compactMap { section in
      var section = section
      let before = countBefore(section.start)
      section.count -= countBefore(section.start + section.count) - before
      section.start -= before
      return section.count > 0 ? section : nil
    }
  }
}
