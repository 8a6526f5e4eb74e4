import GalleryDomain

/// The domain's use cases as the service that the view models ask.
///
/// Bound to no actor: made with use cases of the main actor it stays on the main actor, because it
/// is not `Sendable`.
public final class UseCaseAPIService: APIServiceProtocol {
  private let fetchPhotosUseCase: any FetchPhotosUseCase
  private let fetchDetailsUseCase: any FetchPhotoDetailsUseCase
  private let observeProgressUseCase: any ObserveProgressUseCase

  public init(
    fetchPhotos: any FetchPhotosUseCase,
    fetchDetails: any FetchPhotoDetailsUseCase,
    observeProgress: any ObserveProgressUseCase
  ) {
    fetchPhotosUseCase = fetchPhotos
    fetchDetailsUseCase = fetchDetails
    observeProgressUseCase = observeProgress
  }

  public func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void
  ) {
    fetchPhotos(
      PhotoQuery(), cached: { _ in },
      completion: { result in
        switch result {
        case .success(let page): complete(true, page.photos, nil)
        case .failure(let error): complete(false, [], APIError(error))
        }
      })
  }

  @discardableResult
  public func fetchPhotos(
    _ query: PhotoQuery,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    fetchPhotosUseCase.execute(query, cached: cached, completion: completion)
  }

  @discardableResult
  public func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    fetchDetailsUseCase.execute(photo, completion: completion)
  }

  @discardableResult
  public func observeProgress(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    observeProgressUseCase.execute(progress)
  }
}
