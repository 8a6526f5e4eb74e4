import Foundation
import GalleryDomain

/// The rows of a list by their pages: how long each page is, and the photos of those near the window, with how old they are.
///
/// Pages count from 1. Those that were never loaded are taken to have `stride` rows and cost no memory: a source that reports a
/// million photos, or claims 2³¹, costs no more than a small one.
struct PhotoPages: Equatable {
  private struct Rows: Equatable {
    var photos: [Photo]
    /// When they were fetched, if they come from the store.
    var storedAt: Date?
    /// Whether they are to be loaded again: stored ones, and the former last page of a source that has grown.
    var isOutdated = false
    /// Whether it is known what was remembered of the photos. Looked up together, those of a screen take one frame, and most
    /// needn't be read then; in the page itself, the names would wait for them.
    var isRecalled = false
  }

  /// What is known of a page, with or without its photos.
  private struct Page: Equatable {
    let number: Int
    /// The row at which it starts.
    var start = 0
    var count: Int
    /// Whether it was loaded at some time; otherwise its length is assumed.
    var isSeen = false
    /// Whether it said that another page follows.
    var isFollowed = false
    var skipped = SkippedItems()
    /// Photos that were filtered out of it.
    var filteredCount = 0

    /// The row at which a later page starts, if nothing is known of the pages between.
    func start(of later: Int, stride: Int) -> Int { start + count + (later - number - 1) * stride }
  }

  /// The rows of a page of which nothing else is known.
  private(set) var stride: Int
  private(set) var pageCount = 0
  /// Those that were loaded at some time, or are assumed to have another length than `stride`; sorted.
  private var pages: [Page] = []
  /// Only the pages near the window, and those that are needed; others are loaded again on demand.
  private var loaded: [Int: Rows] = [:]
  /// The rows of all pages loaded so far, kept or not.
  private(set) var seenCount = 0
  private(set) var skippedCount = 0
  /// How many of those have no picture.
  private(set) var picturelessCount = 0
  private var filteredCount = 0
  /// The total that the source states, if its last page came earlier.
  private(set) var statedCount: Int?
  /// Whether a photo that was loaded at some time is for sale, and whether one has a price.
  private(set) var hasPhotosForSale = false
  private(set) var hasPrices = false
  /// Whether photos are filtered out page by page, so that a total is not the number of rows, and an empty page is not
  /// the end.
  private(set) var isFiltered: Bool
  /// The total that the source last stated, including photos that are filtered out.
  private(set) var sourceCount: Int?
  /// Whether pages are only reached one after the other: the source's total then says nothing of rows.
  private(set) var comesOneByOne = false
  /// The number of the answer that the rows come from, while that is a part (`PhotoPage.part`).
  private(set) var part: Int?
  /// How much of the source was read, if the rows are sorted here.
  private(set) var sortReach: SortReach?
  /// The sections that are known so far.
  private(set) var sections: [PhotoSection] = []
  /// Those of single pages, if the source knows no others.
  private var pageSections: [Int: [PhotoSection]] = [:]
  /// The total that the source last stated; nil if it states none, or if photos are filtered out page by page.
  private(set) var totalCount: Int?
  /// The last page, if an answer has shown which it is; takes precedence over `totalCount`.
  private var lastPage: Int?
  /// Whether the empty page after the last one has shown it, although the last one said that another follows.
  private var isEndEmpty = false
  /// Why the source was stopped at its last page.
  private var stop: FeedEnding?
  /// The last page when the user wanted to search further.
  private var resumedPage = 0

  /// More rows are clamped to this, so that no sum overflows.
  static let rowLimit = 1 << 31
  /// How many pages of unreadable items are requested in a row before the list ends.
  static let emptyPageLimit = 3
  /// How many pages are filtered to nothing in a row before the user is asked whether to continue.
  private static let missLimit = 10

