import FeedFormats
import Foundation
import GalleryDomain

/// What is remembered of a list while it is read, and what ends an endless one: a next position that was there before, a page of
/// photos that were all there before, too many empty pages, and more pages than anyone reads.
///
/// It keeps where each page starts, about 200 bytes, and 32 bytes for each photo.
package struct FeedPaginator {
  private let pageLimit: Int
  private let isNumbered: Bool
  /// Photos per page: as requested, then as on the first page.
  private var stride: Int
  private var firstTotal: Int?
  /// Where pages start, how many items those have that were read, and which have no photos; as far as that is known.
  private var pages: [Int: Page] = [1: (.number(1), nil, false)]
  private typealias Page = (start: FeedPosition?, itemCount: Int?, isEmpty: Bool)
  /// The positions followed, to the page that they lead to.
  private var pageOfPosition: [FeedPosition: Int] = [:]
  /// Hashes of the ids of photos, to the first page that has them.
  private var pageOfPhoto: [Int: Int] = [:]
  /// The last page, once it is known.
  private(set) var lastPage: Int?

  private static let unknown: Page = (nil, nil, false)
  /// Pages of one list: ten million photos at a hundred a page; no user reads that far.
  package static let pageLimit = 100_000
  private static let itemLimit = 100_000
  /// The most rows of a list, as many as can be shown.
  private static let rowLimit = 1 << 31
  /// How many pages of a list without numbers may be walked through to show a distant one.
  private static let walkLimit = 100

  init(isNumbered: Bool, pageSize: Int, pageLimit: Int = Self.pageLimit) {
    self.isNumbered = isNumbered
    self.pageLimit = max(pageLimit, 1)
    stride = max(pageSize, 1)
  }

  /// How many pages without a photo may follow each other, of which this is one: more if they have posts.
  static func emptyPageLimit(for page: FeedPage) -> Int { page.itemCount > 0 ? 10 : 3 }

  /// Where a page starts, if that is known.
  func start(of page: Int) -> FeedPosition? { pages[page]?.start }

  /// The last page up to one whose start is known.
  func nearest(upTo page: Int) -> Int {
    var page = max(page, 1)
    while page > 1, start(of: page) == nil { page -= 1 }
    return page
  }

  /// The feed's first page has this URL: a later page that names it leads in a circle.
  mutating func begin(at url: URL) {
    pageOfPosition[.continuation(.url(url))] = 1
  }

  /// The last page that can be requested. A page with a number costs nothing until it is loaded.
  private var reach: Int {
    isNumbered && firstTotal != nil ? Self.rowLimit : pageLimit
  }

  /// Whether the total that the source stated first includes a page, counted from 1.
  func expects(page: Int) -> Bool {
    firstTotal.map { page <= reach && (page - 1) * stride < $0 } ?? false
  }

  /// Whether a page can't exist.
  func isBehindEnd(_ page: Int) -> Bool {
    page > reach || lastPage.map { page > $0 } ?? false
  }

  /// Adds a page as it was read, and returns it after the guards: without photos that came before, and with whether the feed
  /// continues.
  ///
  /// The same page may come again, with the same outcome.
  ///
  /// - Parameter emptyCount: How many pages were requested until this one, including it.
  mutating func admit(_ page: FeedPage, number: Int, emptyCount: Int = 1) -> PhotoPage {
    if number == 1, page.itemCount > 0 { stride = min(page.itemCount, Self.itemLimit) }
    var admitted = PhotoPage(number: number, photos: [], skipped: page.skipped)
    admitted.skipped.count = min(max(page.skipped.count, 0), Self.itemLimit)
    admitted.skipped.picturelessCount = min(
      max(page.skipped.picturelessCount, 0), admitted.skipped.count)
    var next = nextPosition(after: number, of: page)
    if repeats(page, number) {
      // Its total is meaningless.
      admitted.ending = .neverEnds
      next = nil
    } else {
      admitted.photos = newPhotos(of: page, number)
      pages[number, default: Self.unknown].itemCount = itemCount(of: page)
      applyTotal(of: page, to: &admitted, &next)
      guardEnd(of: page, emptyCount, to: &admitted, &next)
    }
    if next == nil, admitted.ending == nil {
      admitted.statedCount = brokenPromise(page.totalCount, on: number)
    }
    admitted.hasMorePages = next != nil
    admitted.comesOneByOne =
      !isNumbered && (admitted.totalCount ?? 0) / Self.walkLimit > stride
    if let next {
      pages[number + 1, default: Self.unknown].start = next
      if let lastPage, lastPage <= number { self.lastPage = nil }
    } else {
      pages = pages.filter { $0.key <= number }
      lastPage = number
    }
    return admitted
  }

  /// Where an empty page of a list without numbers leads, so that the next page replaces it.
  ///
  /// - Returns: nil if it leads nowhere, or back.
  mutating func follow(_ page: FeedPage, in number: Int) -> FeedPosition? {
    guard !isNumbered, let next = nextPosition(after: number, of: page),
      case .continuation = next, pageOfPosition[next] == nil
    else { return nil }
    pageOfPosition[next] = number
    return next
  }

  /// The successor that the page names, if that can be requested.
  private func nextPosition(after number: Int, of page: FeedPage) -> FeedPosition? {
    switch page.next {
    case .end: nil
    case .number: .number(number + 1)
    case .continuation where isNumbered: .number(number + 1)
    case .continuation(.url(let url)) where !WebAddress.isWeb(url): nil
    case .continuation(let continuation): .continuation(continuation)
    }
  }

  // MARK: Photos that were there before

  private func repeats(_ page: FeedPage, _ number: Int) -> Bool {
    !page.photos.isEmpty && page.photos.allSatisfy { isKnown($0.id, before: number) }
  }

  private func isKnown(_ id: Photo.ID, before page: Int) -> Bool {
    pageOfPhoto[id.hashValue].map { $0 < page } ?? false
  }

  /// A photo that moves to a later page while the list is read isn't shown twice.
  private mutating func newPhotos(of page: FeedPage, _ number: Int) -> [Photo] {
    var ids: Set<Photo.ID> = []
    let photos = page.photos.filter {
      ids.insert($0.id).inserted && !isKnown($0.id, before: number)
    }
    for photo in photos { pageOfPhoto[photo.id.hashValue] = number }
    return photos
  }

  // MARK: Totals

  /// A total counts unless the page itself contradicts it; one that has shrunk ends the feed there.
  private mutating func applyTotal(
    of page: FeedPage, to admitted: inout PhotoPage, _ next: inout FeedPosition?
  ) {
    guard let stated = page.totalCount, stated >= 0 else { return }
    let total = min(stated, Self.rowLimit)
    let first = firstTotal ?? total
    firstTotal = first
    let items = itemCount(of: page)
    let rowsBefore = (admitted.number - 1) * stride
    admitted.totalCount = total
    if total < first {
      if next != nil, rowsBefore + items >= total {
        next = nil
        admitted.ending = .shrank
      } else if page.photos.isEmpty, next == nil, rowsBefore < first, admitted.number > 1 {
        admitted.ending = .shrank
      }
    } else if isNumbered || admitted.number == 1 {
      let isBelied = items > 0 && total < rowsBefore + items + (next == nil ? 0 : 1)
      if isBelied, !isRoughlyRight(total, rowsBefore + items) { admitted.totalCount = nil }
    }
  }

  private func itemCount(of page: FeedPage) -> Int {
    min(max(page.itemCount, page.photos.count), Self.itemLimit)
  }

  /// A total that the pages up to the last one don't reach; nil if they do, or if not all were read.
  private func brokenPromise(_ stated: Int?, on lastPage: Int) -> Int? {
    let counts = (1...lastPage).compactMap { pages[$0]?.itemCount }
    guard let stated, counts.count == lastPage, stated > counts.reduce(0, +) else { return nil }
    return min(stated, Self.rowLimit)
  }

  /// The last page is often not full, and some services count a page too few.
  private func isRoughlyRight(_ total: Int, _ rows: Int) -> Bool {
    rows - total < stride && total > rows - stride && rows > stride
  }

  // MARK: Ends

  private mutating func guardEnd(
    of page: FeedPage, _ emptyCount: Int, to admitted: inout PhotoPage,
    _ next: inout FeedPosition?
  ) {
    let number = admitted.number
    guard let position = next else { return }
    pages[number, default: Self.unknown].isEmpty = page.photos.isEmpty
    if page.photos.isEmpty {
      let limit = Self.emptyPageLimit(for: page)
      let before = (1..<limit).prefix { pages[number - $0]?.isEmpty == true }.count
      if before + emptyCount >= limit { return end() }
    }
    if case .continuation = position {
      if let known = pageOfPosition[position], known <= number { return end() }
      pageOfPosition[position] = number + 1
    }
    if number >= reach { end() }

    func end() {
      next = nil
      admitted.ending = admitted.ending ?? .neverEnds
    }
  }
}
