/// Which photos are wanted, and in which order. Listings are kept by their query.
public struct PhotoQuery: Hashable, Sendable {
  /// What to search for, cleaned, trimmed and not empty; nil for everything that the source lists.
  public var search: String?
  /// Conditions on each photo, in addition to the search.
  public var filter: FilterExpression
  /// nil for the source's own order.
  public var sort: PhotoSort?
  /// What the photos are put together by; nil for the sections that the source has itself. The order within a section
  /// is `sort`.
  public var grouping: PhotoGrouping?

  /// Everything that the source lists, in its own order.
  public static let everything = PhotoQuery()

  public init(
    search: String? = nil, filter: FilterExpression = .everything, sort: PhotoSort? = nil,
    grouping: PhotoGrouping? = nil
  ) {
    self.search = search
    self.filter = filter
    self.sort = sort
    self.grouping = grouping
  }

  /// The filter without `sale:yes`.
  public var otherTerms: FilterExpression {
    var terms = filter
    terms.isForSaleOnly = false
    return terms
  }

  /// Whether the filter asks for more than `sale:yes`.
  public var isFiltered: Bool { !otherTerms.isEmpty }

  /// The grouping, unless it asks for what the photos have in their source's order anyway: the sections that the source
  /// has itself, or none.
  var arrangedGrouping: PhotoGrouping? {
    switch grouping {
    case nil, .off: nil
    case .folder where sort == nil: nil
    case let grouping: grouping
    }
  }

  /// Whether it asks for all that the source lists, in its own order.
  public var isEverythingInOrder: Bool {
    search == nil && filter.isEmpty && sort == nil && arrangedGrouping == nil
  }

  /// Whether it is a search or a filter that one step back leaves.
  public var isPart: Bool { search != nil || isFiltered }

  /// The part of the query that a source answers itself.
  public func answered(by capabilities: SourceCapabilities) -> PhotoQuery {
    let isSortedHere = isSortedHere(knowing: capabilities)
    return PhotoQuery(
      search: capabilities.search == .none ? nil : search,
      filter: FilterExpression(filter.terms.filter(capabilities.answers)),
      sort: isSortedHere ? nil : sort,
      grouping: isSortedHere
        ? nil : grouping.flatMap { capabilities.groupings.contains($0) ? $0 : nil })
  }

  /// Whether the photos are sorted or put together here, because the source does not answer that.
  public func isSortedHere(knowing capabilities: SourceCapabilities) -> Bool {
    arrangedGrouping.map { !capabilities.groupings.contains($0) } ?? false
      || sort.map { !capabilities.sorts.contains($0) } ?? false
  }

  /// Whether photos are left out here, because the source does not answer the whole search and filter.
  public func leavesOut(_ capabilities: SourceCapabilities) -> Bool {
    let answered = answered(by: capabilities)
    return answered.search != search || answered.filter != filter
  }

  /// Whether rows are left out here page by page, so that the source's total does not say how many rows there are. A
  /// list that is sorted here has been read in advance, and its rows are counted.
  public func isFilteredHere(knowing capabilities: SourceCapabilities) -> Bool {
    leavesOut(capabilities) && !isSortedHere(knowing: capabilities)
  }

  /// Whether it narrows another query: asks for the same and for something more.
  public func isWithin(_ other: PhotoQuery) -> Bool {
    self != other
      && (other.search == nil || other.search == search)
      && Set(other.filter.terms).isSubset(of: filter.terms)
      && (other.sort == nil || other.sort == sort)
      && (other.grouping == nil || other.grouping == grouping)
  }
}

/// A page of the photos that a query asks for.
public struct PageRequest: Hashable, Sendable {
  public var query: PhotoQuery
  /// Counts from 1.
  public var page: Int
  /// Photos per page, 1–500.
  public var pageSize: Int
  /// A photo whose row is wanted as well (`PhotoPage.anchorRow`), so that a refresh can move the focus to where the
  /// photo is now.
  public var anchor: Photo.ID?
  /// Whether the source is read again instead of what was kept of it.
  public var isRefresh: Bool
  /// Whether the caller reads all pages in order to the end. Then each page is complete, even if that takes a folder
  /// longer; otherwise the last page may be short, and `PhotoRepository.progress` tells when more photos have been
  /// found.
  public var readsAll = false
  /// What the user has selected, if the filter asks for it (`FilterExpression.dependsOnSelection`).
  public var selection: [Photo] = []

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
