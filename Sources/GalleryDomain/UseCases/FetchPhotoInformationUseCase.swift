/// All that is worth reading of a photo, for those who ask for more than a list shows.
public protocol FetchPhotoInformationUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; with nothing
  ///   where the source tells no more.
  func execute(
    _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
  ) -> (any Cancellable)?
}
