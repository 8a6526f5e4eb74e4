import ExpectationSupport
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

/// Files change, move and go, other programs edit sidecars, the program is killed, its database is damaged: what the
/// library answers is always what the files say.
@Suite(.timeLimit(.minutes(10)))
struct LibraryHistoryTests {
  /// - Parameter last: Is closed first where that is part of it.
  private func harmDatabase(of folder: PictureFolder, _ last: SQLiteLibrary) async throws {
    let database = "\(folder.libraryFolder)/library.sqlite"
    switch Int.random(in: 0..<8, using: &folder.random) {
    case 0:
      await last.database.close()
      guard let handle = FileHandle(forUpdatingAtPath: database) else { return }
      let size = try handle.seekToEnd()
      for _ in 0..<20 where size > 0 {
        try handle.seek(toOffset: UInt64.random(in: 0..<size, using: &folder.random))
        try handle.write(contentsOf: [UInt8.random(in: 0...255, using: &folder.random)])
      }
    case 1:
      await last.database.close()
      try? Data("garbage".utf8).write(to: URL(fileURLWithPath: database))
    case 2:
      // Under its feet.
      for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
    case 3:
      let version = Bool.random(using: &folder.random) ? LibraryLayout.version + 1 : 0
      _ = await last.database.write(creating: false) {
        try $0.execute(sql: "PRAGMA user_version = \(version)")
      }
    default: break
    }
  }

  private static func photos(
    of repository: FolderRepository, oneByOne: Bool = false
  ) async throws -> [Photo] {
    var request = PageRequest(pageSize: 500)
    request.readsAll = true
    var photos = try await repository.page(for: request).photos
    guard oneByOne else { return await repository.details(of: photos) }
    for index in photos.indices { photos[index] = await repository.details(of: photos[index]) }
    return photos
  }

  @Test(arguments: 1...6)
  func `whatever happens, the library says what the files say`(seed: UInt64) async throws {
    let folder = try PictureFolder(seed: seed)
    for _ in 0..<8 { try folder.write(folder.randomName(), folder.randomText()) }
    var library = folder.library()
    for round in 0..<30 {
      try await folder.change()
      let expected = try await Self.photos(of: folder.run(nil))

      let oneByOne = Bool.random(using: &folder.random)
      try await expectEqual(
        Self.photos(of: folder.run(library), oneByOne: oneByOne), expected,
        "\(oneByOne) in round \(round)")

      switch Int.random(in: 0..<6, using: &folder.random) {
      case 0:
        // Killed: what was pending may be written later, when the next program runs.
        library = folder.library()
      case 1:
        await library.finishWriting()
        let other = folder.library()
        let runs = (try folder.run(library), try folder.run(other))
        async let first = Self.photos(of: runs.0)
        async let second = Self.photos(of: runs.1)
        try await expectEqual(first, expected)
        try await expectEqual(second, expected)
        await other.finishWriting()
      case 2:
        // Its disk goes and comes back.
        rename(folder.path, folder.path + ".away")
        let away = try folder.run(library)
        await #expect(throws: PhotoSourceError.self) { try await Self.photos(of: away) }
        rename(folder.path + ".away", folder.path)
        try await expectEqual(Self.photos(of: folder.run(library)), expected)
      case 3:
        await library.finishWriting()
        try await harmDatabase(of: folder, library)
        if Bool.random(using: &folder.random) { library = folder.library() }
        try await expectEqual(Self.photos(of: folder.run(library)), expected)
      default: await library.finishWriting()
      }
    }
    await library.finishWriting()
  }
}
