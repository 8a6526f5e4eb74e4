/// Writes what a seller states about photos of their own.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol SaleMarkRepository: Sendable {
  /// Marks a photo; when this returns, the mark survives a crash.
  ///
  /// - Throws: `SaleMarkError`; nothing has been changed then.
  func mark(_ photo: Photo, as mark: SaleMark) async throws(SaleMarkError) -> MarkedPhoto
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
  public let takeBack: @Sendable () async throws(SaleMarkError) -> Photo

  public init(
    photo: Photo, isChanged: Bool,
    takeBack: @escaping @Sendable () async throws(SaleMarkError) -> Photo
  ) {
    self.photo = photo
    self.isChanged = isChanged
    self.takeBack = takeBack
  }
}

/// Why a photo could not be marked. Names are cleaned, and are those of files without their folders.
public enum SaleMarkError: Error, Hashable, Sendable {
  /// The photo is not a file in a folder.
  case notOwn
  /// The photo's file is gone.
  case gone(name: String)
  /// No permission, or a read-only file system.
  case readOnly(name: String)
  /// The disk is full, or writing failed; `code` is an errno.
  case unwritable(name: String, code: Int32)
  /// The file that holds the marks cannot be changed safely; `reason` is for display, in lower case, such as
  /// `it is UTF-16`.
  case notUnderstood(name: String, reason: String)
  /// Another program kept changing the file.
  case busy(name: String)
  case cancelled
}
