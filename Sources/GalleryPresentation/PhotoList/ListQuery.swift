import GalleryDomain

/// What the rows of a list are: all that the source lists, or what a search or a filter leaves of it.
struct ListQuery: Hashable, Sendable {
  /// Cleaned, trimmed and not empty.
  var search: String?
  var filter = SaleFilter.all
  /// What is asked of each photo beside that.
  var expression = FilterExpression.everything
  /// nil for the source's own order.
  var sort: PhotoSort?

  /// All that the source lists.
  static let everything = ListQuery()

  /// Whether rows are left out page by page, on this side of the source: then its total says nothing of
  /// how many rows there are.
  func isSifted(by capabilities: SourceCapabilities) -> Bool {
    // What is sorted was gone through to be sorted, and is counted.
    sort == nil && leavesOut(capabilities)
  }

  /// Whether photos are left out on this side of the source.
  func leavesOut(_ capabilities: SourceCapabilities) -> Bool {
    !expression.isEmpty || filter == .forSale && !capabilities.filtersAtSource
      || search != nil && capabilities.search == .none
  }

  func page(
    _ page: Int, pageSize: Int, anchor: Photo.ID? = nil, isRefresh: Bool = false
  ) -> PhotoQuery {
    PhotoQuery(
      page: page, pageSize: pageSize, search: search, filter: filter, expression: expression,
      sort: sort, anchor: anchor, isRefresh: isRefresh)
  }

  /// Whether it asks for all that another one asks for, and for more.
  func isWithin(_ other: ListQuery) -> Bool {
    self != other
      && (other.search == nil || other.search == search)
      && (other.filter == .all || other.filter == filter)
      && (other.expression.isEmpty || other.expression == expression)
      && (other.sort == nil || other.sort == sort)
  }
}
