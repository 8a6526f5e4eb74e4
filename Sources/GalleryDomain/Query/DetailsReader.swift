/// Reads the metadata of photos from their files, several at a time: as many as the source allows, and within that
/// limit as many as it can read without slowing down.
///
/// There is one reader per list of photos, so that what was learnt about the source on one page is used for the next.
/// When cancelled, it leaves photos unread.
public struct DetailsReader: Sendable {
  private let limit: TaskLimit

  /// - Parameter now: Measures how long each photo takes.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    limit = TaskLimit(SourceCapabilities.localReads, now: now)
  }

  /// The photos in the same order, with their details.
  ///
  /// - Parameter urgency: By default, they are read after everything that is on the screen.
  public func read(
    _ photos: [Photo], of repository: any PhotoRepository, urgency: ReadingUrgency = .background
  ) async -> [Photo] {
    let photos = await known(photos, of: repository)
    guard photos.contains(where: \.needsDetails) else { return photos }
    var unread = photos[...]
    let reading = reading(of: repository, urgency: urgency) { unread.popFirst() }
    var read: [Photo] = []
    read.reserveCapacity(photos.count)
    for await photo in reading { read.append(photo.result) }
    return read + photos[read.count...]
  }

  /// The photos with what is known of them without reading a file.
  func known(_ photos: [Photo], of repository: any PhotoRepository) async -> [Photo] {
    guard photos.contains(where: \.needsDetails) else { return photos }
    await limit.setBounds(repository.capabilities.parallelReads)
    return await repository.knownDetails(of: photos)
  }

  /// - Parameter source: The next photo, as it is known; nil after the last one.
  func reading<Failure: Error>(
    of repository: any PhotoRepository, urgency: ReadingUrgency = .background,
    _ source: @escaping () async throws(Failure) -> Photo?
  ) -> ParallelMap<Photo, Photo, Failure> {
    let limit = limit
    let ahead = 4 * repository.capabilities.parallelReads.upperBound
    return ParallelMap(ahead: ahead, source) { photo in
      guard photo.needsDetails else { return photo }
      return await limit.run {
        Task.isCancelled ? photo : await repository.details(of: photo, urgency: urgency)
      }
    }
  }
}
