/// Bridges a repository's information to closures on the main actor.
@MainActor
public final class DefaultFetchPhotoInformationUseCase: FetchPhotoInformationUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
  ) -> (any Cancellable)? {
    let repository = repository
    let task = Task { @MainActor in
      let information = await repository.information(of: photo)
      guard !Task.isCancelled else { return }
      completion(information)
    }
    return TaskCancellable(task)
  }
}
