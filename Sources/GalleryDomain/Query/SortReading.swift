import Foundation

/// The photos read from a source, in the order that was last asked for.
struct SortReading: Sendable {
  /// The query that was read, without a sort.
  let query: PhotoQuery
  /// Whether photos have changed since they were read, so that they may belong elsewhere, or be filtered out now.
  private(set) var isOutdated = false
  private var source: SortSource
  private var sort: PhotoSort
  private var order: [Int]

  /// Sorts off the caller's actor.
  init(_ query: PhotoQuery, _ source: SortSource, _ sort: PhotoSort) async {
    self.query = query
    self.source = source
    self.sort = sort
    order = await Self.order(of: source.photos, sort)
  }

  @concurrent
  private static func order(of photos: [Photo], _ sort: PhotoSort) async -> [Int] {
    PhotoOrdering(sort: sort).order(of: photos)
  }

  /// Replaces photos that have changed, each at its place.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    source.replace(changed)
    isOutdated = true
  }

  /// A page in an order; sorts again if another order was last asked for.
  mutating func page(for request: PageRequest, _ sort: PhotoSort) -> PhotoPage {
    if sort != self.sort {
      self.sort = sort
      order = PhotoOrdering(sort: sort).order(of: source.photos)
    }
    let size = max(1, min(request.pageSize, 500))
    let count = order.count
    let (start, isPast) = (max(request.page, 1) - 1).multipliedReportingOverflow(by: size)
    let rows = isPast ? count..<count : min(start, count)..<min(count, start + size)
    var page = PhotoPage(
      number: request.page, photos: rows.map { source.photos[order[$0]] }, totalCount: count,
      hasMorePages: rows.upperBound < count,
      // The first page states the counts for the whole list.
      skippedCount: request.page <= 1 ? source.skippedCount : 0,
      anchorRow: request.anchor.flatMap { id in order.firstIndex { source.photos[$0].id == id } },
      storedAt: source.storedAt, ending: rows.upperBound < count ? nil : source.ending,
      sortReach: SortReach(readCount: source.readCount, isWhole: source.isWhole))
    page.lacksServer = source.lacksServer
    if rows.upperBound >= count { page.statedCount = source.statedCount }
    if request.page <= 1 {
      page.picturelessCount = source.picturelessCount
      page.skipped = source.skipped
    }
    return page
  }
}
