/// Writes how the user rates photos of their own.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol RatingRepository: Sendable {
  /// Writes what differs from `former`; when this returns, it survives a crash.
  ///
  /// - Parameters:
  ///   - former: What the photo was shown with before, when it was last read or written.
  /// - Throws: `SidecarError`; nothing has been changed then.
  func write(
    _ rating: PhotoRating, of photo: Photo, over former: PhotoRating
  ) async throws(SidecarError)
}
