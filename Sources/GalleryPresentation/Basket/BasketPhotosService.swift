import GalleryDomain

/// The photos of a basket as a list of their own, so that they open and follow one another as those of the source do.
public final class BasketPhotosService: APIServiceProtocol {
  private let photos: [Photo]

  /// - Parameter basket: As it is now; what becomes of it later changes nothing.
  public init(_ basket: Basket) {
    photos = basket.items.map(\.photo)
  }

  public func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void
  ) {
    complete(true, photos, nil)
  }
}
