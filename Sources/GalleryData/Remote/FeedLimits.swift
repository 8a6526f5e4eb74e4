/// Where a feed is stopped that would go on.
public struct FeedLimits: Hashable, Sendable {
  /// Pages of one list. Ten million photos at a hundred a page; nobody goes through them.
  public var pageLimit: Int
  /// Pages without a photo, one after the other, that may say that another one follows.
  public var emptyPageLimit: Int

  public init(pageLimit: Int = 100_000, emptyPageLimit: Int = 3) {
    self.pageLimit = max(pageLimit, 1)
    self.emptyPageLimit = max(emptyPageLimit, 1)
  }
}
