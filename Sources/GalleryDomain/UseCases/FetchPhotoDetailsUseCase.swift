/// Reads what only a photo's file says, such as its camera.
public protocol FetchPhotoDetailsUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`.
  func execute(_ photo: Photo, completion: @escaping (Photo) -> Void) -> (any Cancellable)?
}
