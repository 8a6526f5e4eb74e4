import Foundation

/// The photos that were read from a source, in the order that was last requested: sorted and grouped.
struct SortReading: Sendable {
  /// The query that was read, without its sort and grouping.
  let query: PhotoQuery
  /// Whether photos have changed since they were read, so that their rows may be different now, or they may be filtered
  /// out.
  private(set) var isOutdated = false
  private var source: SortSource
  private var sort: PhotoSort?
  private var grouping: PhotoGrouping?
  private let zone: TimeZone
  private var order: [Int] = []
  private var sections: [PhotoSection] = []

  /// Sorts off the caller's actor.
  ///
  /// - Parameters:
  ///   - arrangement: The query with the requested sort and grouping.
  ///   - zone: The time zone for grouping by day.
  init(
    _ query: PhotoQuery, _ source: SortSource, arrangedAs arrangement: PhotoQuery, zone: TimeZone
  ) async {
    self.query = query
    self.source = source
    self.zone = zone
    (sort, grouping) = (arrangement.sort, arrangement.arrangedGrouping)
    (order, sections) = await Self.arranged(source.photos, ordering)
  }

  private var ordering: PhotoOrdering { PhotoOrdering(sort: sort, grouping: grouping, zone: zone) }

  @concurrent
  private static func arranged(
    _ photos: [Photo], _ ordering: PhotoOrdering
  ) async -> ([Int], [PhotoSection]) {
    ordering.arranged(photos)
  }

  /// Replaces photos that have changed, without moving them.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    source.replace(changed)
    isOutdated = true
  }

  /// A page of the request's query; sorts again if the order has changed since the last request.
  mutating func page(for request: PageRequest) -> PhotoPage {
    let wanted = (request.query.sort, request.query.arrangedGrouping)
    if wanted != (sort, grouping) {
      (sort, grouping) = wanted
      (order, sections) = ordering.arranged(source.photos)
    }
    let size = max(1, min(request.pageSize, 500))
    let count = order.count
    let (start, isPast) = (max(request.page, 1) - 1).multipliedReportingOverflow(by: size)
    let rows = isPast ? count..<count : min(start, count)..<min(count, start + size)
    var page = PhotoPage(
      number: request.page, photos: rows.map { source.photos[order[$0]] }, totalCount: count,
      hasMorePages: rows.upperBound < count,
      // The first page has the counts for the whole list.
      skippedCount: request.page <= 1 ? source.skippedCount : 0,
      anchorRow: request.anchor.flatMap { id in order.firstIndex { source.photos[$0].id == id } },
      storedAt: source.storedAt, ending: rows.upperBound < count ? nil : source.ending,
      sortReach: SortReach(readCount: source.readCount, isWhole: source.isWhole))
    page.lacksServer = source.lacksServer
    page.hasGuessedEncoding = source.hasGuessedEncoding
    page.sections = grouping == nil ? .none : .whole(sections)
    if rows.upperBound >= count { page.statedCount = source.statedCount }
    if request.page <= 1 {
      page.picturelessCount = source.picturelessCount
      page.skipped = source.skipped
    }
    return page
  }
}
