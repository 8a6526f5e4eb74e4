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
  let zone: TimeZone
  /// What decides which photos of the source are rows; nil if all of them are.
  private let filter: LocalFilter?
  /// The photos of the source by their rows.
  private(set) var order: [UInt32] = []
  private(set) var sections: [PhotoSection] = []
  /// How many rows there are, if only the first ones are here; nil if all are.
  private var statedCount: Int?

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
    filter = nil
    (sort, grouping) = (arrangement.sort, arrangement.arrangedGrouping)
    (order, sections) = await Self.arranged(source.photos, ordering)
  }

  /// A reading of everything that was arranged before.
  init(
    _ source: SortSource, order: [UInt32], _ sections: [PhotoSection], sort: PhotoSort?,
    grouping: PhotoGrouping?, zone: TimeZone
  ) {
    query = .everything
    self.source = source
    self.zone = zone
    filter = nil
    (self.order, self.sections) = (order, sections)
    (self.sort, self.grouping) = (sort, grouping)
  }

  /// The first rows, of so many.
  init(
    beginning source: SortSource, of count: Int, _ sections: [PhotoSection],
    arrangement: Arrangement, zone: TimeZone
  ) {
    self.init(
      source, order: Array(0..<UInt32(source.photos.count)), sections, sort: arrangement.sort,
      grouping: arrangement.grouping, zone: zone)
    statedCount = count
  }

  /// The rows of the largest page, to be shown before all are there.
  var beginning: SortReading {
    var photos = CompactPhotos()
    for index in order.prefix(Self.pageLimit).map(Int.init) {
      photos.append(source.photos[index], version: source.photos.rows[index].version)
    }
    return SortReading(
      beginning: SortSource(photos, keptAt: Date()), of: rowCount, sections,
      arrangement: arrangement, zone: zone)
  }

  /// Whether it has the photos that a request asks for.
  func answers(_ request: PageRequest) -> Bool {
    guard isArranged(as: request.query) else { return false }
    return statedCount == nil
      || request.page <= 1 && request.anchor.map { source.photos.index(of: $0) != nil } ?? true
  }

  private static let pageLimit = 500

  var rowCount: Int { statedCount ?? order.count }

  /// The same rows, of a source that was found to have the same photos.
  func confirmed(by source: SortSource) -> SortReading {
    var source = source
    source.photos = self.source.photos
    return SortReading(
      source, order: order, sections, sort: sort, grouping: grouping, zone: zone)
  }

  /// Everything that a source has, in the source's order.
  init(whole source: SortSource, zone: TimeZone) {
    query = .everything
    self.source = source
    self.zone = zone
    filter = nil
    order = Array(0..<UInt32(source.photos.count))
  }

  /// The photos of another reading that pass a filter, without copying them: in the order that is requested, or for a search the
  /// best matches first. Nil if the task was cancelled meanwhile.
  ///
  /// - Parameters:
  ///   - query: What `filter` applies, without its sort and grouping.
  ///   - part: A part of the other reading that has all of the photos that pass; nil if none is known.
  ///   - arrangement: The query with the requested sort and grouping.
  init?(
    _ query: PhotoQuery, of whole: SortReading, narrowing part: SortReading? = nil,
    by filter: LocalFilter, arrangedAs arrangement: PhotoQuery
  ) async {
    self.query = query
    source = whole.source
    zone = whole.zone
    self.filter = filter
    (sort, grouping) = (arrangement.sort, arrangement.arrangedGrouping)
    var ranges = ParallelRanges()
    ranges.stopsWhenCancelled = true
    let isRanked = query.search != nil && sort == nil && grouping == nil
    let found =
      if !isRanked,
        let arranged = [part, whole].compactMap(\.self).first(where: {
          $0.isArranged(as: arrangement)
        })
      {
        await arranged.narrowed(by: filter, ranges)
      } else {
        await Self.arranged(source.photos, ordering, query, filter, among: part?.order, ranges)
      }
    guard let found else { return nil }
    (order, sections) = found
  }

  /// The rows that pass a filter, in their order; nil if the task was cancelled.
  @concurrent
  private func narrowed(
    by filter: LocalFilter, _ ranges: ParallelRanges
  ) async -> ([UInt32], [PhotoSection])? {
    let isWhole = order.count == source.photos.count
    guard let (mask, count) = source.photos.matching(filter, among: isWhole ? nil : order, ranges)
    else { return nil }
    guard count < order.count else { return (order, sections) }
    let kept = ranges.map(order.count, state: ()) { _, range in
      order[range].filter { mask[Int($0)] }
    }
    guard let kept else { return nil }
    var narrowed: [PhotoSection] = []
    var start = 0
    for section in sections {
      let rows = order[section.start..<(section.start + section.count)]
      let count = rows.count { mask[Int($0)] }
      if count > 0 { narrowed.append(PhotoSection(section.key, start: start, count: count)) }
      start += count
    }
    return (kept.flattened, narrowed)
  }

  /// Whether its rows are in the order of a query.
  func isArranged(as query: PhotoQuery) -> Bool {
    sort == query.sort && grouping == query.arrangedGrouping && !isOutdated
  }

  /// What its rows are ordered and grouped by.
  var arrangement: Arrangement { Arrangement(sort: sort, grouping: grouping) }

  struct Arrangement: Equatable {
    var sort: PhotoSort?
    var grouping: PhotoGrouping?
  }

  private var ordering: PhotoOrdering { PhotoOrdering(sort: sort, grouping: grouping, zone: zone) }

  @concurrent
  private static func arranged(
    _ photos: CompactPhotos, _ ordering: PhotoOrdering
  ) async -> ([UInt32], [PhotoSection]) {
    photos.arranged(by: ordering)
  }

  @concurrent
  private static func arranged(
    _ photos: CompactPhotos, _ ordering: PhotoOrdering, _ query: PhotoQuery, _ filter: LocalFilter,
    among numbers: [UInt32]?, _ ranges: ParallelRanges
  ) async -> ([UInt32], [PhotoSection])? {
    arrange(photos, ordering, query, filter, among: numbers, ranges)
  }

  /// - Parameter numbers: Only these photos; nil for all.
  /// - Returns: nil if it was stopped.
  private static func arrange(
    _ photos: CompactPhotos, _ ordering: PhotoOrdering, _ query: PhotoQuery, _ filter: LocalFilter,
    among numbers: [UInt32]? = nil, _ ranges: ParallelRanges = ParallelRanges()
  ) -> ([UInt32], [PhotoSection])? {
    if let search = query.search, ordering.sort == nil, ordering.grouping == nil {
      let order = SearchRanking.order(
        of: photos, matching: filter, among: numbers, by: search, ranges)
      return order.map { ($0, []) }
    }
    return photos.numbers(matching: filter, among: numbers, ranges).map {
      photos.arranged(by: ordering, $0)
    }
  }

  /// Whether the photos are those of a reading, some of which has been left out.
  func isPart(of whole: SortReading) -> Bool {
    filter != nil && whole.filter == nil && source.origin === whole.source.origin
  }

  /// Takes the photos of the reading that it is a part of, after some have changed, without moving them.
  mutating func follow(_ whole: SortReading) {
    source = whole.source
    isOutdated = true
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
      if let filter {
        // Nothing stops it.
        (order, sections) = Self.arrange(source.photos, ordering, query, filter) ?? ([], [])
      } else {
        (order, sections) = source.photos.arranged(by: ordering)
      }
    }
    let size = max(1, min(request.pageSize, Self.pageLimit))
    let count = rowCount
    let (start, isPast) = (max(request.page, 1) - 1).multipliedReportingOverflow(by: size)
    let rows = isPast ? count..<count : min(start, count)..<min(count, start + size)
    var page = PhotoPage(
      number: request.page, photos: rows.map { source.photos[Int(order[$0])] }, totalCount: count,
      hasMorePages: rows.upperBound < count,
      // The first page has those of the whole list.
      skipped: request.page <= 1 ? source.skipped : SkippedItems(),
      anchorRow: request.anchor.flatMap(row),
      storedAt: source.storedAt, ending: rows.upperBound < count ? nil : source.ending,
      sortReach: SortReach(readCount: source.readCount, isWhole: source.isWhole))
    page.hasGuessedEncoding = source.hasGuessedEncoding
    page.sections = grouping == nil ? .none : .whole(sections)
    if rows.upperBound >= count { page.statedCount = source.statedCount }
    return page
  }

  private func row(of id: Photo.ID) -> Int? {
    source.photos.index(of: id).flatMap { order.firstIndex(of: UInt32($0)) }
  }

  /// All of its photos.
  ///
  /// - Parameter first: The first page.
  func rows(beginningWith first: PhotoPage) -> PhotoRows {
    var page = first
    page.photos = []
    page.hasMorePages = false
    (page.ending, page.statedCount) = (source.ending, source.statedCount)
    return PhotoRows(page, source.photos, order: order)
  }
}
