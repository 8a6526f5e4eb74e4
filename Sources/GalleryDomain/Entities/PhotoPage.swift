/// One page of photos.
public struct PhotoPage: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  public var photos: [Photo]
  /// How many photos there are in all, as far as the source knows; nil when it does not say.
  public var totalCount: Int?
  /// Whether another page follows.
  public var hasMorePages: Bool
  /// How many photos of this page were left out because they could not be read.
  public var skippedCount: Int
  /// The row, from 0 over all pages, at which `PhotoQuery.anchor` stands now; nil when it is gone
  /// or the source cannot tell.
  public var anchorRow: Int?

  public init(
    number: Int = 1, photos: [Photo], totalCount: Int? = nil, hasMorePages: Bool = false,
    skippedCount: Int = 0, anchorRow: Int? = nil
  ) {
    self.number = number
    self.photos = photos
    self.totalCount = totalCount
    self.hasMorePages = hasMorePages
    self.skippedCount = skippedCount
    self.anchorRow = anchorRow
  }
}
