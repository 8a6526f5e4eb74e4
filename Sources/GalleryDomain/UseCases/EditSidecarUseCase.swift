/// Writes what the user says about one of their own photos: stars, label, sale mark.
public protocol EditSidecarUseCase {
  /// - Parameters:
  ///   - photo: The photo with its edit.
  ///   - former: As it was last read or written; only what differs is written.
  ///   - completion: Called once with the photo now, which includes changes by others, or with the reason why it could
  ///     not be written.
  func execute(
    _ photo: Photo, over former: Photo,
    completion: @escaping (Result<Photo, SidecarError>) -> Void)
}

@MainActor
public final class DefaultEditSidecarUseCase: EditSidecarUseCase {
  private let repository: any SidecarRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Caches photos, and therefore has to know which ones have changed.
  public init(repository: any SidecarRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photo: Photo, over former: Photo,
    completion: @escaping (Result<Photo, SidecarError>) -> Void
  ) {
    // Not cancellable: what the user has said is written, and nothing is half written.
    _ = MainActorTask(
      { [repository, listed] () async throws(SidecarError) in
        do throws(SidecarError) {
          let edited = try await repository.write(photo, over: former)
          await listed?.photosChanged([edited])
          return edited
        } catch {
          if case .changedElsewhere(_, let now) = error { await listed?.photosChanged([now]) }
          throw error
        }
      }, then: completion)
  }
}
