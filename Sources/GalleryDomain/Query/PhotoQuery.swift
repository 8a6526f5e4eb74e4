/// Which photos to list, and in which order. Listings are kept by their query.
public struct PhotoQuery: Hashable, Sendable {
  /// What to search for, cleaned, trimmed and not empty; nil for everything that the source lists.
  public var search: String?
  /// Conditions on each photo, in addition to the search.
  public var filter: FilterExpression
  /// nil for the source's own order.
  public var sort: PhotoSort?
  /// What the photos are grouped by; nil for the source's own sections. Within a section they are sorted by `sort`.
  public var grouping: PhotoGrouping?
  /// Only what looks like a photo, the nearest first; nil for all photos.
  public var similarTo: Photo.ID?

  /// Everything that the source lists, in its own order.
  public static let everything = PhotoQuery()

  public init(
    search: String? = nil, filter: FilterExpression = .everything, sort: PhotoSort? = nil,
    grouping: PhotoGrouping? = nil, similarTo: Photo.ID? = nil
  ) {
    self.search = search
    self.filter = filter
    self.sort = sort
    self.grouping = grouping
    self.similarTo = similarTo
  }

  /// The same photos in the source's own order.
  var unarranged: PhotoQuery { PhotoQuery(search: search, filter: filter, similarTo: similarTo) }

  /// Its order alone.
  var arrangement: PhotoQuery { PhotoQuery(sort: sort, grouping: arrangedGrouping) }

  /// The grouping, unless it is what the source's order gives anyway: the source's own sections, or none.
  var arrangedGrouping: PhotoGrouping? {
    switch grouping {
    case nil, .off: nil
    case .folder where sort == nil: nil
    case let grouping: grouping
    }
  }

  /// Whether it selects everything that the source lists, in the source's order.
  public var isEverythingInOrder: Bool {
    search == nil && filter.isEmpty && sort == nil && arrangedGrouping == nil && similarTo == nil
  }

  /// Whether pictures are compared for it.
  public var dependsOnComparison: Bool { similarTo != nil || !filter.comparedStates.isEmpty }

  /// Whether photos of the source may not be among those that it selects.
  public var leavesPhotosOut: Bool { search != nil || !filter.isEmpty || similarTo != nil }

  /// The part of the query that a source answers itself.
  public func answered(by capabilities: SourceCapabilities) -> PhotoQuery {
    let isSortedHere = isSortedHere(knowing: capabilities)
    return PhotoQuery(
      search: capabilities.answersSearches ? search : nil,
      filter: FilterExpression(filter.terms.filter(capabilities.answers)),
      sort: isSortedHere ? nil : sort,
      grouping: isSortedHere
        ? nil : grouping.flatMap { capabilities.groupings.contains($0) ? $0 : nil })
  }

  /// Whether the photos are sorted or grouped here because the source cannot do that.
  public func isSortedHere(knowing capabilities: SourceCapabilities) -> Bool {
    arrangedGrouping.map { !capabilities.groupings.contains($0) } ?? false
      || sort.map { !capabilities.sorts.contains($0) } ?? false
  }

  /// Whether the best matches of a search come first, because the source is read whole and no other order is requested.
  public func isRanked(knowing capabilities: SourceCapabilities) -> Bool {
    // Grouped by folder, they are in the order of the folders.
    search != nil && sort == nil && arrangedGrouping == nil && grouping != .folder
      && isOfWhole(capabilities)
  }

  /// Whether its photos are a part of everything that the source has, which is read whole, whatever else there is.
  func isOfWhole(_ capabilities: SourceCapabilities) -> Bool {
    capabilities.isReadWhole && !filter.dependsOnSelection && !dependsOnComparison
  }

  /// Whether all photos of the source, or its first ones, are read before the first of those that it selects is known: for an order,
  /// and for what is found in a source that is read whole.
  public func isAnsweredFromRows(knowing capabilities: SourceCapabilities) -> Bool {
    isSortedHere(knowing: capabilities) || leavesPhotosOut && isOfWhole(capabilities)
  }

  /// Whether photos are filtered out here because the source does not answer the whole search and filter.
  public func leavesOut(_ capabilities: SourceCapabilities) -> Bool {
    capabilities.search == .none && search != nil || answered(by: capabilities).filter != filter
  }