  /// - Parameters:
  ///   - pageSize: Photos per page, as requested.
  ///   - isFiltered: Whether photos are filtered out page by page.
  init(pageSize: Int, isFiltered: Bool = false) {
    stride = max(1, pageSize)
    self.isFiltered = isFiltered
  }

  /// The first unreadable items.
  var skippedItems: [SkippedItem] { pages.flatMap(\.skipped.items) }
  /// The items of the loaded pages, including those that were filtered out or unreadable.
  var lookedThroughCount: Int { seenCount + skippedCount + filteredCount }
  /// Whether so few photos are left of the pages that loading ahead would request many.
  var isSparse: Bool { isFiltered && seenCount < lookedThroughCount / 4 }
  /// Whether enough pages brought nothing; more are loaded when the user asks for it.
  var isPaused: Bool {
    hasPageBeyond
      && countPages(upTo: pageCount) {
        $0.count == 0 && $0.filteredCount > 0 && $0.number > resumedPage
      } >= Self.missLimit
  }
  /// Why no page follows although the source says that one does.
  var ending: FeedEnding? { hasPageBeyond ? nil : stop }
  /// Whether a page follows the last one that is counted.
  var hasPageBeyond: Bool { lastPage == nil && page(pageCount)?.isFollowed ?? false }
  var isComplete: Bool { !hasPageBeyond && (pageCount == 0 || isSeen(pageCount)) }

  /// Whether a page is loaded and up to date.
  func isLoaded(_ page: Int) -> Bool {
    if let rows = loaded[page] { return !rows.isOutdated }
    // It was filtered to nothing: loading it again would not show more.
    return isFiltered && isSeen(page) && length(of: page) == 0
  }

  func isRecalled(_ page: Int) -> Bool { loaded[page]?.isRecalled ?? true }

  /// Whether a page's photos are loaded, however old.
  func holds(_ page: Int) -> Bool { loaded[page] != nil }

  // MARK: Which rows belong to which page

  var rowCount: Int { start(of: pageCount + 1) }

  /// The row at which a page starts. Pages past the end start at the end.
  func start(of page: Int) -> Int {
    let page = max(1, min(page, pageCount + 1))
    return knownPage(before: index(of: page)).start(of: page, stride: stride)
  }

  /// The rows of a page; 0 for a page that does not exist.
  func length(of number: Int) -> Int {
    1..<(pageCount + 1) ~= number ? page(number)?.count ?? stride : 0
  }

  /// - Returns: nil for a row that does not exist.
  func position(of row: Int) -> PhotoPosition? {
    guard row >= 0, row < rowCount else { return nil }
    let before = knownPage(before: pages.partitioningIndex { $0.start > row })
    let offset = row - before.start
    if offset < before.count { return PhotoPosition(page: before.number, offset: offset) }
    let rest = offset - before.count
    return PhotoPosition(page: before.number + 1 + rest / stride, offset: rest % stride)
  }

  func row(of position: PhotoPosition) -> Int { start(of: position.page) + position.offset }

  /// The rows of some pages.
  func rowCount(of pages: IndexSet) -> Int {
    pages.rangeView.reduce(0) { $0 + start(of: $1.upperBound) - start(of: $1.lowerBound) }
  }

  /// The first that is not before the page.
  private func index(of page: Int) -> Int { pages.partitioningIndex { $0.number >= page } }

  /// The last one before an index; before the first, an empty page 0.
  private func knownPage(before index: Int) -> Page {
    pages[..<index].last ?? Page(number: 0, count: 0)
  }

  private func page(_ number: Int) -> Page? {
    let index = index(of: number)
    return index < pages.count && pages[index].number == number ? pages[index] : nil
  }

  private func isSeen(_ number: Int) -> Bool { page(number)?.isSeen ?? false }

  /// It stays, whatever total or end an earlier page states: pages that contradict each other would be loaded without end.
  private var lastSeenPage: Int { pages.last(where: \.isSeen)?.number ?? 0 }

