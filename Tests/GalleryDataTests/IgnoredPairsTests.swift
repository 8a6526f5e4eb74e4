import ExpectationSupport
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// Pairs that the user says are not alike, and the answers without them.
@Suite(.timeLimit(.minutes(10))) struct IgnoredPairsTests {
  private let folder: TemporaryFolder
  private let library = MemoryLibrary()
  private let reader = StubFingerprintReader()
  private let store = MemoryIgnoredPairs()

  init() throws {
    folder = try TemporaryFolder()
  }

  private var pairs: IgnoredPairs {
    IgnoredPairs(store: store, library: library, fingerprints: reader)
  }

  /// The folder as another run of the program sees it, a minute later.
  private func run(_ library: MemoryLibrary? = nil) -> FolderRepository {
    FolderRepository(
      folder: folder.reference, reader: StubMetadataReader(), isRecursive: true,
      library: library ?? self.library, fingerprints: reader, ignored: store,
      now: { DirectoryWatch.time() + 60_000_000_000 })
  }

  private func groups(
    _ question: ComparisonQuestion = .similar(distance: 2), in repository: FolderRepository? = nil
  ) async throws -> [[Photo.ID]] {
    try await (repository ?? run()).comparison(question) { _ in }.groups
  }

  private func files(_ names: String...) -> [FileReference] { names.map { folder.file($0) } }

  /// `a`, `c` and `e` look alike; `c` and `e` the most.
  private func writeSome() throws {
    for (name, text) in ["a.jpg": "0", "b/c.jpg": "3", "b/d.jpg": "255", "b/e.jpg": "1"] {
      try folder.write(name, text)
    }
  }

  @Test func `what is not alike is not together any more, and undo brings it back`() async throws {
    try writeSome()
    let repository = run()
    expectEqual(try await groups(in: repository), [["a.jpg", "b/c.jpg", "b/e.jpg"]])

    let change = try await pairs.toggle(files("a.jpg", "b/c.jpg"))
    #expect(change.isIgnored && change.pairs.count == 1)
    expectEqual(try await groups(in: repository), [["a.jpg", "b/e.jpg"]])
    expectEqual(try await groups(), [["a.jpg", "b/e.jpg"]])
    expectEqual(
      try await groups(.like(SimilarPhotos("a.jpg", distance: 4)), in: repository),
      [["a.jpg", "b/e.jpg"]])
    expectEqual(
      try await groups(.like(SimilarPhotos("b/c.jpg", distance: 4)), in: repository),
      [["b/c.jpg", "b/e.jpg"]])

    #expect(try await pairs.undo(change))
    expectEqual(try await groups(in: repository), [["a.jpg", "b/c.jpg", "b/e.jpg"]])
    #expect(try await !pairs.undo(change))
  }

  @Test func `each pair of several photos is ignored, and taken back when all are`() async throws {
    try writeSome()
    let three = files("a.jpg", "b/c.jpg", "b/e.jpg")
    _ = try await pairs.toggle(Array(three.prefix(2)))

    let rest = try await pairs.toggle(three)
    #expect(rest.isIgnored && rest.pairs.count == 2)
    expectEqual(try await groups(), [])

    let back = try await pairs.toggle(three)
    #expect(!back.isIgnored && back.pairs.count == 3)
    expectEqual(try await groups(), [["a.jpg", "b/c.jpg", "b/e.jpg"]])
  }

  @Test func `files may be moved, copied and renamed, and everything else forgotten`() async throws
  {
    try writeSome()
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg"))
    try folder.write("x/moved.jpg", "0")
    try folder.write("x/copy.jpg", "3")
    try folder.remove("a.jpg")
    try folder.remove("b/e.jpg")

    // Files moved, thumbnails of another size, and an empty library.
    expectEqual(try await groups(in: run(MemoryLibrary())), [["b/c.jpg", "x/copy.jpg"]])
  }

  @Test func `a photo is known by its picture after a program has written into the file`()
    async throws
  {
    try writeSome()
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg"))
    try folder.write("a.jpg", "0\n")
    try folder.write("b/c.jpg", "3\n")

    expectEqual(try await groups(), [["a.jpg", "b/e.jpg"]])

    let back = try await pairs.toggle(files("b/c.jpg", "a.jpg"))
    #expect(!back.isIgnored && back.pairs.count == 1)
    expectEqual(try await groups(), [["a.jpg", "b/c.jpg", "b/e.jpg"]])
    #expect(try await pairs.undo(back))
    expectEqual(try await groups(), [["a.jpg", "b/e.jpg"]])
    expectEqual(try await pairs.stopIgnoring(files("a.jpg")).count, 1)
    expectEqual(try await groups(), [["a.jpg", "b/c.jpg", "b/e.jpg"]])
  }

  @Test func `files of the size of an ignored one are counted while they are read, once`()
    async throws
  {
    try writeSome()
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg"))
    let told = Mutex<[FileReading]>([])
    let repository = run()
    func ask() async throws -> [FileReading] {
      told.withLock { $0 = [] }
      _ = try await repository.comparison(.similar(distance: 2)) { reading in
        told.withLock { $0.append(reading) }
      }
      return told.withLock(\.self)
    }

    // Four are looked at; the three of the group have one size.
    let first = try await ask()
    let checked = first.filter { $0.fileCount == 3 }
    expectEqual(checked.last, FileReading(readCount: 3, fileCount: 3))
    expectEqual(checked.map(\.readCount), checked.map(\.readCount).sorted())
    #expect(first.allSatisfy { $0.fileCount == 3 || $0.fileCount == 4 })
    try await expectEqual(ask(), [])
  }

  @Test func `where pairs can't be read, nothing is put together`() async throws {
    try writeSome()
    store.fault.withLock { $0 = .newer(path: "state.sqlite") }
    let repository = run()

    await #expect(throws: PhotoSourceError.unreadable(name: "state.sqlite", code: EIO)) {
      try await groups(in: repository)
    }
    await #expect(throws: PhotoSourceError.unreadable(name: "state.sqlite", code: EIO)) {
      try await groups(.duplicate, in: repository)
    }
    store.fault.withLock { $0 = .notStored(path: "") }
    expectEqual(try await groups(in: repository), [["a.jpg", "b/c.jpg", "b/e.jpg"]])
  }

  @Test func `a second link to a file is kept apart, too`() async throws {
    try writeSome()
    try FileManager.default.linkItem(
      atPath: folder.path + "/a.jpg", toPath: folder.path + "/link.jpg")
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg"))
    reader.flipped.withLock { $0 = 1 << 40 }

    let found = try await groups(
      .like(SimilarPhotos("link.jpg", distance: 4)), in: run(MemoryLibrary()))
    #expect(!found.joined().contains("b/c.jpg"))
  }

  @Test func `a photo is known by its file after its thumbnail has changed`() async throws {
    try writeSome()
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg"))
    reader.flipped.withLock { $0 = 1 << 40 }

    expectEqual(try await groups(in: run(MemoryLibrary())), [["a.jpg", "b/e.jpg"]])
  }

  @Test func `of photos with equal pictures only those that were named are apart`() async throws {
    for (name, text) in ["a.jpg": "7", "b.jpg": "7\n", "c.jpg": "7\n\n"] {
      try folder.write(name, text)
    }
    _ = try await pairs.ignore(files("a.jpg", "b.jpg"))

    expectEqual(try await groups(), [["a.jpg", "c.jpg"]])
  }

  @Test func `copies of one file are not duplicates once that was said of two`() async throws {
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write(name, "7") }
    for name in ["d.jpg", "e.jpg"] { try folder.write(name, "9") }
    let repository = run()
    expectEqual(
      try await groups(.duplicate, in: repository),
      [["a.jpg", "b.jpg", "c.jpg"], ["d.jpg", "e.jpg"]])

    _ = try await pairs.ignore(files("a.jpg", "b.jpg"))
    _ = try await pairs.ignore(files("a.jpg", "d.jpg"))

    expectEqual(try await groups(.duplicate, in: repository), [["d.jpg", "e.jpg"]])
  }

  @Test func `pairs are taken back by photo, by file, and by the path of a file that has gone`()
    async throws
  {
    try writeSome()
    _ = try await pairs.ignore(files("a.jpg", "b/c.jpg", "b/e.jpg"))
    func left() async throws -> Int { try await store.pairs().count }

    try folder.remove("b/e.jpg")
    expectEqual(try await pairs.stopIgnoring(files("a.jpg", "b/e.jpg")).count, 1)
    expectEqual(try await left(), 2)
    expectEqual(try await pairs.stopIgnoring(files("b/d.jpg")).count, 0)
    expectEqual(try await pairs.stopIgnoring(files("b/c.jpg")).count, 2)
    expectEqual(try await left(), 0)
  }

  @Test func `what makes no pair is refused`() async throws {
    try writeSome()
    let path = folder.file("a.jpg").shownPath
    expectEqual(link(path, folder.file("link.jpg").shownPath), 0)

    await #expect(throws: IgnoredPairsError.tooFew) {
      try await pairs.toggle(files("a.jpg", "link.jpg"))
    }
    await #expect(throws: IgnoredPairsError.unreadable(path: folder.file("gone.jpg").path)) {
      try await pairs.toggle(files("a.jpg", "gone.jpg"))
    }
    await #expect(throws: IgnoredPairsError.tooMany) {
      try await pairs.toggle([FileReference](repeating: folder.file("a.jpg"), count: 51))
    }
    expectEqual(try await store.pairs().count, 0)
  }
}
