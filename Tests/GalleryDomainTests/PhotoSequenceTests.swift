import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing
import WaitSupport

@testable import GalleryDomain

/// All photos of a source, one after the other.
@Suite(.timeLimit(.minutes(10)))
struct PhotoSequenceTests {
  private actor Source: PhotoRepository {
    private let pages: [PhotoPage]
    private let failures: [Int: PhotoSourceError]
    private let stored: [PhotoPage]
    private let delayed: Set<Photo.ID>
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isReleased = false
    private(set) var requests: [Int] = []
    private(set) var read: [Photo.ID] = []
    nonisolated let capabilities = SourceCapabilities.localList

    /// - Parameter delayed: Photos that are read only after `release`.
    init(
      _ pages: [PhotoPage], failures: [Int: PhotoSourceError] = [:], stored: [PhotoPage] = [],
      delayed: Set<Photo.ID> = []
    ) {
      self.pages = pages
      self.failures = failures
      self.stored = stored
      self.delayed = delayed
    }

    var title: String { "source" }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      requests.append(request.page)
      if let failure = failures[request.page] { throw failure }
      return pages[request.page - 1]
    }

    func storedPage(for request: PageRequest) async -> PhotoPage? {
      stored.first { $0.number == request.page }
    }

    func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
      read.append(photo.id)
      if delayed.contains(photo.id), !isReleased {
        await withCheckedContinuation { waiting.append($0) }
      }
      var photo = photo
      photo.needsDetails = false
      return photo
    }

    func release() {
      isReleased = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  /// Pages of a few photos each, numbered on.
  private func pages(_ sizes: Int..., needsDetails: Bool = false) -> [PhotoPage] {
    var start = 0
    return sizes.enumerated().map { index, size in
      defer { start += size }
      return PhotoPage(
        number: index + 1, photos: Photo.stubs(size, from: start, needsDetails: needsDetails),
        hasMorePages: index + 1 < sizes.count)
    }
  }

  private func ids(_ photos: PhotoSequence) async throws -> [Photo.ID] {
    var ids: [Photo.ID] = []
    for try await photo in photos { ids.append(photo.id) }
    return ids
  }

  private func ids(_ range: Range<Int>) -> [Photo.ID] { range.map { "\($0)" } }

  @Test func `all pages come in order, and what they say is added up`() async throws {
    var pages = pages(2, 3, 0, 1)
    pages[0].skipped = SkippedItems([SkippedItem(name: "a", reason: "broken")])
    pages[1].skipped = SkippedItems(count: 2)
    pages[2].filteredCount = 4
    pages[3].ending = .shrank
    pages[3].statedCount = 9
    let photos = Source(pages).photos()

    try await expectEqual(ids(photos), ids(0..<6))
    let notes = photos.notes
    #expect(notes.photoCount == 6 && notes.skipped.count == 3 && notes.filteredCount == 4)
    #expect(notes.ending == .shrank && notes.statedCount == 9)
  }

  @Test func `a source without photos gives none`() async throws {
    try await expectEqual(ids(Source(pages(0)).photos(withDetails: true)), [])
    try await expectEqual(ids(Source([]).photos(limit: 0)), [])
    try await expectEqual(ids(Source([]).photos([], withDetails: true)), [])
  }

  @Test func `a source that only sends empty pages is left`() async throws {
    let empty = PhotoPage(photos: [], hasMorePages: true)
    let source = Source(Array(repeating: empty, count: 1_001))

    try await expectEqual(ids(source.photos()), [])
    await expectEqual(source.requests.count, 1_000)
  }

  @Test func `photos are read, in their order`() async throws {
    let source = Source(pages(3, 40, 1, needsDetails: true))

    var photos: [Photo] = []
    for try await photo in source.photos(withDetails: true) { photos.append(photo) }

    expectEqual(photos.map(\.id), ids(0..<44))
    #expect(photos.allSatisfy { !$0.needsDetails })
    await expectEqual(Set(source.read).count, 44)
  }

  @Test func `photos that are listed already are read, too`() async throws {
    let source = Source([])
    let photos = source.photos(Photo.stubs(7, needsDetails: true), withDetails: true)

    try await expectEqual(ids(photos), ids(0..<7))
    await expectEqual(source.read.count, 7)
  }

  @Test func `what is known comes before the first photo that has to be read`() async throws {
    var pages = pages(4, 1)
    pages[0].photos[2].needsDetails = true
    let source = Source(pages, delayed: ["2"])
    let photos = source.photos(withDetails: true)

    try await expectEqual(photos.nextPart()?.map(\.id), ["0", "1"])
    await expectEqual(source.read, [])
    await source.release()
    try await expectEqual(ids(photos), ["2", "3", "4"])
  }

  @Test func `a page is read while the last photos of the previous one are, but not all of them`()
    async throws
  {
    let source = Source(
      Array(pages(3, 3, 3, 3, 3, 3, 3, 3, 3, needsDetails: true)), delayed: ["0"])
    let photos = source.photos(withDetails: true)
    let first = Task {
      try await photos.nextPart()?.map(\.id)
    }
    // All that come before what a photo that takes longer holds up.
    try await wait(for: "16 photos") { await source.read.count >= 16 }
    await source.release()

    try await expectEqual(first.value, ["0"])
    await expectEqual(source.requests, [1, 2, 3, 4, 5, 6])
  }

  @Test func `an error comes after the photos before it`() async throws {
    for needsDetails in [false, true] {
      let source = Source(
        pages(2, 2, 2, needsDetails: needsDetails), failures: [3: .noNetwork])
      let photos = source.photos(withDetails: true)
      var ids: [Photo.ID] = []

      await #expect(throws: PhotoSourceError.noNetwork) {
        for try await photo in photos { ids.append(photo.id) }
      }
      expectEqual(ids, self.ids(0..<4))
    }
  }

  @Test func `stored pages are taken of a source that can't be reached, if they are enough`()
    async throws
  {
    var stored = pages(2, 2, 2)
    for index in stored.indices {
      stored[index].storedAt = Date(timeIntervalSince1970: 100 - Double(index))
    }
    let source = Source(pages(2, 2, 2), failures: [2: .noNetwork], stored: stored.dropLast())
    let photos = source.photos(isStoredEnough: true)

    try await expectEqual(ids(photos), ids(0..<4))
    // It isn't asked again.
    await expectEqual(source.requests, [1, 2])
    #expect(photos.notes.unreachable == .noNetwork && photos.notes.lacksRest)
    expectEqual(photos.notes.storedAt, Date(timeIntervalSince1970: 99))
    await #expect(throws: PhotoSourceError.noNetwork) { try await ids(source.photos()) }
  }

  @Test func `only the photos after one, and no more than wanted, are read`() async throws {
    let source = Source(pages(3, 3, 3, needsDetails: true))
    let photos = source.photos(after: "1", limit: 3, withDetails: true)

    try await expectEqual(ids(photos), ["2", "3", "4"])
    await expectEqual(source.read.sorted(), ["2", "3", "4"])
    await expectEqual(source.requests, [1, 2])
    #expect(!photos.notes.lacksBeginning)

    let none = source.photos(after: "none")
    try await expectEqual(ids(none), [])
    #expect(none.notes.lacksBeginning)
  }

  @Test func `a cancelled task reads nothing more`() async throws {
    let source = Source(pages(3, 3, needsDetails: true), delayed: ["0", "1", "2", "3"])
    let photos = Task {
      for try await _ in source.photos(withDetails: true) {}
    }
    try await wait(for: "four photos") { await source.read.count >= 4 }
    photos.cancel()
    await source.release()

    await #expect(throws: PhotoSourceError.cancelled) { try await photos.value }
    await expectEqual(source.read.count, 4)
  }
}