  /// How many loaded pages in a row match, counted backwards from one.
  private func countPages(upTo last: Int, where matches: (Page) -> Bool) -> Int {
    var count = 0
    for page in pages[..<index(of: last + 1)].reversed() {
      guard page.number == last - count, page.isSeen, matches(page) else { break }
      count += 1
    }
    return count
  }

  /// Makes the page exist, and those before it.
  private mutating func change(_ number: Int, _ change: (inout Page) -> Void) {
    pageCount = max(pageCount, number)
    let index = index(of: number)
    if page(number) == nil { pages.insert(Page(number: number, count: stride), at: index) }
    count(pages[index], -1)
    change(&pages[index])
    count(pages[index], 1)
    if !pages[index].isSeen, pages[index].count == stride { pages.remove(at: index) }
    updateStarts(from: index)
  }

  private mutating func count(_ page: Page, _ step: Int) {
    guard page.isSeen else { return }
    // A source may state any number.
    func bounded(_ count: Int) -> Int { max(0, min(count, Self.rowLimit)) }
    seenCount += step * page.count
    skippedCount += step * bounded(page.skipped.count)
    picturelessCount += step * bounded(page.skipped.picturelessCount)
    filteredCount += step * bounded(page.filteredCount)
  }

  /// The starts of the pages before are right.
  private mutating func updateStarts(from first: Int = 0) {
    for index in pages.indices.dropFirst(first) {
      pages[index].start = knownPage(before: index).start(of: pages[index].number, stride: stride)
    }
  }

  // MARK: Changing

  mutating func noteRecalled(_ page: Int) { loaded[page]?.isRecalled = true }

  /// Call when more is remembered.
  mutating func forgetRecalled() {
    for page in loaded.keys { loaded[page]?.isRecalled = false }
  }

  /// Call when the user wants to search further.
  mutating func resumeSearch() { resumedPage = pageCount }

  mutating func insert(_ answer: PhotoPage, at page: Int) {
    sourceCount = answer.totalCount ?? sourceCount
    if answer.comesOneByOne || page == 1 { comesOneByOne = answer.comesOneByOne }
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
    if let lastPage, page > lastPage { return updatePageCount() }
    updatePageCount(atLeast: page)
    hold(answer, at: page)
    change(page) { $0.isFollowed = answer.isFollowed }
    insert(answer.sections, at: page)
  }

