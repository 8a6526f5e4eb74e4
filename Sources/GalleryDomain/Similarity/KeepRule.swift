/// Which photo of those that look alike to keep. It only selects; nothing is deleted by it.
public enum KeepRule: String, CaseIterable, Sendable {
  /// The most pixels, then the most bytes.
  case largest
  /// The one that is a raw file or has one, else the largest.
  case raw
  /// The most stars, then the largest.
  case bestRated = "best-rated"
  /// Taken first; of one moment, the shortest path: a copy usually has a longer one.
  case oldest

  /// - Parameter photos: Not empty, read. Of equal ones the first is kept.
  public func kept(of photos: [Photo]) -> Int {
    photos.indices.min { isBetter(photos[$0], photos[$1]) } ?? 0
  }

  private func isBetter(_ one: Photo, _ other: Photo) -> Bool {
    switch self {
    case .largest: return Self.isLarger(one, other)
    case .raw:
      let (isRaw, isOtherRaw) = (Self.hasRaw(one), Self.hasRaw(other))
      return isRaw == isOtherRaw ? Self.isLarger(one, other) : isRaw
    case .bestRated:
      let (stars, otherStars) = (one.rating ?? 0, other.rating ?? 0)
      return stars == otherStars ? Self.isLarger(one, other) : stars > otherStars
    case .oldest:
      let (date, otherDate) = (one.createdAt ?? .distantFuture, other.createdAt ?? .distantFuture)
      if date != otherDate { return date < otherDate }
      return (one.file?.path.count ?? one.id.utf8.count)
        < (other.file?.path.count ?? other.id.utf8.count)
    }
  }

  private static func isLarger(_ one: Photo, _ other: Photo) -> Bool {
    let (pixels, otherPixels) = (pixelCount(of: one), pixelCount(of: other))
    return pixels == otherPixels
      ? one.fileSize ?? 0 > other.fileSize ?? 0 : pixels > otherPixels
  }

  private static func pixelCount(of photo: Photo) -> Double {
    Double(photo.width ?? 0) * Double(photo.height ?? 0)
  }

  /// The endings of cameras' raw files, as folders list them.
  static let rawExtensions: Set<String> = [
    "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2", "pef", "dng", "srw",
  ]

  private static func hasRaw(_ photo: Photo) -> Bool {
    !photo.companions.isEmpty || photo.fileExtension.map { rawExtensions.contains($0) } ?? false
  }
}
