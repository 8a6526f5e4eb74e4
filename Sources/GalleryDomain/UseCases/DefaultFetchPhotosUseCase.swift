/// Bridges a repository to closures on the main actor, and filters and sorts where the repository cannot.
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
    let photos = photos
    let task = Task { @MainActor in
      var isStored = false
      if !request.isRefresh, let page = await photos.storedPage(for: request) {
        guard !Task.isCancelled else { return }
        isStored = true
        cached(page)
      }
      let result: Result<PhotoPage, PhotoSourceError>
      do throws(PhotoSourceError) {
        result = .success(try await photos.page(for: request))
      } catch {
        result = .failure(error)
        // Offline the store may know photos that the source would have found.
        if error.isUnreachable, request.query.search != nil, !request.isRefresh, !isStored,
          let page = await photos.storedPage(for: request)
        {
          guard !Task.isCancelled else { return }
          cached(page)
        }
      }
      guard !Task.isCancelled else { return }
      completion(result)
    }
    return TaskCancellable(task)
  }

  public func executeStored(
    _ request: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    let photos = photos
    return TaskCancellable(
      Task { @MainActor in
        let page = await photos.storedPage(for: request)
        guard !Task.isCancelled else { return }
        completion(page)
      })
  }
}
