/// Why what the user states about a photo could not be written beside it. Names are cleaned, and are those of files without their folders.
public enum SidecarError: Error, Hashable, Sendable {
  /// The photo is not a file in a folder.
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
  case cancelled
}
