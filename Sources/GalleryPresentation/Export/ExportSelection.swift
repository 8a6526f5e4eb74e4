import GalleryDomain

/// Which photos are exported.
public enum ExportSelection: Hashable, Sendable {
  /// These, in this order.
  case photos([Photo])
  /// All that the source answers to a query, from its first page on, loaded or not.
  ///
  /// - Parameter total: How many they are, where that is known.
  case listing(PhotoQuery, total: Int?)

  /// How many they are; nil where nobody knows yet.
  public var count: Int? {
    switch self {
    case .photos(let photos): photos.count
    case .listing(_, let total): total
    }
  }
}
