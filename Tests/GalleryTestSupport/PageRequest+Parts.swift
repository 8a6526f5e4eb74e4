import GalleryDomain

extension PageRequest {
  /// A page of a query of which a test sets only what matters.
  public init(
    page: Int = 1, pageSize: Int = PageRequest.defaultPageSize, search: String? = nil,
    filter: FilterExpression = .everything, sort: PhotoSort? = nil, anchor: Photo.ID? = nil,
    isRefresh: Bool = false, readsAll: Bool = false
  ) {
    self.init(
      PhotoQuery(search: search, filter: filter, sort: sort), page: page, pageSize: pageSize,
      anchor: anchor, isRefresh: isRefresh)
    self.readsAll = readsAll
  }

  public var search: String? { query.search }
  public var filter: FilterExpression { query.filter }
  public var sort: PhotoSort? { query.sort }
}

extension PhotoPage {
  /// The page of a source with these photos.
  public init(of photos: [Photo], for request: PageRequest) {
    let size = min(request.pageSize, photos.count)
    let start = min((request.page - 1) * size, photos.count)
    let end = min(start + size, photos.count)
    self.init(
      number: request.page, photos: Array(photos[start..<end]), totalCount: photos.count,
      hasMorePages: end < photos.count)
  }
}

extension MatchStep {
  /// What a source answers whose matches are in some rows.
  ///
  /// - Parameter anchor: The row of the request's anchor.
  public func page(of matches: [Int], anchor: Int? = nil) -> PhotoPage {
    let start = anchor ?? row
    let further =
      count > 0 ? matches.filter { $0 > start } : matches.reversed().filter { $0 < start }
    return PhotoPage(
      photos: [], totalCount: matches.count, anchorRow: further.prefix(abs(count)).last)
  }
}
