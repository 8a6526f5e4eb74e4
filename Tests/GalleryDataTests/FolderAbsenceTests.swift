import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// A folder that is shown is deleted, moved or forbidden, and comes back.
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
        case .watched: break
        case .changed: _ = try? await read()
        }
      }
      Issue.record("the source never said \(reach)")
    }

    func read() async throws -> [String] {
      var request = PageRequest(isRefresh: true)
      request.readsAll = true
      return try await repository.page(for: request).photos.map(\.id)
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

    #expect(try await reader.read() == ["a.jpg", "b/c.jpg"])
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
    #expect(try await reader.read() == ["d.jpg"])

    // The watch is on the new one.
    try place.remove("above/photos")
    await reader.wait(for: .absent(.gone))
  }

  @Test func `a folder that is not there at first is read when it comes`() async throws {
    let reader = await Reader(place.file("above/later"))
    await reader.wait(for: .absent(.gone))

    try place.write("above/later/e.jpg", "e")
    await reader.wait(for: .all)

    #expect(try await reader.read() == ["e.jpg"])
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

    #expect(try await reader.read() == ["a.jpg", "b/c.jpg"])
  }

  @Test func `permissions that change nothing for us are not a change of the folder`() async throws
  {
    let (told, tell) = AsyncStream.makeStream(of: Set<[UInt8]>?.self)
    let watch = try #require(DirectoryWatch { tell.yield($0) })
    defer { watch.cancel() }
    let folder = place.file("above/photos")
    #expect(watch.watch([folder.path], readAt: .max, pause: .zero) == .all)

    chmod(path("above/photos/a.jpg"), 0o600)
    chmod(path("above/photos"), 0o750)
    chmod(path("above"), 0o750)
    let new = try place.write("above/photos/f.jpg", "f")

    // All changes come together, and none that would mean "all files".
    var iterator = told.makeAsyncIterator()
    #expect(await iterator.next() == .some([new.path]))
  }
}
