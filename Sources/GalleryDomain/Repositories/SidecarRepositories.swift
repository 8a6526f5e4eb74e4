/// Writes the sale marks of a seller's own photos.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol SaleMarkRepository: Sendable {
  /// Marks a photo. When this returns, the mark survives a crash. Writing the previous mark again restores the sidecar
  /// byte for byte, unless another program has written to it since.
  ///
  /// - Parameter former: The mark that the photo was shown with.
  /// - Throws: `SidecarError`; nothing has been changed then.
  func write(
    _ mark: SaleMark, of photo: Photo, over former: SaleMark
  ) async throws(SidecarError) -> MarkedPhoto
}

/// A photo that was marked.
public struct MarkedPhoto: Sendable {
  /// The photo as its source describes it now.
  public let photo: Photo
  /// Whether anything was written; false if the photo already had this mark.
  public let isChanged: Bool

  public init(photo: Photo, isChanged: Bool) {
    self.photo = photo
    self.isChanged = isChanged
  }
}

/// Writes the ratings of the user's own photos.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol RatingRepository: Sendable {
  /// Writes what differs from `former`. When this returns, the change survives a crash.
  ///
  /// - Parameters:
  ///   - rating: What the photo gets.
  ///   - photo: One whose file or sidecar can be written.
  ///   - former: The rating that the photo was shown with, as last read or written.
  /// - Returns: The photo's rating now. Properties that others have changed in the meantime, and the caller has not,
  ///   keep the others' values.
  /// - Throws: `SidecarError`; `.ratedElsewhere` if others have changed the same property. Nothing has been changed
  ///   then.
  @discardableResult
  func write(
    _ rating: PhotoRating, of photo: Photo, over former: PhotoRating
  ) async throws(SidecarError) -> PhotoRating
}

/// Why a rating or a sale mark could not be written to a photo's sidecar. Names are cleaned and don't include the
/// folder.
public enum SidecarError: Error, Hashable, Sendable {
  /// The photo is not a file in one of the user's folders.
  case notOwn
  /// The photo's file is gone.
  case gone(name: String)
  /// No permission, or a read-only file system.
  case readOnly(name: String)
  /// The disk is full, or writing failed; `code` is an errno.
  case unwritable(name: String, code: Int32)
  /// The sidecar cannot be changed safely; `reason` is for display, in lower case, such as `it is UTF-16`.
  case notUnderstood(name: String, reason: String)
  /// Another program kept changing the file.
  case busy(name: String)
  /// The photos are on a server.
  case onServer
  /// Another program has rated the photo since it was rated here; this is the rating now.
  case ratedElsewhere(name: String, PhotoRating)
  /// The same for a sale mark.
  case markedElsewhere(name: String, SaleMark)
  case cancelled
}
