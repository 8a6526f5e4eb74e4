/// Reads what only the files of photos say, several at a time: as many as the source allows, and within that as many
/// as it answers without getting slower.
///
/// One for each list of photos: what was learnt of the source on one page holds for the next. Cancelled, it leaves
/// photos unread.
public actor DetailsReader {
  private var pace = ReadPace()
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: Measures how long each photo takes.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The photos in their order, with their details.
  public func read(_ photos: [Photo], of repository: any PhotoRepository) async -> [Photo] {
    guard photos.contains(where: \.needsDetails) else { return photos }
    pace.bounds = repository.capabilities.parallelReads
    return await withTaskGroup(of: (Int, Photo, Duration).self) { group in
      var detailed = photos
      // Taken from the end.
      var unread = Array(photos.indices.filter { photos[$0].needsDetails }.reversed())
      var runningCount = 0
      while true {
        while runningCount < pace.width, !Task.isCancelled, let index = unread.popLast() {
          runningCount += 1
          group.addTask { [now] in
            let start = now()
            let photo = await repository.details(of: photos[index])
            return (index, photo, now() - start)
          }
        }
        guard let (index, photo, duration) = await group.next() else { return detailed }
        runningCount -= 1
        detailed[index] = photo
        pace.photoRead(in: duration)
      }
    }
  }
}

/// How many photos are read at the same time: more while each takes as long as before, fewer when they begin to wait
/// for each other.
///
/// Measured over as many photos as are read at a time: the least width says how long a photo takes by itself. Twice as
/// many follow while the mean stays below one and a half of that; from twice that time on half as many. At the least
/// width the measure is taken again: a source that became slower, or whose first photos were known already, is not held to
/// what it once did.
struct ReadPace {
  /// What the source allows (`SourceCapabilities.parallelReads`).
  var bounds = SourceCapabilities.localReads {
    didSet { width = min(max(width, bounds.lowerBound), bounds.upperBound) }
  }
  private(set) var width = SourceCapabilities.localReads.lowerBound
  /// How long a photo takes at the least width.
  private var alone: Duration?
  /// Of the photos since the width was last looked at.
  private var count = 0
  private var time = Duration.zero

  mutating func photoRead(in duration: Duration) {
    guard bounds.lowerBound < bounds.upperBound else { return }
    count += 1
    time += duration
    guard count >= width else { return }
    let mean = time / count
    (count, time) = (0, .zero)
    if width == bounds.lowerBound { alone = mean }
    let alone = alone ?? mean
    if mean * 2 <= alone * 3 {
      width = min(width * 2, bounds.upperBound)
    } else if mean >= alone * 2 {
      width = max(width / 2, bounds.lowerBound)
    }
  }
}
