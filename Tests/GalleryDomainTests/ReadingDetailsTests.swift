import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryDomain

/// How many photos are read at the same time.
@Suite(.timeLimit(.minutes(10)))
struct ReadingDetailsTests {
  private func photos(_ count: Int) -> [Photo] {
    (0..<count).map { Photo(id: "\($0)", name: "\($0)", needsDetails: true) }
  }

  @Test(arguments: [4, 16])
  func `as many photos are read at a time as the source allows, and they stay in order`(
    count: Int
  ) async {
    // A round ends when the maximum number of photos are being read.
    let source = RoundSource(count, rounds: [count, count, count])
    let photos = await source.details(of: photos(3 * count))

    expectEqual(photos.map(\.id), (0..<3 * count).map { "\($0)" })
    #expect(photos.allSatisfy { !$0.needsDetails })
    await expectEqual(source.rounds.most, count)
  }

  @Test func `photos that are complete are not read`() async {
    let source = RoundSource(4, rounds: [1])
    var photos = photos(3)
    photos[0].needsDetails = false
    photos[2].needsDetails = false
    _ = await source.details(of: photos)

    await expectEqual(source.rounds.count, 1)
  }

  @Test func `nothing is read after the task was cancelled`() async {
    let source = RoundSource(4, rounds: [5])
    let photos = photos(20)
    let reading = Task { await source.details(of: photos) }
    await source.rounds.arrived(4)
    reading.cancel()
    await source.rounds.release()

    await expectEqual(reading.value.count { $0.needsDetails }, 16)
    await expectEqual(source.rounds.count, 4)
  }

  @MainActor
  @Test func `a range for the screen is read four at a time, and comes at once and in order`() async
  {
    let source = RoundSource(4, rounds: [4, 2])
    var photos = photos(7)
    photos[3].needsDetails = false
    let read = await source.details(of: photos, urgency: .visible)

    expectEqual(read.map(\.id), photos.map(\.id))
    #expect(read.allSatisfy { !$0.needsDetails })
    await expectEqual(source.rounds.most, 4)
    await expectEqual(source.rounds.count, 6)
    await expectEqual(source.rounds.urgencies, [.visible])
  }
}

/// Reads its photos in rounds: none of a round finishes before all of them have started.
private struct RoundSource: PhotoRepository {
  let rounds: Rounds
  let capabilities: SourceCapabilities

  init(_ count: Int, rounds: [Int]) {
    self.rounds = Rounds(rounds)
    var capabilities = SourceCapabilities()
    capabilities.parallelReads = count
    self.capabilities = capabilities
  }

  var title: String { get async { "rounds" } }

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    PhotoPage(photos: [])
  }

  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    await rounds.pass(urgency)
    var photo = photo
    photo.needsDetails = false
    return photo
  }
}

private actor Rounds {
  private var sizes: [Int]
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isReleased = false
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var inside = 0
  /// The total number of reads.
  private(set) var count = 0
  /// The maximum number of simultaneous reads.
  private(set) var most = 0
  private(set) var urgencies: Set<ReadingUrgency> = []

  init(_ sizes: [Int]) {
    self.sizes = sizes
  }

  func pass(_ urgency: ReadingUrgency) async {
    urgencies.insert(urgency)
    count += 1
    inside += 1
    most = max(most, inside)
    let reached = watchers.filter { $0.count <= count }
    watchers.removeAll { $0.count <= count }
    for watcher in reached { watcher.continuation.resume() }
    if isReleased || waiting.count + 1 == sizes.first {
      if !sizes.isEmpty { sizes.removeFirst() }
      for continuation in waiting { continuation.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    inside -= 1
  }

  /// Waits for a number of arrivals.
  func arrived(_ count: Int) async {
    if self.count >= count { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  func release() {
    isReleased = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