/// A few values at a time.
@Suite(.timeLimit(.minutes(10)))
struct ParallelMapTests {
  private actor Work {
    private(set) var begun: [Int] = []
    private(set) var most = 0
    private(set) var urgencies: Set<ReadingUrgency> = []
    private var runningCount = 0
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var isOver = false

    /// - Parameter waits: Whether it is done only after `finish`.
    func run(_ value: Int, waits: Bool) async -> Int {
      begun.append(value)
      runningCount += 1
      most = max(most, runningCount)
      if waits, !isOver { await withCheckedContinuation { waiting[value] = $0 } }
      runningCount -= 1
      return value * 10
    }

    func read(_ photo: Photo, _ urgency: ReadingUrgency) async -> Photo {
      urgencies.insert(urgency)
      _ = await run(begun.count, waits: true)
      var photo = photo
      photo.needsDetails = false
      return photo
    }

    func finish(_ value: Int) { waiting.removeValue(forKey: value)?.resume() }

    func finishAll() {
      isOver = true
      for value in waiting.keys { finish(value) }
    }
  }

  private let work = Work()

  @Test func `results come in the order of the values, a few of which are worked on at a time`()
    async
  {
    var results: [[Int]] = []
    let map = ParallelMap(0..<100, width: 3) { [work] in await work.run($0, waits: false) }
    for await (value, result) in map { results.append([value, result]) }

    expectEqual(results, (0..<100).map { [$0, $0 * 10] })
    #expect(await work.most <= 3)
  }

