import GalleryDomain

/// What the rows of a list are: all that the source lists, or what a search or a filter leaves of it.
struct ListQuery: Hashable, Sendable {
  /// Cleaned, trimmed and not empty.
  var search: String?
  var filter = SaleFilter.all

  /// All that the source lists.
  static let everything = ListQuery()

  /// Whether rows are left out page by page, on this side of the source: then its total says nothing of
  /// how many rows there are.
  func isSifted(by capabilities: SourceCapabilities) -> Bool {
    filter == .forSale && !capabilities.filtersAtSource
      || search != nil && capabilities.search == .none
  }

  func page(
    _ page: Int, pageSize: Int, anchor: Photo.ID? = nil, isRefresh: Bool = false
  ) -> PhotoQuery {
    PhotoQuery(
      page: page, pageSize: pageSize, search: search, filter: filter, anchor: anchor,
      isRefresh: isRefresh)
  }
}
