import ExpectationSupport
import Files
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// A folder on the screen notices what happens in it.
@Suite(.timeLimit(.minutes(10))) struct FolderChangeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a.jpg", "a")
    try folder.write("b/c.jpg", "c")
  }

  /// The changes that a repository reports, one after the other.
  private final class Changes: Sendable {
    let repository: FolderRepository
    private let stream: AsyncStream<SourceChange>

    init(_ folder: FileReference) async throws {
      repository = FolderRepository(folder: folder, reader: nil)
      stream = await repository.changes()
      await expectEqual(next(), .watched(.all))
    }

    func next() async -> SourceChange? {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next()
    }

    func ids(isRefresh: Bool = true) async throws -> [String] {
      try await page(repository, isRefresh: isRefresh).ids
    }
  }

  @Test func `pictures that are added, changed and removed are reported`() async throws {
    let changes = try await Changes(folder.reference)
    try folder.write("b/d.jpg", "d")
    await expectEqual(changes.next(), .changed)
    try await expectEqual(changes.ids(), ["a.jpg", "b/c.jpg", "b/d.jpg"])
    unlink(folder.path + "/a.jpg")
    await expectEqual(changes.next(), .changed)
    try await expectEqual(changes.ids(), ["b/c.jpg", "b/d.jpg"])
    rename(folder.path + "/b/c.jpg", folder.path + "/b/e.jpg")
    await expectEqual(changes.next(), .changed)
    try await expectEqual(changes.ids(), ["b/d.jpg", "b/e.jpg"])
    try folder.write("b/e.jpg", "other")
    await expectEqual(changes.next(), .changed)
  }

  @Test func `a new folder is watched from then on`() async throws {
    let changes = try await Changes(folder.reference)
    mkdir(folder.path + "/new", 0o700)
    await expectEqual(changes.next(), .changed)
    try await expectEqual(changes.ids(), ["a.jpg", "b/c.jpg"])
    try folder.write("new/x.jpg", "x")
    await expectEqual(changes.next(), .changed)
    try await expectEqual(changes.ids(), ["a.jpg", "b/c.jpg", "new/x.jpg"])
  }

  @Test func `a picture that is added after the listing and before the watch is reported`()
    async throws
  {
    let repository = FolderRepository(folder: folder.reference, reader: nil)
    await repository.prepare()
    try await expectEqual(page(repository).ids, ["a.jpg", "b/c.jpg"])
    try folder.write("d.jpg", "d")

    let stream = await repository.changes()
    var iterator = stream.makeAsyncIterator()
    var change = await iterator.next()
    if case .watched = change { change = await iterator.next() }
    expectEqual(change, .changed)
  }

  /// Whether all files are said to have changed, first of all.
  private func isAllToldFirst(readAt date: Int64) async throws -> Bool? {
    let (told, tell) = AsyncStream.makeStream(of: Bool.self)
    let watch = try #require(DirectoryWatch { tell.yield($0 == nil) })
    defer { watch.cancel() }
    expectEqual(watch.watch([folder.reference.path], readAt: date, pause: .zero), .all)
    return await told.first { _ in true }
  }

  @Test func `a write between the reading and the watch is reported`() async throws {
    // As if the folder had been read in 1970.
    try await expectEqual(isAllToldFirst(readAt: 0), true)
  }

  /// The system's stamps lag behind its clock.
  @Test(arguments: 0..<20)
  func `a write just after the reading is reported`(number: Int) async throws {
    let date = DirectoryWatch.time()
    try folder.write("\(number).jpg", "x")
    try await expectEqual(isAllToldFirst(readAt: date), true)
  }

  @Test func `pictures and sidecars are reported, other and hidden files are not`() async throws {
    let (told, tell) = AsyncStream.makeStream(of: Set<[UInt8]>.self)
    let watch = try #require(DirectoryWatch { tell.yield($0 ?? []) })
    defer { watch.cancel() }
    let root = folder.reference.path
    let folders = [root, FilePath.join(root, Array("b".utf8))]
    expectEqual(watch.watch(folders, readAt: .max, pause: .zero), .all)

    // Where the file system has files without a name, this is one at first.
    _ = try AtomicFile.write(Array("x".utf8), to: FilePath.join(root, Array("c.xmp".utf8)))
    for name in ["note.txt", ".hidden.jpg", "b/a.pdf", "a.jpg.xmp", "b/last.jpg"] {
      try folder.write(name, "x")
    }

    // The system reports in order: after the last file's event, no events of the others are outstanding.
    let paths = Set(
      ["c.xmp", "a.jpg.xmp", "b/last.jpg"].map { FilePath.join(root, Array($0.utf8)) })
    var reported: Set<[UInt8]> = []
    for await some in told {
      reported.formUnion(some)
      if reported.isSuperset(of: paths) { break }
    }
    expectEqual(reported, paths)
  }

  @Test func `a sidecar that the program wrote itself is not reported, another program's is`()
    async throws
  {
    let repository = FolderRepository(folder: folder.reference, reader: nil)
    let photo = try #require(
      try await repository.page(for: PageRequest()).photos.first { $0.id == "a.jpg" })
    let own = FilePath.join(folder.reference.path, Array("a.jpg.xmp".utf8))
    let theirs = FilePath.join(folder.reference.path, Array("b/c.jpg.xmp".utf8))
    #expect(await repository.changed([own]))

    let file = try #require(photo.file)
    try await repository.writingSidecar(of: file) { () async throws(SidecarError) in
      #expect(await !repository.changed([own]))
      #expect(await repository.changed([own, theirs]))
      // Too many to name.
      #expect(await repository.changed(nil))
      do { try folder.write("a.jpg.xmp", "ours") } catch { Issue.record(error) }
    }
    #expect(await !repository.changed([own]))
    try folder.write("a.jpg.xmp", "theirs, a moment later")
    #expect(await repository.changed([own]))
  }

  @Test func `missing directories are not watched, others are`() throws {
    let watch = try #require(DirectoryWatch { _ in })
    defer { watch.cancel() }
    let missing = Array("/no/such/folder".utf8)
    expectEqual(watch.watch([missing], readAt: .max, pause: .zero), .nothing)
    expectEqual(watch.watch([folder.reference.path, missing], readAt: .max, pause: .zero), .all)
    expectEqual(watch.watch([], readAt: .max, pause: .zero), .all)
  }
}
