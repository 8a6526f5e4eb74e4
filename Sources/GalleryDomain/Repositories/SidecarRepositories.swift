/// Writes what a seller states about photos of their own.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol SaleMarkRepository: Sendable {
  /// Marks a photo; when this returns, the mark survives a crash.
  ///
  /// - Throws: `SidecarError`; nothing has been changed then.
  func mark(_ photo: Photo, as mark: SaleMark) async throws(SidecarError) -> MarkedPhoto
}

/// A photo that was marked, and how to undo that.
public struct MarkedPhoto: Sendable {
  /// As its source states it now.
  public let photo: Photo
  /// Whether anything was written; false if the photo had this mark already.
  public let isChanged: Bool
  /// Puts back what was there before the mark, keeping what other programs have written since.
  ///
  /// Returns the photo as its source states it then.
  public let takeBack: @Sendable () async throws(SidecarError) -> Photo

  public init(
    photo: Photo, isChanged: Bool,
    takeBack: @escaping @Sendable () async throws(SidecarError) -> Photo
  ) {
    self.photo = photo
    self.isChanged = isChanged
    self.takeBack = takeBack
  }
}

/// Writes how the user rates photos of their own.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol RatingRepository: Sendable {
  /// Writes what differs from `former`; when this returns, it survives a crash.
  ///
  /// - Parameters:
  ///   - former: What the photo was shown with before, when it was last read or written.
  /// - Returns: How the photo is rated now: what others have changed meanwhile, and the caller has not, is theirs.
  /// - Throws: `SidecarError`, `.ratedElsewhere` where others have changed the same; nothing has been changed then.
  @discardableResult
  func write(
    _ rating: PhotoRating, of photo: Photo, over former: PhotoRating
  ) async throws(SidecarError) -> PhotoRating
}

/// Why what the user states about a photo could not be written beside it. Names are cleaned, and are those of files without their folders.
public enum SidecarError: Error, Hashable, Sendable {
  /// The photo is not a file in one of the user's folders.
  case notOwn
  /// The photo's file is gone.
  case gone(name: String)
  /// No permission, or a read-only file system.
  case readOnly(name: String)
  /// The disk is full, or writing failed; `code` is an errno.
  case unwritable(name: String, code: Int32)
  /// The file beside the photo cannot be changed safely; `reason` is for display, in lower case, such as
  /// `it is UTF-16`.
  case notUnderstood(name: String, reason: String)
  /// Another program kept changing the file.
  case busy(name: String)
  /// The photos are at a server, and the user did not ask for changes there.
  case writingNotAllowed
  /// The photos are at a server of a kind that is only read.
  case readOnlyServer
  /// The file at the server is not the one that was read with its photo.
  case changedElsewhere(name: String)
  /// Somebody else has rated the photo at the server since it was shown, and now it is rated so; written over that rating,
  /// the user's own replaces it.
  case ratedElsewhere(name: String, PhotoRating)
  /// The same of a sale mark.
  case markedElsewhere(name: String, SaleMark)
  /// The server writes a file without checking that it is still the one that was read, so that changes of others would be
  /// lost.
  case unguarded(host: String)
  /// The server did not take the file.
  case server(PhotoSourceError)
  case cancelled
}
