import GalleryDomain

/// Which photos of a local list are wanted.
struct PhotoSelection: Hashable, Sendable {
  let search: PhotoTextQuery?
  let filter: SaleFilter

  /// - Returns: nil where all are.
  init?(_ query: PhotoQuery) {
    guard query.search != nil || query.filter != .all else { return nil }
    search = query.search.map(PhotoTextQuery.init)
    filter = query.filter
  }

  func contains(_ photo: Photo) -> Bool {
    if filter == .forSale, photo.saleStatus != .forSale { return false }
    return search?.matches(photo) ?? true
  }
}
