import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing
import WaitSupport

@testable import GalleryDomain

/// All photos of a source, one after the other.
@Suite(.timeLimit(.minutes(10)))
struct PhotoSequenceTests {
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
    let photos = TestSource(pages: pages).photos()

    try await expectEqual(ids(photos), ids(0..<6))
    let notes = photos.notes
    #expect(notes.photoCount == 6 && notes.skipped.count == 3 && notes.filteredCount == 4)
    #expect(notes.ending == .shrank && notes.statedCount == 9)
  }

  @Test func `a source without photos gives none`() async throws {
    try await expectEqual(ids(TestSource(pages: pages(0)).photos(withDetails: true)), [])
    try await expectEqual(ids(TestSource(pages: []).photos(limit: 0)), [])
    try await expectEqual(ids(TestSource(pages: []).photos([], withDetails: true)), [])
  }

  @Test func `a source that only sends empty pages is left`() async throws {
    let empty = PhotoPage(photos: [], hasMorePages: true)
    let source = TestSource(pages: Array(repeating: empty, count: 1_001))

    try await expectEqual(ids(source.photos()), [])
    await expectEqual(source.requests.count, 1_000)
  }

  @Test func `photos are read, in their order`() async throws {
    let source = TestSource(pages: pages(3, 40, 1, needsDetails: true))

    var photos: [Photo] = []
    for try await photo in source.photos(withDetails: true) { photos.append(photo) }

    expectEqual(photos.map(\.id), ids(0..<44))
    #expect(photos.allSatisfy { !$0.needsDetails })
    await expectEqual(Set(source.read).count, 44)
  }

  @Test func `photos that are listed already are read, too`() async throws {
    let source = TestSource(pages: [])
    let photos = source.photos(Photo.stubs(7, needsDetails: true), withDetails: true)

    try await expectEqual(ids(photos), ids(0..<7))
    await expectEqual(source.read.count, 7)
  }

  @Test func `what is known comes before the first photo that has to be read`() async throws {
    var pages = pages(4, 1)
    pages[0].photos[2].needsDetails = true
    let source = TestSource(pages: pages, delayed: ["2"])
    let photos = source.photos(withDetails: true)

    try await expectEqual(photos.nextPart()?.map(\.id), ["0", "1"])
    await expectEqual(source.read, [])
    await source.open()
    try await expectEqual(ids(photos), ["2", "3", "4"])
  }

  @Test func `a page is read while the last photos of the previous one are, but not all of them`()
    async throws
  {
    let source = TestSource(
      pages: Array(pages(3, 3, 3, 3, 3, 3, 3, 3, 3, needsDetails: true)), delayed: ["0"])
    let photos = source.photos(withDetails: true)
    let first = Task {
      try await photos.nextPart()?.map(\.id)
    }
    // All that come before what a photo that takes longer holds up.
    try await wait(for: "16 photos") { await source.read.count >= 16 }
    await source.open()

    try await expectEqual(first.value, ["0"])
    await expectEqual(source.askedPages, [1, 2, 3, 4, 5, 6])
  }

  @Test func `an error comes after the photos before it`() async throws {
    for needsDetails in [false, true] {
      let source = TestSource(
        pages: pages(2, 2, 2, needsDetails: needsDetails), failures: [3: .noNetwork])
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
    let source = TestSource(
      pages: pages(2, 2, 2), stored: stored.dropLast(), failures: [2: .noNetwork])
    let photos = source.photos(isStoredEnough: true)

    try await expectEqual(ids(photos), ids(0..<4))
    // It isn't asked again.
    await expectEqual(source.askedPages, [1, 2])
    #expect(photos.notes.unreachable == .noNetwork && photos.notes.lacksRest)
    expectEqual(photos.notes.storedAt, Date(timeIntervalSince1970: 99))
    await #expect(throws: PhotoSourceError.noNetwork) { try await ids(source.photos()) }
  }

  @Test func `only the photos after one, and no more than wanted, are read`() async throws {
    let source = TestSource(pages: pages(3, 3, 3, needsDetails: true))
    let photos = source.photos(after: "1", limit: 3, withDetails: true)

    try await expectEqual(ids(photos), ["2", "3", "4"])
    await expectEqual(source.read.sorted(), ["2", "3", "4"])
    await expectEqual(source.askedPages, [1, 2])
    #expect(!photos.notes.lacksBeginning)

    let none = source.photos(after: "none")
    try await expectEqual(ids(none), [])
    #expect(none.notes.lacksBeginning)
  }

  @Test func `a cancelled task reads nothing more`() async throws {
    let source = TestSource(pages: pages(3, 3, needsDetails: true), delayed: ["0", "1", "2", "3"])
    let photos = Task {
      for try await _ in source.photos(withDetails: true) {}
    }
    try await wait(for: "four photos") { await source.read.count >= 4 }
    photos.cancel()
    await source.open()

    await #expect(throws: PhotoSourceError.cancelled) { try await photos.value }
    await expectEqual(source.read.count, 4)
  }
}

/// Reading several photos at a time.
@Suite(.timeLimit(.minutes(10)))
struct ReadingDetailsTests {
  private func files(_ photos: [Photo], parallelReads: Int) -> TestSource {
    var capabilities = SourceCapabilities()
    capabilities.parallelReads = parallelReads
    return TestSource(capabilities: capabilities, delayed: Set(photos.map(\.id)))
  }

  @Test(arguments: [(4, ReadingUrgency.visible), (16, .background)])
  func `as many photos are read at a time as the source allows, and they stay in order`(
    count: Int, urgency: ReadingUrgency
  ) async throws {
    var photos = Photo.stubs(3 * count, needsDetails: true)
    photos[1].needsDetails = false
    let listed = photos
    let files = files(listed, parallelReads: count)
    let reading = Task { await files.details(of: listed, urgency: urgency) }
    try await wait(for: "as many as are allowed") { await files.read.count >= count }
    await files.open()

    let read = await reading.value

    expectEqual(read.map(\.id), listed.map(\.id))
    #expect(read.allSatisfy { !$0.needsDetails })
    await expectEqual(files.mostReads, count)
    // What is complete isn't read.
    await expectEqual(files.read.count, 3 * count - 1)
    await expectEqual(files.urgencies, [urgency])
  }

  @Test func `no photo is read after the task was cancelled`() async throws {
    let photos = Photo.stubs(20, needsDetails: true)
    let files = files(photos, parallelReads: 4)
    let reading = Task { await files.details(of: photos) }
    try await wait(for: "four photos") { await files.read.count >= 4 }
    reading.cancel()
    await files.open()

    await expectEqual(reading.value.count { $0.needsDetails }, 16)
    await expectEqual(files.read.count, 4)
  }
}
