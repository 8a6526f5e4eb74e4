import GalleryDomain

/// The source of the view models' photos.
///
/// Only `fetchPopularPhoto(complete:)` must be implemented; all else has a default built on it.
/// Every closure is called on the caller's actor, at once or later, and never after the load was
/// cancelled.
public protocol APIServiceProtocol {
  /// Which parts of a query the source answers itself; by default none, so that its photos are searched and filtered
  /// page by page.
  var capabilities: SourceCapabilities { get }

  /// All the photos in one response.
  ///
  /// - Parameter complete: Called once. An error counts, whatever `success` says; `success` false
  ///   without an error is a failure of unknown reason.
  func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void)

  /// One page of photos.
  ///
  /// - Parameters:
  ///   - request: Which page, of which query.
  ///   - cached: The page as it was last stored; called at most once, before `completion`.
  ///   - completion: Called once.
  /// - Returns: What cancels the load; nil when it has ended already or cannot be cancelled.
  @discardableResult
  func fetchPhotos(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)?

  /// One page as it was last stored; requested while the first one is loading.
  ///
  /// - Parameters:
  ///   - request: Which page, of which query.
  ///   - completion: Called once; with nil if none is stored.
  @discardableResult
  func fetchStoredPhotos(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)?

  /// The photo with what only its file says; requested if `Photo.needsDetails`.
  ///
  /// - Parameter completion: Called once.
  @discardableResult
  func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)?

  /// What is remembered of photos, without reading their files; requested if `SourceCapabilities.isReadWhole`.
  ///
  /// - Parameter completion: Called once with all of them.
  @discardableResult
  func recallDetails(
    of photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)?

  /// The photos with these ids, as far as the source finds them; requested if `SourceCapabilities.isReadWhole`.
  ///
  /// - Parameter completion: Called once.
  @discardableResult
  func findPhotos(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)?

  /// How many photos have each value of some properties, and on which days they were taken; requested if
  /// `SourceCapabilities.isReadWhole`.
  ///
  /// - Parameter counts: Called with counts so far while the source is being read, and at last with those that are complete.
  @discardableResult
  func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)?

  /// How far the source has been read, at every change until it is complete or cancelled.
  @discardableResult
  func observeProgress(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)?

  /// What happens to the source while it is shown, until it is cancelled.
  func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)?

  /// Remembers what was searched for; called when the first page of the search has come from the source.
  func saveRecentQuery(_ query: String)
}

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

  /// Nothing is remembered.
  @discardableResult
  public func recallDetails(
    of photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    completion(photos)
    return nil
  }

  /// Nothing is found.
  @discardableResult
  public func findPhotos(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    completion([])
    return nil
  }

  /// Nothing is counted.
  @discardableResult
  public func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    nil
  }

  /// Nothing to observe.
  @discardableResult
  public func observeProgress(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    nil
  }

  /// Nothing happens.
  public func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    nil
  }

  /// Nothing is remembered.
  public func saveRecentQuery(_ query: String) {}
}
