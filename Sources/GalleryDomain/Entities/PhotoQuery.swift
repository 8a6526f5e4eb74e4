/// Which photos are wanted.
public struct PhotoQuery: Hashable, Sendable {
  /// Counts from 1.
  public var page: Int
  /// Photos a page, 1–500.
  public var pageSize: Int
  /// What to search for, cleaned, trimmed and not empty; nil for all that the source lists.
  public var search: String?
  public var filter: SaleFilter
  /// What is asked of each photo beside that.
  public var expression: FilterExpression
  /// nil for the source's own order.
  public var sort: PhotoSort?
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
    page: Int = 1, pageSize: Int = PhotoQuery.defaultPageSize, search: String? = nil,
    filter: SaleFilter = .all, expression: FilterExpression = .everything, sort: PhotoSort? = nil,
    anchor: Photo.ID? = nil, isRefresh: Bool = false
  ) {
    self.page = page
    self.pageSize = pageSize
    self.search = search
    self.filter = filter
    self.expression = expression
    self.sort = sort
    self.anchor = anchor
    self.isRefresh = isRefresh
  }
}