  @Test func `others are worked on while the first one takes longer`() async throws {
    let map = ParallelMap(0..<100, width: 2) { [work] in await work.run($0, waits: $0 == 0) }
    let first = Task { await map.next()?.result }
    try await wait(for: "eight values") { await work.begun.count >= 8 }
    await work.finish(0)

    await expectEqual(first.value, 0)
    await expectEqual(work.begun.count, 8)
  }

  @Test func `values are not taken before they are needed`() async throws {
    var taken = 0
    let map = ParallelMap(width: 1) { () throws(PhotoSourceError) -> Int? in
      taken += 1
      return taken
    } work: {
      $0
    }

    for _ in 0..<5 { _ = try await map.next() }

    #expect(taken < 10)
  }

  /// Reads photos as files.
  private struct Files: PhotoRepository {
    let work: Work
    var capabilities = SourceCapabilities()
    let title = "files"

    init(_ work: Work, parallelReads: Int) {
      self.work = work
      capabilities.parallelReads = parallelReads
    }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      PhotoPage(photos: [])
    }

    func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
      await work.read(photo, urgency)
    }
  }

  @Test(arguments: [(4, ReadingUrgency.visible), (16, .background)])
  func `as many photos are read at a time as the source allows, and they stay in order`(
    count: Int, urgency: ReadingUrgency
  ) async throws {
    var photos = Photo.stubs(3 * count, needsDetails: true)
    photos[1].needsDetails = false
    let listed = photos
    let files = Files(work, parallelReads: count)
    let reading = Task { await files.details(of: listed, urgency: urgency) }
    try await wait(for: "as many as are allowed") { await work.begun.count >= count }
    await work.finishAll()

    let read = await reading.value

    expectEqual(read.map(\.id), listed.map(\.id))
    #expect(read.allSatisfy { !$0.needsDetails })
    await expectEqual(work.most, count)
    // What is complete isn't read.
    await expectEqual(work.begun.count, 3 * count - 1)
    await expectEqual(work.urgencies, [urgency])
  }

  @Test func `no photo is read after the task was cancelled`() async throws {
    let (files, photos) = (Files(work, parallelReads: 4), Photo.stubs(20, needsDetails: true))
    let reading = Task { await files.details(of: photos) }
    try await wait(for: "four photos") { await work.begun.count >= 4 }
    reading.cancel()
    await work.finishAll()

    await expectEqual(reading.value.count { $0.needsDetails }, 16)
    await expectEqual(work.begun.count, 4)
  }
}
