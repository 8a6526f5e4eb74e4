/// Reads everything worth knowing about a photo, more than a list shows.
public protocol FetchPhotoInformationUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; with empty information if the
  ///   source has no more.
  func execute(
    _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
  ) -> (any Cancellable)?
}
