import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// A folder that is shown is deleted, moved or forbidden, and comes back.
@Suite(.timeLimit(.minutes(10)))
struct FolderAbsenceTests {
  private let place: TemporaryFolder

  init() throws {
    place = try TemporaryFolder()
    try place.write("above/photos/a.jpg", "a")
    try place.write("above/photos/b/c.jpg", "c")
  }

  private func path(_ name: String) -> String { "\(place.path)/\(name)" }

  /// Reads a folder as a list does, and observes its changes.
  private final class Reader: Sendable {
    let repository: FolderRepository
    private let changes: AsyncStream<SourceChange>

    init(_ folder: FileReference) async {
      repository = FolderRepository(
        folder: folder, reader: nil, searchInterval: .milliseconds(1))
      changes = await repository.changes()
    }

    /// Waits until the source says so; reads the folder again at each change.
    func wait(for reach: SourceWatch) async {
      for await change in changes {
        switch change {
        case .watched(reach): return
        case .watched, .reading: break
        case .changed: _ = try? await read()
        }
      }
      Issue.record("the source never said \(reach)")
    }

    /// Reads the folder again at each change, until its photos are these.
    func wait(for isWanted: ([String]) -> Bool) async {
      for await change in changes {
        if case .changed = change, let photos = try? await read(), isWanted(photos) { return }
      }
      Issue.record("the folder never had these photos")
    }

    func read() async throws -> [String] {
      try await page(repository, isRefresh: true).ids
    }
  }

  @Test(arguments: ["above/photos", "above"])
  func `a folder that was moved is gone, and is read again when it is back`(
    _ moved: String
  ) async throws {
    let reader = await Reader(place.file("above/photos"))
    await reader.wait(for: .all)

    rename(path(moved), path("elsewhere"))
    await reader.wait(for: .absent(.gone))
    await #expect(throws: PhotoSourceError.notFound(name: "photos")) { try await reader.read() }
    rename(path("elsewhere"), path(moved))
    await reader.wait(for: .all)

    try await expectEqual(reader.read(), ["a.jpg", "b/c.jpg"])
  }

  @Test func `a folder that was deleted is gone, and another one in its place is watched`()
    async throws
  {
    let reader = await Reader(place.file("above/photos"))
    await reader.wait(for: .all)

    try place.remove("above/photos")
    await reader.wait(for: .absent(.gone))
    try place.write("above/photos/d.jpg", "d")
    await reader.wait(for: .all)
    try await expectEqual(reader.read(), ["d.jpg"])

    // The watch is on the new one.
    try place.remove("above/photos")
    await reader.wait(for: .absent(.gone))
  }

  @Test func `a folder that is not there at first is read when it comes`() async throws {
    let reader = await Reader(place.file("above/later"))
    await reader.wait(for: .absent(.gone))

    try place.write("above/later/e.jpg", "e")
    await reader.wait(for: .all)

    try await expectEqual(reader.read(), ["e.jpg"])
  }

  @Test(
    .enabled(if: geteuid() != 0, "root may read everything"),
    arguments: ["above/photos", "above"])
  func `a folder that is forbidden says so, and is read again when it no longer is`(
    _ closed: String
  ) async throws {
    let reader = await Reader(place.file("above/photos"))
    await reader.wait(for: .all)

    chmod(path(closed), 0)
    await reader.wait(for: .absent(.forbidden))
    chmod(path(closed), 0o755)
    await reader.wait(for: .all)

    try await expectEqual(reader.read(), ["a.jpg", "b/c.jpg"])
  }

  /// Whether the tests may mount: as root of a machine, and not of most containers.
  private static let mayMount: Bool = {
    guard geteuid() == 0, let place = try? TemporaryFolder(),
      mount("vitrine-test", place.path, "tmpfs", 0, nil) == 0
    else { return false }
    return umount2(place.path, Int32(MNT_DETACH)) == 0
  }()

