/// Reads the metadata of photos from their files, several at a time: as many as the source allows, and within that
/// limit as many as it can read without slowing down.
///
/// There is one reader per list of photos, so that what was learnt about the source on one page is used for the next.
/// When cancelled, it leaves photos unread.
public final actor DetailsReader {
  private var pace = ReadPace()
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: Measures how long each photo takes.
  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The photos in the same order, with their details.
  ///
  /// - Parameter urgency: By default, they are read after everything that is on the screen.
  public func read(
    _ photos: [Photo], of repository: any PhotoRepository, urgency: ReadingUrgency = .background
  ) async -> [Photo] {
    guard photos.contains(where: \.needsDetails) else { return photos }
    let photos = await repository.knownDetails(of: photos)
    guard photos.contains(where: \.needsDetails) else { return photos }
    pace.bounds = repository.capabilities.parallelReads
    return await withTaskGroup(of: (Int, Photo, Duration).self) { group in
      var detailed = photos
      // Photos are taken from the end.
      var unread = Array(photos.indices.filter { photos[$0].needsDetails }.reversed())
      var runningCount = 0
      while true {
        while runningCount < pace.width, !Task.isCancelled, let index = unread.popLast() {
          runningCount += 1
          group.addTask { [now] in
            let start = now()
            let photo = await repository.details(of: photos[index], urgency: urgency)
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

  /// The same for page after page: while the last photos of a page are read, the next page is begun, so that a server isn't
  /// idle between them.
  ///
  /// - Parameters:
  ///   - next: The next page; nil after the last one. Called when all photos of the previous page are read or being read.
  ///   - finish: Called with each page, in order. Returns whether to continue.
  public nonisolated(nonsending) static func read(
    of repository: any PhotoRepository, next: () async -> [Photo]?, finish: ([Photo]) -> Bool
  ) async {
    var pace = ReadPace()
    pace.bounds = repository.capabilities.parallelReads
    await withTaskGroup(of: (page: Int, index: Int, photo: Photo, time: Duration).self) { group in
      // At most two: the second is begun only when nothing of the first is left to begin.
      var pages: [(number: Int, photos: [Photo], missingCount: Int)] = []
      var (pageCount, runningCount, isOver) = (0, 0, false)
      // Of the last page; photos are taken from the end.
      var unread: [Int] = []
      while true {
        while let page = pages.first, page.missingCount == 0 || Task.isCancelled {
          guard finish(page.photos) else { return group.cancelAll() }
          pages.removeFirst()
        }
        guard !Task.isCancelled else { return }
        if unread.isEmpty, pages.count < 2, !isOver {
          if let listed = await next() {
            let photos =
              listed.contains(where: \.needsDetails)
              ? await repository.knownDetails(of: listed) : listed
            unread = Array(photos.indices.filter { photos[$0].needsDetails }.reversed())
            pages.append((pageCount, photos, unread.count))
            pageCount += 1
          } else {
            isOver = true
          }
          continue
        }
        while runningCount < pace.width, let index = unread.popLast(), let page = pages.last {
          runningCount += 1
          // Not the whole page: with a second owner it would be copied for each photo that is put into it.
          group.addTask { [number = page.number, photo = page.photos[index]] in
            let start = ContinuousClock.now
            let photo = await repository.details(of: photo, urgency: .background)
            return (number, index, photo, .now - start)
          }
        }
        if unread.isEmpty, pages.count < 2, !isOver { continue }
        guard let read = await group.next() else { return }
        runningCount -= 1
        pace.photoRead(in: read.time)
        if let place = pages.firstIndex(where: { $0.number == read.page }) {
          pages[place].photos[read.index] = read.photo
          pages[place].missingCount -= 1
        }
      }
    }
  }
}

/// How many photos are read at the same time: more while each one takes as long as before, fewer when they start to
/// wait for each other.
///
/// The time is measured over as many photos as are read at a time. The minimum width gives the time that a photo takes
/// on its own. The width doubles while the mean stays below 1.5 times that, and halves from twice that time on. At the
/// minimum width, the measurement is repeated, so that a source that became slower, or whose first photos came from a
/// cache, is not judged by old figures.
struct ReadPace {
  /// The limits of the source (`SourceCapabilities.parallelReads`).
  var bounds = SourceCapabilities.localReads {
    didSet { width = min(max(width, bounds.lowerBound), bounds.upperBound) }
  }
  private(set) var width = SourceCapabilities.localReads.lowerBound
  /// How long a photo takes at the minimum width.
  private var alone: Duration?
  /// Photos since the width was last adjusted.
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
