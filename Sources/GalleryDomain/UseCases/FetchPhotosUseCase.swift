/// A page of photos, first from the store and then from the source.
public protocol FetchPhotosUseCase {
  /// - Parameters:
  ///   - cached: Called at most once, before `completion`, on the caller's actor.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What cancels the load; nil when it has ended already.
  func execute(
    _ query: PhotoQuery,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)?
}
