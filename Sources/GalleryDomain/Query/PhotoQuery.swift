/// Which photos are wanted, and in which order. What is kept of a list is kept by its query.
public struct PhotoQuery: Hashable, Sendable {
  /// What to search for, cleaned, trimmed and not empty; nil for all that the source lists.
  public var search: String?
  /// What is asked of each photo beside that.
  public var filter: FilterExpression
  /// nil for the source's own order.
  public var sort: PhotoSort?

  /// All that the source lists.
  public static let everything = PhotoQuery()

  public init(
    search: String? = nil, filter: FilterExpression = .everything, sort: PhotoSort? = nil
  ) {
    self.search = search
    self.filter = filter
    self.sort = sort
  }

  /// What is asked of each photo beside that it is for sale.
  public var otherTerms: FilterExpression {
    var terms = filter
    terms.isForSaleOnly = false
    return terms
  }

  public var isFiltered: Bool { !otherTerms.isEmpty }

  /// Whether it is a search or a filter, that one step back leaves.
  public var isPart: Bool { search != nil || isFiltered }

  /// What a source does of it by itself.
  public func answered(by capabilities: SourceCapabilities) -> PhotoQuery {
    PhotoQuery(
      search: capabilities.search == .none ? nil : search,
      filter: FilterExpression(filter.terms.filter(capabilities.terms.contains)),
      sort: sort.flatMap { capabilities.sorts.contains($0) ? $0 : nil })
  }

  /// Whether photos are left out on this side of the source.
  public func leavesOut(_ capabilities: SourceCapabilities) -> Bool {
    let answered = answered(by: capabilities)
    return answered.search != search || answered.filter != filter
  }

  /// Whether rows are left out page by page, on this side of the source: then its total says nothing of
  /// how many rows there are. What is sorted here was gone through to be sorted, and is counted.
  public func isSifted(by capabilities: SourceCapabilities) -> Bool {
    leavesOut(capabilities) && answered(by: capabilities).sort == sort
  }

  /// Whether it asks for all that another one asks for, and for more.
  public func isWithin(_ other: PhotoQuery) -> Bool {
    self != other
      && (other.search == nil || other.search == search)
      && Set(other.filter.terms).isSubset(of: filter.terms)
      && (other.sort == nil || other.sort == sort)
  }
}

/// A page of the photos that a query asks for.
public struct PageRequest: Hashable, Sendable {
  public var query: PhotoQuery
  /// Counts from 1.
  public var page: Int
  /// Photos a page, 1–500.
  public var pageSize: Int
  /// A photo whose row is wanted as well (`PhotoPage.anchorRow`), so that a refresh finds the
  /// selected photo where it stands now.
  public var anchor: Photo.ID?
  /// Whether everything remembered is to be read again.
  public var isRefresh: Bool
  /// Whether the pages are read one after the other to the end: then each is whole, though a folder takes longer to
  /// know it. Else the last page may be short, and `PhotoRepository.progress` tells when more photos have joined it.
  public var readsAll = false

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