  /// Whether rows are filtered out here page by page, so that the source's total is not the number of rows. What is answered from
  /// rows is counted.
  public func isFilteredHere(knowing capabilities: SourceCapabilities) -> Bool {
    leavesOut(capabilities) && !isAnsweredFromRows(knowing: capabilities)
  }

  /// Whether it narrows another query: it has the same conditions and more.
  public func isWithin(_ other: PhotoQuery) -> Bool {
    self != other
      && (other.search == nil || other.search == search)
      && Set(other.filter.terms).isSubset(of: filter.terms)
      && (other.sort == nil || other.sort == sort)
      && (other.grouping == nil || other.grouping == grouping)
      && (other.similarTo == nil || other.similarTo == similarTo)
  }
}

/// The way from a row to a photo that a search finds, among the rows of a query without it.
public struct MatchStep: Hashable, Sendable {
  public var search: String
  /// The row to start from, unless `PageRequest.anchor` is in another one by now; -1 to start before the first.
  public var row: Int
  /// So many matches further, or the last one; negative for those before the row.
  public var count: Int

  public init(_ search: String, from row: Int, count: Int) {
    (self.search, self.row, self.count) = (search, row, count)
  }
}

/// A request for a page of a query's photos.
public struct PageRequest: Hashable, Sendable {
  public var query: PhotoQuery
  /// Counts from 1.
  public var page: Int
  /// Photos per page, 1–500.
  public var pageSize: Int
  /// A photo whose row is requested as well (`PhotoPage.anchorRow`), so that a refresh can move the focus to the
  /// photo's new row.
  public var anchor: Photo.ID?
  /// Whether to read the source again rather than use what was kept.
  public var isRefresh: Bool
  /// Whether the caller reads all pages to the end, in order. Then each page is complete, even if a folder needs more
  /// time for it; otherwise the last page may be short, and `PhotoRepository.progress` reports when more photos have
  /// been found.
  public var readsAll = false
  /// Whether the first page is wanted once more of rows that are on the screen: they stay as they are, whatever has been rated
  /// since.
  public var isAgain = false
  /// Which part of an answer a stored page is to be of (`PhotoPage.part`); nil for what is known now.
  public var part: Int?
  /// Whether an answer from what is known is enough, because the user is still typing.
  public var isPreview = false
  /// Which match is wanted among the rows, in place of photos: `PhotoPage.anchorRow` is its row, and `totalCount` says how many
  /// there are. Asked for only on this computer.
  public var match: MatchStep?
  /// What the user has selected, if the filter asks for it (`FilterExpression.dependsOnSelection`).
  public var selection: [Photo.ID] = []
  /// Those of them that are known; the source is asked for the others (`PhotoRepository.photos(withIDs:)`).
  public var selectedPhotos: [Photo] = []

  public static let defaultPageSize = 100

  public init(
    _ query: PhotoQuery = .everything, page: Int = 1,
    pageSize: Int = PageRequest.defaultPageSize, anchor: Photo.ID? = nil, isRefresh: Bool = false
  ) {
    self.query = query
    self.page = page
    self.pageSize = pageSize
    self.anchor = anchor
    self.isRefresh = isRefresh
  }
}

extension PageRequest {
  /// Whether it begins a list, which may have other rows than the last one of its query.
  var beginsList: Bool { page <= 1 && !isAgain }

  /// As for its query; but a caller that reads all pages gets what a filter alone finds as soon as it is found.
  func isAnsweredFromRows(knowing capabilities: SourceCapabilities) -> Bool {
    query.isSortedHere(knowing: capabilities)
      || (query.search != nil || !readsAll) && query.isAnsweredFromRows(knowing: capabilities)
  }
}

/// Which rows are on a page.
package enum PageRows {
  /// Photos a page may hold (`PageRequest.pageSize`).
  package static let sizes = 1...500

  /// - Returns: Within `0..<photoCount`; empty after the end.
  package static func rows(of request: PageRequest, photoCount: Int) -> Range<Int> {
    let size = min(max(request.pageSize, sizes.lowerBound), sizes.upperBound)
    let (offset, overflows) = (max(request.page, 1) - 1).multipliedReportingOverflow(by: size)
    let start = overflows ? photoCount : min(offset, photoCount)
    return start..<start + min(size, photoCount - start)
  }
}
