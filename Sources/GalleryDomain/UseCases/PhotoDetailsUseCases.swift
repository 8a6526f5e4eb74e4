/// Reads properties that only a photo's file has, such as the camera.
public protocol FetchPhotoDetailsUseCase {
  /// - Parameters:
  ///   - photo: As its page had it.
  ///   - ahead: Photos that may be on the screen next. They are not read; what is remembered of them comes along.
  ///   - urgency: Which photos go first when several are waiting.
  ///   - completion: Called once with the photo, and those of `ahead` that are remembered, on the caller's actor, never
  ///     after `cancel()`.
  func execute(
    _ photo: Photo, ahead: [Photo], urgency: ReadingUrgency, completion: @escaping ([Photo]) -> Void
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
    _ photo: Photo, ahead: [Photo], urgency: ReadingUrgency, completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    MainActorTask(
      { [repository] in
        let known = ahead.isEmpty ? [photo] : await repository.knownDetails(of: [photo] + ahead)
        let first = known.first { $0.id == photo.id && !$0.needsDetails }
        let detailed =
          if let first { first } else { await repository.details(of: photo, urgency: urgency) }
        return [detailed] + known.dropFirst().filter { !$0.needsDetails }
      }, then: completion)
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
