import GalleryDomain

/// What the user is told about a picture on its way from the network.
nonisolated public enum PictureTransfer: Hashable, Sendable {
  /// It takes long enough to be watched.
  case fetching(ImageProgress)
  /// It did not come, and another one stands for it; why, in a few words.
  case failed(String)

  /// From so many bytes on it is watched, or after so much time.
  static let watchedByteCount = 1_000_000
  static let watchedAfter = Duration.seconds(1)
}
