/// What is known of what a picture looks like.
public enum FingerprintState: Hashable, Sendable {
  /// It has not been read, or could not be read just now.
  case unread
  /// It has none: the file can't be shown, or has no thumbnail and would have to be decoded as a whole.
  case missing
  case known(PhotoFingerprint)
}

/// Reads what pictures look like; implemented by picture workers.
public protocol FingerprintReader: Sendable {
  /// - Returns: `.unread` if no worker can be started, or the task was cancelled.
  func fingerprint(of file: FileReference) async -> FingerprintState
}
