/// Writes the rating of one of the user's own photos.
public protocol RatePhotoUseCase {
  /// - Parameters:
  ///   - photo: With the rating that it is to have.
  ///   - former: What is written of it so far.
  ///   - completion: Called once, with how the photo is rated now, others' changes included, or with the reason why it
  ///     could not be written.
  func execute(
    _ photo: Photo, over former: PhotoRating,
    completion: @escaping (Result<PhotoRating, SidecarError>) -> Void)
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
    _ photo: Photo, over former: PhotoRating,
    completion: @escaping (Result<PhotoRating, SidecarError>) -> Void
  ) {
    // Ends by itself: a rating that was given is written.
    _ = MainActorTask { [repository, listed] in
      let result: Result<PhotoRating, SidecarError>
      do throws(SidecarError) {
        var written = photo
        written.userRating = try await repository.write(photo.userRating, of: photo, over: former)
        await listed?.photosChanged([written])
        result = .success(written.userRating)
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
  }
}
