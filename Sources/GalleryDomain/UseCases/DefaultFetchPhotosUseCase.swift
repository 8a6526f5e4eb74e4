/// Bridges a repository to closures on the main actor, and sorts out and sorts what the repository cannot.
@MainActor
public final class DefaultFetchPhotosUseCase: FetchPhotosUseCase {
  private let photos: SortedRepository

  public convenience init(repository: any PhotoRepository) {
    self.init(SortedRepository(repository))
  }

  /// - Parameter photos: Shared with whoever shows its progress.
  public init(_ photos: SortedRepository) {
    self.photos = photos
  }

  public func execute(
    _ query: PhotoQuery,
    cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    let photos = photos
    let task = Task { @MainActor in
      var isStored = false
      if !query.isRefresh, let page = await photos.storedPage(for: query) {
        guard !Task.isCancelled else { return }
        isStored = true
        cached(page)
      }
      let result: Result<PhotoPage, PhotoSourceError>
      do throws(PhotoSourceError) {
        result = .success(try await photos.page(for: query))
      } catch {
        result = .failure(error)
        // Offline the store may know photos that the source would have found.
        if error.isUnreachable, query.search != nil, !query.isRefresh, !isStored,
          let page = await photos.storedPage(for: query)
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
    _ query: PhotoQuery, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    let photos = photos
    return TaskCancellable(
      Task { @MainActor in
        let page = await photos.storedPage(for: query)
        guard !Task.isCancelled else { return }
        completion(page)
      })
  }
}
