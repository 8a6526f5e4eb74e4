/// A page of photos, first from the store and then from the source.
public protocol FetchPhotosUseCase {
  /// - Parameters:
  ///   - cached: Called at most once, before `completion`, on the caller's actor.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What cancels the load; nil when it has ended already.
  func execute(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)?

  /// The page as it was last stored; the source is not asked.
  ///
  /// - Parameter completion: Called once on the caller's actor, with nil if none is stored; never after
  ///   `cancel()`.
  func executeStored(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)?
}

extension FetchPhotosUseCase {
  /// Nothing is stored.
  public func executeStored(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    completion(nil)
    return nil
  }
}
