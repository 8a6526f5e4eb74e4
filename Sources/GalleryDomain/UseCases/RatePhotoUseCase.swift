/// Writes the rating of one of the user's own photos.
public protocol RatePhotoUseCase {
  /// - Parameters:
  ///   - photo: The photo with its new rating.
  ///   - former: The rating that was last written.
  ///   - completion: Called once with the photo's rating now, which includes changes by others, or with the reason why
  ///     it could not be written.
  func execute(
    _ photo: Photo, over former: PhotoRating,
    completion: @escaping (Result<PhotoRating, SidecarError>) -> Void)
}

@MainActor
public final class DefaultRatePhotoUseCase: RatePhotoUseCase {
  private let repository: any RatingRepository
  private let listed: LocalQueryRepository?

  /// - Parameters:
  ///   - repository: Writes the ratings.
  ///   - listed: Caches photos, and therefore has to know which ones have changed.
  public init(repository: any RatingRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photo: Photo, over former: PhotoRating,
    completion: @escaping (Result<PhotoRating, SidecarError>) -> Void
  ) {
    // Not cancellable: once the user has rated a photo, the rating is written.
    _ = MainActorTask(
      { [repository, listed] () async throws(SidecarError) in
        var written = photo
        written.userRating = try await repository.write(photo.userRating, of: photo, over: former)
        await listed?.photosChanged([written])
        return written.userRating
      }, then: completion)
  }
}
