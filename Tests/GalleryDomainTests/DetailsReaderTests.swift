import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryDomain

/// How many photos are read at the same time.
@Suite(.timeLimit(.minutes(10)))
struct DetailsReaderTests {
  // MARK: The number

  private func pace(_ bounds: ClosedRange<Int>) -> ReadPace {
    var pace = ReadPace()
    pace.bounds = bounds
    return pace
  }

  /// Reads as many photos as may be read at a time.
  private func read(_ pace: inout ReadPace, milliseconds: Int) {
    for _ in 0..<pace.width { pace.photoRead(in: .milliseconds(milliseconds)) }
  }

  @Test func `a disk is read four photos at a time, however fast it is`() {
    var pace = ReadPace()
    for _ in 0..<10 { read(&pace, milliseconds: 1) }

    expectEqual(pace.width, 4)
  }

  @Test func `a server that stays fast gets more requests, up to its limit`() {
    var pace = pace(4...24)
    var widths: [Int] = []
    for _ in 0..<5 {
      widths.append(pace.width)
      read(&pace, milliseconds: 12)
    }

    expectEqual(widths, [4, 8, 16, 24, 24])
  }

  @Test func `a server that slows down gets fewer requests, but not fewer than at first`() {
    var pace = pace(4...16)
    for _ in 0..<3 { read(&pace, milliseconds: 10) }
    expectEqual(pace.width, 16)

    // A little slower is not enough.
    read(&pace, milliseconds: 18)
    expectEqual(pace.width, 16)
    read(&pace, milliseconds: 20)
    expectEqual(pace.width, 8)
    read(&pace, milliseconds: 100)
    expectEqual(pace.width, 4)
    // Now it takes as long with the minimum: the number may grow again.
    read(&pace, milliseconds: 100)
    expectEqual(pace.width, 8)
  }

  @Test func `photos that were known already are not used as the measure for long`() {
    var pace = pace(4...16)
    for _ in 0..<3 { read(&pace, milliseconds: 0) }
    for _ in 0..<6 { read(&pace, milliseconds: 12) }

    expectEqual(pace.width, 16)
  }

  @Test func `a lower limit applies immediately`() {
    var pace = pace(4...16)
    for _ in 0..<3 { read(&pace, milliseconds: 10) }
    pace.bounds = 4...6
    expectEqual(pace.width, 6)
  }

  // MARK: Reading

  private func photos(_ count: Int) -> [Photo] {
    (0..<count).map { Photo(id: "\($0)", name: "\($0)", needsDetails: true) }
  }

  @Test func `as many photos are read at a time as the source allows, and they stay in order`()
    async
  {
    // A round ends when the maximum number of photos are being read.
    let source = RoundSource(4...16, rounds: [4, 8, 16, 16])
    let instant = ContinuousClock.now
    let photos = await DetailsReader(now: { instant }).read(photos(44), of: source)

    expectEqual(photos.map(\.id), (0..<44).map { "\($0)" })
    #expect(photos.allSatisfy { !$0.needsDetails })
    await expectEqual(source.rounds.most, 16)
  }

  @Test func `what was learnt on one page is used for the next`() async {
    let source = RoundSource(4...8, rounds: [4, 8, 8, 8])
    let instant = ContinuousClock.now
    let reader = DetailsReader(now: { instant })
    _ = await reader.read(photos(12), of: source)
    _ = await reader.read(photos(16), of: source)

    await expectEqual(source.rounds.most, 8)
  }

  @Test func `photos that are complete are not read`() async {
    let source = RoundSource(4...4, rounds: [1])
    var photos = photos(3)
    photos[0].needsDetails = false
    photos[2].needsDetails = false
    _ = await DetailsReader().read(photos, of: source)

    await expectEqual(source.rounds.count, 1)
  }

  @Test func `nothing is read after the reader was cancelled`() async {
    let source = RoundSource(4...16, rounds: [5])
    let photos = photos(20)
    let reading = Task { await DetailsReader().read(photos, of: source) }
    await source.rounds.arrived(4)
    reading.cancel()
    await source.rounds.release()

    await expectEqual(reading.value.count { $0.needsDetails }, 16)
    await expectEqual(source.rounds.count, 4)
  }

  @MainActor
  @Test func `a range for the screen is read four at a time, and comes at once and in order`() async
  {
    let source = RoundSource(4...4, rounds: [4, 2])
    var photos = photos(7)
    photos[3].needsDetails = false
    let read = await DetailsReader().read(photos, of: source, urgency: .visible)

    expectEqual(read.map(\.id), photos.map(\.id))
    #expect(read.allSatisfy { !$0.needsDetails })
    await expectEqual(source.rounds.most, 4)
    await expectEqual(source.rounds.count, 6)
    await expectEqual(source.rounds.urgencies, [.visible])
  }
}

/// What is remembered, and what has to be read.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct LookAheadTests {
  /// Remembers the photos with an even number.
  private struct HalfRemembered: PhotoRepository {
    let readIDs = ReadIDs()
    var title: String { get async { "half" } }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      PhotoPage(photos: [])
    }

    func knownDetails(of photos: [Photo]) async -> [Photo] {
      photos.map { Int($0.id)!.isMultiple(of: 2) ? detailed($0, "remembered") : $0 }
    }

    func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
      await readIDs.append(photo.id)
      return detailed(photo, "read")
    }

    private func detailed(_ photo: Photo, _ camera: String) -> Photo {
      var photo = photo
      photo.camera = camera
      photo.needsDetails = false
      return photo
    }
  }

  private actor ReadIDs {
    private(set) var ids: [Photo.ID] = []
    func append(_ id: Photo.ID) { ids.append(id) }
  }

  private let source = HalfRemembered()

  private func read(_ id: Int, ahead: Range<Int>) async -> [String] {
    let useCase = DefaultFetchPhotoDetailsUseCase(repository: source)
    let ahead = Photo.stubs(ahead.count, from: ahead.lowerBound, needsDetails: true)
    var reading: (any Cancellable)?
    let photos = await withCheckedContinuation { continuation in
      reading = useCase.execute(
        .stub(id: String(id), needsDetails: true), ahead: ahead, urgency: .visible
      ) { continuation.resume(returning: $0) }
    }
    #expect(reading != nil)
    return photos.map { "\($0.id) \($0.camera ?? "-")" }
  }

  @Test func `a photo that is remembered is not read`() async {
    await expectEqual(read(2, ahead: 3..<6), ["2 remembered", "4 remembered"])
    await expectEqual(source.readIDs.ids, [])
  }

  @Test func `only the photo itself is read`() async {
    await expectEqual(read(1, ahead: 2..<6), ["1 read", "2 remembered", "4 remembered"])
    await expectEqual(source.readIDs.ids, ["1"])
  }
}

/// Reads its photos in rounds: none of a round finishes before all of them have started.
private struct RoundSource: PhotoRepository {
  let rounds: Rounds
  let capabilities: SourceCapabilities

  init(_ bounds: ClosedRange<Int>, rounds: [Int]) {
    self.rounds = Rounds(rounds)
    var capabilities = SourceCapabilities()
    capabilities.parallelReads = bounds
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
