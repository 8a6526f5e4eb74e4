/// Which photos are wanted.
public struct PhotoQuery: Hashable, Sendable {
  /// Counts from 1.
  public var page: Int
  /// Photos a page, 1–500.
  public var pageSize: Int
  /// A photo whose row is wanted as well (`PhotoPage.anchorRow`), so that a refresh finds the
  /// selected photo where it stands now.
  public var anchor: Photo.ID?
  /// Whether everything remembered is to be read again.
  public var isRefresh: Bool

  public static let defaultPageSize = 100

  public init(
    page: Int = 1, pageSize: Int = PhotoQuery.defaultPageSize, anchor: Photo.ID? = nil,
    isRefresh: Bool = false
  ) {
    self.page = page
    self.pageSize = pageSize
    self.anchor = anchor
    self.isRefresh = isRefresh
  }
}
