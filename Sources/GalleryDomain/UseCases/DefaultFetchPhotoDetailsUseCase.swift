/// Bridges a repository's details to closures on the main actor.
@MainActor
public final class DefaultFetchPhotoDetailsUseCase: FetchPhotoDetailsUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    let repository = repository
    let task = Task { @MainActor in
      let detailed = await repository.details(of: photo)
      guard !Task.isCancelled else { return }
      completion(detailed)
    }
    return TaskCancellable(task)
  }
}
