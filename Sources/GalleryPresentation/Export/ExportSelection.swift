import GalleryDomain

/// Which photos are exported.
public enum ExportSelection: Hashable, Sendable {
  /// These, in this order.
  case photos([Photo])
  /// All photos of a query, from its first page on, loaded or not.
  ///
  /// - Parameter total: How many there are, if that is known.
  case listing(PhotoQuery, total: Int?)

  /// How many there are; nil if that is not known yet.
  public var count: Int? {
    switch self {
    case .photos(let photos): photos.count
    case .listing(_, let total): total
    }
  }
}