  private mutating func hold(_ answer: PhotoPage, at page: Int) {
    let rows = Rows(photos: answer.photos, storedAt: answer.storedAt)
    loaded[page] = isFiltered && answer.photos.isEmpty ? nil : rows
    noteSales(answer.photos)
    change(page) {
      ($0.count, $0.isSeen) = (answer.photos.count, true)
      ($0.skipped, $0.filteredCount) = (answer.skipped, answer.filteredCount)
    }
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
        let start = start(of: page)
        for var section in own {
          section.start += start
          sections.extend(with: section)
        }
      }
    }
  }

  /// Marks a page for loading again if rows have been counted since that belong to sections that are not known.
  mutating func completeSections(from page: Int) {
    guard pageSections.isEmpty, let last = sections.last, last.start + last.count < rowCount
    else { return }
    loaded[page]?.isOutdated = true
  }

  /// Shows a stored page unless a fresh one is shown; it is still to be loaded.
  mutating func insertStored(_ answer: PhotoPage, at page: Int) {
    guard !answer.photos.isEmpty else { return }
    if page == pageCount + 1, hasPageBeyond {
      // Without a total, each page says whether another follows.
      insert(answer, at: page)
    } else {
      guard page <= pageCount, loaded[page].map({ $0.storedAt != nil }) ?? true else { return }
      hold(answer, at: page)
    }
    loaded[page]?.isOutdated = true
  }

  /// Accepts a stored page, because the source cannot be reached.
  /// - Returns: Whether the page is stored.
  mutating func settleStored(_ page: Int) -> Bool {
    guard loaded[page]?.storedAt != nil else { return false }
    loaded[page]?.isOutdated = false
    return true
  }

  /// Call when the source has more photos than before.
  /// - Returns: Whether the number of rows has changed.
  mutating func grow(to total: Int) -> Bool {
    guard !isFiltered, total > totalCount ?? 0 else { return false }
    let before = rowCount
    setTotal(total)
    updatePageCount()
    return rowCount != before
  }

  /// Removes photos from the loaded pages that are no longer in the source; the rows after them move up.
  ///
  /// - Returns: The rows that they had, in their order.
  /// - Complexity: O(*loaded photos* + *sections* × log *removed*).
  mutating func remove(_ ids: Set<Photo.ID>) -> [Int] {
    let found = loaded.mapValues { rows in
      rows.photos.indices.filter { ids.contains(rows.photos[$0].id) }
    }.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    let rows = found.flatMap { page, offsets in offsets.map { start(of: page) + $0 } }
    for (page, offsets) in found {
      loaded[page]?.photos.removeAll { ids.contains($0.id) }
      let count = photos(of: page).count
      if isFiltered, count == 0 { loaded[page] = nil }
      change(page) { $0.count = count }
      pageSections[page] = pageSections[page]?.removing(rows: offsets)
    }
    if !rows.isEmpty { sections = sections.removing(rows: rows) }
    return rows
  }

  /// Replaces photos by what they are now, wherever they are: a feed that changes while it is read may list a photo twice.
  /// - Returns: Whether one of them is loaded.
  /// - Complexity: O(*loaded photos*), however many are replaced.
  mutating func replace(_ photos: [Photo.ID: Photo]) -> Bool {
    var isThere = false
    for page in Array(loaded.keys) where !photos.isEmpty {
      // Found first: an array that is changed while a loop holds it is copied as a whole.
      let found = self.photos(of: page).enumerated().compactMap { offset, old in
        photos[old.id].map { (offset, $0) }
      }
      for (offset, photo) in found {
        loaded[page]?.photos[offset] = photo
        noteSales([photo])
        isThere = true
      }
    }
    return isThere
  }

  /// Assumes as many rows as before, if the source does not state how many there are, so that a refresh deep in a feed
  /// does not move the focus to the first page.
  mutating func keepReach(of old: PhotoPages) {
    guard totalCount == nil, hasPageBeyond, let first = page(1) else { return }
    (stride, pageCount) = (old.stride, max(1, old.pageCount))
    let others = old.pages.filter { $0.number > 1 && $0.count != stride }
    pages = [first] + others.map { Page(number: $0.number, count: $0.count) }
    updateStarts()
  }

  /// Keeps the photos of these pages alone; the lengths of the others stay.
  mutating func keepPhotos(where isKept: (Int) -> Bool) {
    loaded = loaded.filter { isKept($0.key) }
  }

  /// Marks the last page for loading again, because the source has been read further since.
  mutating func reopenEnd() {
    guard isSeen(pageCount) else { return }
    (lastPage, isEndEmpty) = (nil, false)
    loaded[pageCount]?.isOutdated = true
  }

  // MARK: Where the source ends

  /// A feed may use another page size than was requested.
  private mutating func learnStride(from answer: PhotoPage) {
    guard loaded.keys.allSatisfy({ $0 == 1 }), answer.hasMorePages, let total = answer.totalCount
    else { return }
    let count = answer.photos.count
    let stated = count >= stride ? count : count + max(0, min(answer.skipped.count, 500))
    guard count > 0, total > stated else { return }
    stride = count >= stride ? count : min(stated, stride)
    updateStarts()
  }

  private mutating func setTotal(_ total: Int) {
    let total = max(0, min(total, Self.rowLimit))
    if let before = totalCount, total > before {
      lastPage = nil
      // The last page was not full; it may have more photos now.
      if isSeen(pageCount), length(of: pageCount) < stride {
        loaded[pageCount]?.isOutdated = true
        let full = stride
        change(pageCount) { $0.count = full }
      }
    }
    totalCount = total
  }

  private mutating func findEnd(in answer: PhotoPage, at page: Int) {
    // A page whose photos were all filtered out does not mean the end.
    let isEmpty = answer.photos.isEmpty && answer.filteredCount <= 0
    if lastPage.map({ page > $0 || page == $0 && !isEndEmpty }) ?? true {
      (lastPage, stop) = (nil, nil)
    }
    stop = answer.ending ?? stop
    var isEnd = !answer.isFollowed
    if !isEnd, isEmpty, page >= pageCount {
      let emptyCount = countPages(upTo: page - 1) { $0.count == 0 && $0.filteredCount <= 0 } + 1
      isEnd = answer.skipped.count == 0 || emptyCount >= Self.emptyPageLimit
    }
    if isEnd, page >= lastSeenPage { (lastPage, isEndEmpty) = (isEmpty ? page - 1 : page, isEmpty) }
  }

  private mutating func updatePageCount(atLeast page: Int = 0) {
    let before = pageCount
    let stated = totalCount.map { ($0 + stride - 1) / stride } ?? before
    let count = max(0, min(lastPage ?? max(stated, page, lastSeenPage), Self.rowLimit))
    let full = stride
    if before > 0, before < count, !isSeen(before) { change(before) { $0.count = full } }
    pageCount = count
    if count < before {
      loaded = loaded.filter { $0.key <= count }
      while let last = pages.last, last.number > count {
        self.count(last, -1)
        pages.removeLast()
      }
    }
    guard count > 0, let total = totalCount, lastPage == nil,
      !isSeen(count) || loaded[count]?.isOutdated ?? false
    else { return }
    let rest = min(total - (count - 1) * full, full)
    let length = max(photos(of: count).count, rest)
    change(count) { $0.count = length }
  }
}

