/// Reads properties that only a photo's file has, such as the camera.
public protocol FetchPhotoDetailsUseCase {
  /// - Parameters:
  ///   - photo: As its page had it.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  func execute(_ photo: Photo, completion: @escaping (Photo) -> Void) -> (any Cancellable)?

  /// What is remembered of photos, without reading their files.
  ///
  /// - Parameter completion: Called once with all of them, as `execute` does.
  func executeRecalling(
    _ photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)?
}

/// Reads everything worth knowing about a photo, more than a list shows.
public protocol FetchPhotoInformationUseCase {
  /// - Parameters:
  ///   - photo: As its page had it.
  ///   - completion: Called once on the caller's actor, never after `cancel()`; with empty information if the source
  ///     has nothing to add.
  func execute(
    _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
  ) -> (any Cancellable)?
}

@MainActor
public final class DefaultFetchPhotoDetailsUseCase: FetchPhotoDetailsUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    MainActorTask({ [repository] in await repository.details(of: photo) }, then: completion)
  }

  public func executeRecalling(
    _ photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    MainActorTask({ [repository] in await repository.knownDetails(of: photos) }, then: completion)
  }
}

@MainActor
public final class DefaultFetchPhotoInformationUseCase: FetchPhotoInformationUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photo: Photo, completion: @escaping (PhotoInformation) -> Void
  ) -> (any Cancellable)? {
    MainActorTask({ [repository] in await repository.information(of: photo) }, then: completion)
  }
}
