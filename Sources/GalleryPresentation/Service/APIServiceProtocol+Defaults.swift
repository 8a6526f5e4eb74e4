import GalleryDomain

extension APIServiceProtocol {
  public var capabilities: SourceCapabilities { .localList }

  /// All photos that pass the search and the filter are on page 1, in the wanted order; every later page is empty.
  @discardableResult
  public func fetchPhotos(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    guard request.page <= 1 else {
      completion(.success(PhotoPage(number: request.page, photos: [])))
      return nil
    }
    fetchPopularPhoto { success, photos, error in
      if let error {
        completion(.failure(PhotoSourceError(error)))
      } else if success {
        completion(.success(PhotoPage(photos).arranged(for: request)))
      } else {
        completion(.failure(.unexplained))
      }
    }
    return nil
  }

  /// Nothing is stored.
  @discardableResult
  public func fetchStoredPhotos(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    completion(nil)
    return nil
  }

  /// Nothing is added.
  @discardableResult
  public func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    var photo = photo
    photo.needsDetails = false
    completion(photo)
    return nil
  }

  /// Nothing to observe.
  @discardableResult
  public func observeProgress(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    nil
  }

  /// Nothing is remembered.
  public func saveRecentQuery(_ query: String) {}
}
