import GalleryDomain

/// Where the view models' photos come from.
///
/// Only `fetchPopularPhoto(complete:)` must be implemented; all else has a default built on it.
/// Every closure is called on the caller's actor, at once or later, and never after the load was
/// cancelled.
public protocol APIServiceProtocol {
  /// Who searches and filters. Without it both are done to the photos that the service answers, one page
  /// after the other.
  var capabilities: SourceCapabilities { get }

  /// All the photos in one answer.
  ///
  /// - Parameter complete: Called once. An error counts, whatever `success` says; `success` false
  ///   without an error is a failure of unknown reason.
  func fetchPopularPhoto(
    complete: @escaping (_ success: Bool, _ photos: [Photo], _ error: APIError?) -> Void)

  /// One page of photos.
  ///
  /// - Parameters:
  ///   - cached: The page as it was stored last time; called at most once, before `completion`.
  ///   - completion: Called once.
  /// - Returns: What cancels the load; nil when it has ended already or cannot be cancelled.
  @discardableResult
  func fetchPhotos(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)?

  /// One page as it was stored last time; asked for while the first one is on its way.
  ///
  /// - Parameter completion: Called once, with nil where none is stored.
  @discardableResult
  func fetchStoredPhotos(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)?

  /// The photo with what only its file tells; asked where `Photo.needsDetails`.
  @discardableResult
  func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)?

  /// How far the source has been read, at every change until it is complete or cancelled.
  @discardableResult
  func observeProgress(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)?

  /// Remembers what was searched for; called when the first page of the search has come from the source.
  func saveRecentQuery(_ query: String)
}
