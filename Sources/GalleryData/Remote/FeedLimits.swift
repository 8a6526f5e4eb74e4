/// Where a feed is stopped that would go on.
public struct FeedLimits: Hashable, Sendable {
  /// Pages of one list. Ten million photos at a hundred a page; nobody goes through them.
  public var pageLimit: Int
  /// Pages without a photo, one after the other, that may say that another one follows.
  public var emptyPageLimit: Int
  /// The same for pages that do have posts, but none with a picture.
  public var picturelessPageLimit: Int

  public init(
    pageLimit: Int = 100_000, emptyPageLimit: Int = 3, picturelessPageLimit: Int = 10
  ) {
    self.pageLimit = max(pageLimit, 1)
    self.emptyPageLimit = max(emptyPageLimit, 1)
    self.picturelessPageLimit = max(picturelessPageLimit, 1)
  }

  /// How many pages without a photo may follow each other, of which this is one.
  func emptyPageLimit(for page: FeedPage) -> Int {
    page.itemCount > 0 ? max(picturelessPageLimit, emptyPageLimit) : emptyPageLimit
  }
}
