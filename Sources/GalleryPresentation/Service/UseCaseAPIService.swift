import GalleryDomain

/// The domain's use cases as the service of the view models.
///
/// Bound to no actor: created with use cases of the main actor it stays there, because it is not `Sendable`.
public final class UseCaseAPIService: APIServiceProtocol {
  private let fetchPhotosUseCase: any FetchPhotosUseCase
  private let fetchDetailsUseCase: any FetchPhotoDetailsUseCase
  private let observeProgressUseCase: any ObserveProgressUseCase
  private let saveRecentQueryUseCase: (any SaveRecentQueryUseCase)?
  private let sourceCapabilities: () -> SourceCapabilities

  /// - Parameters:
  ///   - observeProgress: Reports how far the source was read, and when it changes.
  ///   - saveRecentQuery: Remembers searches; nil if nothing does.
  ///   - capabilities: Called at each use, because a source may be recognised only by its first response.
  public init(
    fetchPhotos: any FetchPhotosUseCase,
    fetchDetails: any FetchPhotoDetailsUseCase,
    observeProgress: any ObserveProgressUseCase,
    saveRecentQuery: (any SaveRecentQueryUseCase)? = nil,
    capabilities: @escaping () -> SourceCapabilities = { .localList }
  ) {
    fetchPhotosUseCase = fetchPhotos
    fetchDetailsUseCase = fetchDetails
    observeProgressUseCase = observeProgress
    saveRecentQueryUseCase = saveRecentQuery
    sourceCapabilities = capabilities
  }

  public var capabilities: SourceCapabilities { sourceCapabilities() }

  public func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void
  ) {
    fetchPhotos(
      PageRequest(), cached: { _ in },
      completion: { result in
        switch result {
        case .success(let page): complete(true, page.photos, nil)
        case .failure(let error): complete(false, [], APIError(error))
        }
      })
  }

  @discardableResult
  public func fetchPhotos(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    fetchPhotosUseCase.execute(request, cached: cached, completion: completion)
  }

  @discardableResult
  public func fetchStoredPhotos(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    fetchPhotosUseCase.executeStored(request, completion: completion)
  }

  @discardableResult
  public func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    fetchDetailsUseCase.execute(photo, completion: completion)
  }

  @discardableResult
  public func recallDetails(
    of photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    fetchDetailsUseCase.executeRecalling(photos, completion: completion)
  }

  @discardableResult
  public func findPhotos(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    fetchPhotosUseCase.executeFinding(ids, completion: completion)
  }

  @discardableResult
  public func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    fetchPhotosUseCase.executeCounting(request, counts: counts)
  }

  @discardableResult
  public func observeProgress(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    observeProgressUseCase.execute(progress)
  }

  public func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    observeProgressUseCase.observeChanges(change)
  }

  public func saveRecentQuery(_ query: String) {
    saveRecentQueryUseCase?.execute(query)
  }
}
