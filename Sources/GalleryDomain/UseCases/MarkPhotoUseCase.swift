/// Marks one of the user's own photos.
public protocol MarkPhotoUseCase {
  /// - Parameters:
  ///   - photo: The photo with its new mark.
  ///   - former: The mark that it was shown with.
  ///   - completion: Called once, with the photo as it is afterwards, or with the reason why it could not be marked.
  func execute(
    _ photo: Photo, over former: SaleMark,
    completion: @escaping (Result<MarkedPhoto, SidecarError>) -> Void)
}

@MainActor
public final class DefaultMarkPhotoUseCase: MarkPhotoUseCase {
  private let repository: any SaleMarkRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Caches photos, and therefore has to know which ones have changed.
  public init(repository: any SaleMarkRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photo: Photo, over former: SaleMark,
    completion: @escaping (Result<MarkedPhoto, SidecarError>) -> Void
  ) {
    // Ends by itself: no mark is half written.
    _ = MainActorTask(
      { [repository, listed] () async throws(SidecarError) in
        do throws(SidecarError) {
          let marked = try await repository.write(photo.saleMark, of: photo, over: former)
          if marked.isChanged { await listed?.photosChanged([marked.photo]) }
          return marked
        } catch {
          if case .markedElsewhere(_, let theirs) = error {
            var theirPhoto = photo
            theirPhoto.saleMark = theirs
            await listed?.photosChanged([theirPhoto])
          }
          throw error
        }
      }, then: completion)
  }
}
