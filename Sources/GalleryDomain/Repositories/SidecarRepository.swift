/// Writes what the user says about their own photos into sidecars: stars, label, sale mark.
///
/// Implementations are actors or values; nothing here runs on the caller's actor.
public protocol SidecarRepository: Sendable {
  /// Writes what differs from `former`; if nothing does, the sale mark. When this returns, the change survives a crash.
  /// Coming back to what the photo had before its first edit restores the sidecar byte for byte, unless another
  /// program has written to it since.
  ///
  /// - Parameters:
  ///   - photo: What it gets; its file or sidecar can be written.
  ///   - former: The photo as it was shown, as last read or written.
  /// - Returns: The photo as it is now: properties that others have changed in the meantime, and the caller has not, have the others' values.
  /// - Throws: `SidecarError`; `.changedElsewhere` if others have changed the same property. Nothing has been changed
  ///   then.
  @discardableResult
  func write(_ photo: Photo, over former: Photo) async throws(SidecarError) -> Photo
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
  /// Another program has changed the same property since it was edited here; this is the photo now.
  case changedElsewhere(name: String, now: Photo)
  case cancelled
}
