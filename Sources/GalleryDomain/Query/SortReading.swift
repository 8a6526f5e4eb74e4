import Foundation

/// The photos that were read from a source, in the order that was last requested: sorted and grouped.
struct SortReading: Sendable {
  /// The query that was read, without its sort and grouping.
  let query: PhotoQuery
  /// Whether photos have changed since they were read, so that their rows may be different now, or they may be filtered
  /// out.
  private(set) var isOutdated = false
  /// Whether the source may have changed since, because it was read again for another query.
  var isSuperseded = false
  private(set) var source: SortSource
  private var sort: PhotoSort?
  private var grouping: PhotoGrouping?
  private let zone: TimeZone
  /// The words that photos have to contain, the best matches first unless another order is requested; nil if all photos of the
  /// source are rows.
  private let search: LocalFilter?
  /// The photos of the source by their rows.
  private(set) var order: [Int] = []
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
    search = nil
    (sort, grouping) = (arrangement.sort, arrangement.arrangedGrouping)
    (order, sections) = await Self.arranged(source.photos, ordering)
  }

  /// Everything that a source has, in its own order.
  init(whole source: SortSource, zone: TimeZone) {
    query = .everything
    self.source = source
    self.zone = zone
    search = nil
    order = Array(0..<source.photos.count)
  }

  /// The photos that match a search, without copying those of the source.
  ///
  /// - Parameter filter: Applies the search, and the filter of the query.
  init(searching whole: SortReading, for query: PhotoQuery, by filter: LocalFilter) async {
    self.query = query
    source = whole.source
    zone = whole.zone
    search = filter
    order = await Self.ranked(source.photos, filter, query.search ?? "")
  }

  @concurrent
  private static func ranked(
    _ photos: CompactPhotos, _ filter: LocalFilter, _ search: String
  ) async -> [Int] {
    let mask = photos.matching(filter)
    return SearchRanking.order(
      of: photos, matching: mask.indices.filter { mask[$0] }, by: search)
  }

  /// Whether its rows are in the order of a query.
  func isArranged(as query: PhotoQuery) -> Bool {
    sort == query.sort && grouping == query.arrangedGrouping && !isOutdated
  }

  private var ordering: PhotoOrdering { PhotoOrdering(sort: sort, grouping: grouping, zone: zone) }

  @concurrent
  private static func arranged(
    _ photos: CompactPhotos, _ ordering: PhotoOrdering
  ) async -> ([Int], [PhotoSection]) {
    Self.arrange(photos, ordering)
  }

  /// - Parameter matching: Which photos are rows, in their order; nil for all.
  private static func arrange(
    _ photos: CompactPhotos, _ ordering: PhotoOrdering, _ matching: [Int]? = nil
  ) -> ([Int], [PhotoSection]) {
    let parts = ordering.parts
    guard let matching else {
      return ordering.arranged(count: photos.count) { photos.photo(at: $0, parts) }
    }
    let (order, sections) = ordering.arranged(count: matching.count) {
      photos.photo(at: matching[$0], parts)
    }
    return (order.map { matching[$0] }, sections)
  }

  /// The reading of a narrower query of the same source, without reading it again.
  ///
  /// - Parameters:
  ///   - query: What `filter` applies, without its sort and grouping.
  ///   - arrangement: The query with the requested sort and grouping.
  func narrowed(
    to query: PhotoQuery, by filter: LocalFilter, arrangedAs arrangement: PhotoQuery
  ) async -> SortReading {
    await SortReading(
      query, await Self.filtered(source, filter), arrangedAs: arrangement, zone: zone)
  }

  @concurrent
  private static func filtered(_ source: SortSource, _ filter: LocalFilter) async -> SortSource {
    source.filtered(by: filter)
  }

  /// Replaces photos that have changed, without moving them.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    source.replace(changed)
    isOutdated = true
  }

  /// A page of the request's query; sorts again if the order has changed since the last request.
  mutating func page(for request: PageRequest) -> PhotoPage {
    let wanted = (request.query.sort, request.query.arrangedGrouping)
    // A list on the screen keeps its rows while it is paged through.
    let isOutdated = isOutdated && request.page <= 1
    if wanted != (sort, grouping) || isOutdated {
      (sort, grouping) = wanted
      if isOutdated { self.isOutdated = false }
      if let search {
        let mask = source.photos.matching(search)
        let matching = mask.indices.filter { mask[$0] }
        (order, sections) =
          sort == nil && grouping == nil
          ? (SearchRanking.order(of: source.photos, matching: matching, by: query.search ?? ""), [])
          : Self.arrange(source.photos, ordering, matching)
      } else {
        (order, sections) = Self.arrange(source.photos, ordering)
      }
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
      anchorRow: request.anchor.flatMap(source.photos.index).flatMap { order.firstIndex(of: $0) },
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