  @Test(.enabled(if: mayMount, "only root may mount"), arguments: [0, Int32(MNT_DETACH)])
  func `a disk that is unmounted is gone, and read again when it is back`(
    flags: Int32
  ) async throws {
    let disk = path("above/photos")
    defer { while umount2(disk, Int32(MNT_DETACH)) == 0 {} }
    let beside = path("beside")
    mkdir(beside, 0o755)
    defer { umount2(beside, Int32(MNT_DETACH)) }
    try place.remove("above/photos")
    mkdir(disk, 0o755)
    try #require(mount("vitrine-test", disk, "tmpfs", 0, nil) == 0)
    try place.write("above/photos/m.jpg", "m")
    // So it lives on, and inotify has nothing to say.
    try #require(mount(disk, beside, nil, UInt(MS_BIND), nil) == 0)
    let reader = await Reader(place.file("above/photos"))
    await reader.wait(for: .all)
    try await expectEqual(reader.read(), ["m.jpg"])

    try #require(umount2(disk, flags) == 0)
    await reader.wait(for: .absent(.unmounted))
    try #require(mount(beside, disk, nil, UInt(MS_BIND), nil) == 0)
    await reader.wait(for: .all)

    try await expectEqual(reader.read(), ["m.jpg"])
  }

  @Test(.enabled(if: mayMount, "only root may mount"))
  func `previous rows that are asked for after the disk was unmounted don't hide that`()
    async throws
  {
    let disk = path("above/photos")
    defer { while umount2(disk, Int32(MNT_DETACH)) == 0 {} }
    try place.remove("above/photos")
    mkdir(disk, 0o755)
    try #require(mount("vitrine-test", disk, "tmpfs", 0, nil) == 0)
    try place.write("above/photos/m.jpg", "m")
    let repository = FolderRepository(folder: place.file("above/photos"), reader: nil)
    try await expectEqual(repository.ids(), ["m.jpg"])

    try #require(umount2(disk, 0) == 0)
    try await expectEqual(repository.ids(), ["m.jpg"])

    await #expect(throws: PhotoSourceError.unreadable(name: "photos", code: ENODEV)) {
      try await repository.page(for: PageRequest(isRefresh: true))
    }
  }

  @Test(.enabled(if: mayMount, "only root may mount"))
  func `what is mounted over a folder, or in it, is read in its place`() async throws {
    let disks = [path("above/photos"), path("above/photos/b")]
    defer { for disk in disks { umount2(disk, Int32(MNT_DETACH)) } }
    let reader = await Reader(place.file("above/photos"))
    await reader.wait(for: .all)

    try #require(mount("vitrine-test", disks[1], "tmpfs", 0, nil) == 0)
    await reader.wait { $0 == ["a.jpg"] }
    try #require(mount("vitrine-test", disks[0], "tmpfs", 0, nil) == 0)
    await reader.wait(for: .absent(.unmounted))
    try place.write("above/photos/new.jpg", "n")
    await reader.wait { $0 == ["new.jpg"] }
    umount2(disks[0], Int32(MNT_DETACH))

    await reader.wait { $0 == ["a.jpg"] }
  }

  @Test func `permissions that change nothing for us are not a change of the folder`() async throws
  {
    let (told, tell) = AsyncStream.makeStream(of: Set<[UInt8]>?.self)
    let watch = try #require(DirectoryWatch { tell.yield($0) })
    defer { watch.cancel() }
    let folder = place.file("above/photos")
    expectEqual(watch.watch([folder.path], readAt: .max, pause: .zero), .all)

    chmod(path("above/photos/a.jpg"), 0o600)
    chmod(path("above/photos"), 0o750)
    chmod(path("above"), 0o750)
    let new = try place.write("above/photos/f.jpg", "f")

    // All changes come together, and none that would mean "all files".
    var iterator = told.makeAsyncIterator()
    await expectEqual(iterator.next(), .some([new.path]))
  }
}
