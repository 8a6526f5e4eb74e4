/// Which photos of a source to find.
public enum ComparisonQuestion: Hashable, Sendable {
  /// Groups of photos that look alike.
  ///
  /// - Parameter distance: 0–`FingerprintTable.groupLimit`.
  case similar(distance: Int)
  /// Groups of files with the same bytes.
  case duplicate
  /// The photos that look like one, nearest first, itself among them.
  case like(SimilarPhotos)
}

/// The photos that look like one of the source.
public struct SimilarPhotos: Hashable, Sendable {
  public var id: Photo.ID
  /// How much they may differ: 0–`distanceLimit`.
  public var distance: Int

  /// Half of the differences are other ones in photos that have nothing in common.
  public static let distanceLimit = 26
  /// With which a question begins: a little more than a group has, since the nearest come first.
  public static let usualDistance = 10

  public init(_ id: Photo.ID, distance: Int = SimilarPhotos.usualDistance) {
    self.id = id
    self.distance = max(0, min(distance, Self.distanceLimit))
  }
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
