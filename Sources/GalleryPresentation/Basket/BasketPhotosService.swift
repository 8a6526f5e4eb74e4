import GalleryDomain

/// The photos of a basket as a separate list, so that the user can open them and go through them like those of the
/// source.
public final class BasketPhotosService: APIServiceProtocol {
  private let photos: [Photo]

  /// - Parameter basket: Read once; later changes to it have no effect.
  public init(_ basket: Basket) {
    photos = basket.items.map(\.photo)
  }

  public func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void
  ) {
    complete(true, photos, nil)
  }
}
