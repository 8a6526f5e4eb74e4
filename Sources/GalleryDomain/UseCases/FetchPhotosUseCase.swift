/// Fetches photos and counts them: pages, first from the store and then from the source.
public protocol FetchPhotosUseCase {
  /// - Parameters:
  ///   - cached: Called at most once, before `completion`, on the caller's actor.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: A token that cancels the load; nil if it has already ended.
  func execute(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)?

  /// The page as it was last stored, without asking the source.
  ///
  /// - Parameter completion: Called once on the caller's actor, with nil if none is stored; never after `cancel()`.
  func executeStored(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)?

  /// The photos with these ids, as far as the source finds them.
  ///
  /// - Parameter completion: Called once on the caller's actor; never after `cancel()`.
  func executeFinding(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)?

  /// How many photos have each value of some properties, and on which days they were taken.
  ///
  /// - Parameter counts: Called on the caller's actor, with counts so far while the source is being read, and at last with those
  ///   that are complete; never after `cancel()`, and never for a source that isn't read whole.
  func executeCounting(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)?
}

/// Filters and sorts if the source cannot.
@MainActor
public final class DefaultFetchPhotosUseCase: FetchPhotosUseCase {
  private let photos: LocalQueryRepository

  public convenience init(repository: any PhotoRepository) {
    self.init(LocalQueryRepository(repository))
  }

  /// - Parameter photos: Shared with the use case that observes its progress.
  public init(_ photos: LocalQueryRepository) {
    self.photos = photos
  }

  public func execute(
    _ request: PageRequest,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    MainActorTask { [photos] in
      if !request.isRefresh, let page = await photos.storedPage(for: request) {
        guard !Task.isCancelled else { return }
        cached(page)
      }
      let result = await Result { () async throws(PhotoSourceError) in
        try await photos.page(for: request)
      }
      guard !Task.isCancelled else { return }
      completion(result)
    }
  }

  public func executeStored(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    MainActorTask({ [photos] in await photos.storedPage(for: request) }, then: completion)
  }

  public func executeFinding(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    MainActorTask({ [photos] in await photos.photos(withIDs: ids) }, then: completion)
  }

  public func executeCounting(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    MainActorTask { [photos] in
      for await counted in await photos.counts(for: request) {
        guard !Task.isCancelled else { return }
        counts(counted)
      }
    }
  }
}