/// Unlike a row it does not move when the length of an earlier page becomes known.
struct PhotoPosition: Hashable, Sendable {
  /// Counts from 1.
  var page: Int
  /// Counts from 0 within the page.
  var offset: Int
}

extension PhotoPage {
  /// Whether a page follows; false if the source was stopped.
  var isFollowed: Bool { hasMorePages && ending == nil }
}

extension PhotoPages {
  /// Those of a page; empty if they are not loaded.
  func photos(of page: Int) -> [Photo] { loaded[page]?.photos ?? [] }

  /// The pages whose photos are loaded, however old.
  var loadedPages: some Collection<Int> { loaded.keys }

  /// The loaded photos, in the order of the pages.
  var loadedPhotos: [Photo] { loadedPages.sorted().flatMap(photos) }

  /// The loaded photos with their rows, in their order.
  var loadedRows: [(row: Int, photo: Photo)] {
    loadedPages.sorted().flatMap { page in
      let start = start(of: page)
      return photos(of: page).enumerated().map { (start + $0.offset, $0.element) }
    }
  }

  func photo(at row: Int) -> Photo? {
    position(of: row).flatMap { photos(of: $0.page).dropFirst($0.offset).first }
  }

  /// Whether the photo of a row is loaded and its file has not been read yet.
  func needsDetails(at row: Int) -> Bool { photo(at: row)?.needsDetails ?? false }

  /// Where a photo is among the loaded pages; those nearest to `page` are searched first.
  func position(of id: Photo.ID, near page: Int) -> PhotoPosition? {
    let nearest = loadedPages.sorted { (abs($0 - page), $0) < (abs($1 - page), $1) }
    return nearest.lazy.compactMap { page in
      photos(of: page).firstIndex { $0.id == id }.map { PhotoPosition(page: page, offset: $0) }
    }.first
  }

  /// When the oldest of these pages was fetched, among those from the store; nil if none is.
  func storedAt(in pages: ClosedRange<Int>) -> Date? {
    loaded.filter { pages.contains($0.key) }.values.compactMap(\.storedAt).min()
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
