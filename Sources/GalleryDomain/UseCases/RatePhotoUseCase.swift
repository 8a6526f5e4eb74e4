/// Writes the rating of one of the user's own photos.
public protocol RatePhotoUseCase {
  /// - Parameters:
  ///   - photo: With the rating that it is to have.
  ///   - former: What is written of it so far.
  ///   - completion: Called once, with the reason if it could not be written.
  func execute(
    _ photo: Photo, over former: PhotoRating, completion: @escaping (SidecarError?) -> Void)
}

@MainActor
public final class DefaultRatePhotoUseCase: RatePhotoUseCase {
  private let repository: any RatingRepository
  private let listed: LocalQueryRepository?

  /// - Parameter listed: Keeps photos that it has read, and so is told which have changed.
  public init(repository: any RatingRepository, listed: LocalQueryRepository? = nil) {
    self.repository = repository
    self.listed = listed
  }

  public func execute(
    _ photo: Photo, over former: PhotoRating, completion: @escaping (SidecarError?) -> Void
  ) {
    // Ends by itself: a rating that was given is written.
    _ = MainActorTask { [repository, listed] in
      var failure: SidecarError?
      do throws(SidecarError) {
        try await repository.write(photo.userRating, of: photo, over: former)
        await listed?.photosChanged([photo])
      } catch {
        failure = error
      }
      completion(failure)
    }
  }
}
