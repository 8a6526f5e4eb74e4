/// Which photos of a source to find.
public enum ComparisonQuestion: Hashable, Sendable {
  /// Groups of photos that look alike.
  ///
  /// - Parameter distance: 0–`FingerprintTable.groupLimit`.
  case similar(distance: Int)
  /// Groups of files with the same bytes.
  case duplicate
  /// The photos that look like one, nearest first, itself among them.
  case like(Photo.ID)

  /// How much photos may differ to be found by `.like`: a little more than a group has, since the nearest come first.
  public static let likeDistance = 10
}

/// The photos that were found.
public struct PhotoComparison: Hashable, Sendable {
  /// In the order of the source; of `.like` one, in the order of the distances.
  public var groups: [[Photo.ID]]
  /// Photos whose pictures could not be compared, because they can't be shown, or have no thumbnail.
  public var missingCount: Int

  public init(groups: [[Photo.ID]] = [], missingCount: Int = 0) {
    self.groups = groups
    self.missingCount = missingCount
  }
}

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
