/// Reads the metadata of photos from their files, as many at a time as the source allows.
extension PhotoRepository {
  /// The photos in the same order, with their details. When cancelled, it leaves photos unread.
  ///
  /// - Parameter urgency: By default, they are read after everything that is on the screen.
  public func details(of photos: [Photo], urgency: ReadingUrgency = .background) async -> [Photo] {
    guard photos.contains(where: \.needsDetails) else { return photos }
    let photos = await knownDetails(of: photos)
    guard photos.contains(where: \.needsDetails) else { return photos }
    var unread = photos[...]
    let reading = readingDetails(urgency: urgency) { unread.popFirst() }
    var read: [Photo] = []
    read.reserveCapacity(photos.count)
    for await photo in reading { read.append(photo.result) }
    return read + photos[read.count...]
  }

  /// - Parameter source: The next photo, as it is known; nil after the last one.
  func readingDetails<Failure: Error>(
    urgency: ReadingUrgency = .background, _ source: @escaping () async throws(Failure) -> Photo?
  ) -> ParallelMap<Photo, Photo, Failure> {
    ParallelMap(width: capabilities.parallelReads, source) { photo in
      guard photo.needsDetails, !Task.isCancelled else { return photo }
      return await details(of: photo, urgency: urgency)
    }
  }
}
