extension Photo {
  /// Which of some photos that look alike, or are the same file, to keep: the one with the most pixels, then the most bytes;
  /// then the one taken first, and of one moment that with the shortest path, since a copy usually has a longer one.
  ///
  /// - Parameter photos: Read. Of equal ones the first is kept.
  /// - Returns: nil if there are none.
  public static func indexOfLargest(among photos: [Photo]) -> Int? {
    photos.indices.min { photos[$0].isLarger(than: photos[$1]) }
  }

  private func isLarger(than other: Photo) -> Bool {
    if pixelCount != other.pixelCount { return pixelCount > other.pixelCount }
    let (size, otherSize) = (self.fileSize ?? 0, other.fileSize ?? 0)
    if size != otherSize { return size > otherSize }
    let (date, otherDate) = (self.createdAt ?? .distantFuture, other.createdAt ?? .distantFuture)
    return date == otherDate ? pathLength < other.pathLength : date < otherDate
  }

  private var pixelCount: Double { Double(self.width ?? 0) * Double(self.height ?? 0) }

  private var pathLength: Int { self.file?.path.count ?? id.utf8.count }
}
