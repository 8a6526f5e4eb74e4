import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing
import WaitSupport

@testable import GalleryStore

/// Files change, move and go, other programs edit sidecars, the program is killed, its database is damaged: what the
/// library answers is always what the files say.
@Suite(.timeLimit(.minutes(10)))
struct LibraryHistoryTests {
  /// Says what is in the file and in its sidecar.
  private struct Reader: PhotoMetadataReader {
    func metadata(
      of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
    ) async -> PhotoMetadata? {
      var metadata = PhotoMetadata()
      metadata.title = try? String(
        contentsOfFile: String(decoding: file.path, as: UTF8.self), encoding: .utf8)
      metadata.description =
        SidecarName.paths(of: file.path).lazy.compactMap {
          try? String(contentsOfFile: String(decoding: $0, as: UTF8.self), encoding: .utf8)
        }.first
      return metadata
    }
  }

  /// What happens to files and to the database.
  private struct History {
    let home: TemporaryFolder
    let log = RecordedLog()
    var random: SplitMix64

    init(seed: UInt64) throws {
      home = try TemporaryFolder()
      random = SplitMix64(state: seed)
      for folder in ["", "/a", "/b"] { mkdir(pictures + folder, 0o700) }
      for _ in 0..<8 { write(try newName(), text(), keepingDates: false) }
    }

    var pictures: String { "\(home.path)/pictures" }
    var folder: String { "\(home.path)/vitrine" }
    private var database: String { "\(folder)/library.sqlite" }

    func library() -> SQLiteLibrary {
      SQLiteLibrary(folder: folder, zone: .gmt, logger: log.logger)
    }

    private mutating func text() -> String { "text \(UInt8.random(in: 100...200, using: &random))" }

    private mutating func newName() throws -> String {
      let folder = ["", "a/", "b/"].randomElement(using: &random) ?? ""
      return "\(pictures)/\(folder)\(UInt8.random(in: 100...140, using: &random)).jpg"
    }

    private var files: [String] {
      let paths = FileManager.default.enumerator(atPath: pictures)?.allObjects as? [String]
      return (paths ?? []).filter { $0.hasSuffix(".jpg") }.sorted().map { "\(pictures)/\($0)" }
    }

    private func write(_ path: String, _ text: String, keepingDates keepsDates: Bool) {
      var before = stat()
      let isThere = stat(path, &before) == 0
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
      var times = [before.st_atim, before.st_mtim]
      if isThere, keepsDates { utimensat(AT_FDCWD, path, &times, 0) }
    }

    /// Waits until what changes from now on has another date: the real program doesn't remember what changed less than
    /// two seconds ago, but these tests let it.
    func nextTick() async throws {
      var start = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &start)
      try await wait(for: "the next tick") {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        return now.tv_sec > start.tv_sec || now.tv_nsec > start.tv_nsec
      }
    }

    mutating func changeFiles() throws {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let new = try newName()
        guard let file = files.randomElement(using: &random) else {
          write(new, text(), keepingDates: false)
          continue
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: write(new, text(), keepingDates: false)
        case 1: write(file, text(), keepingDates: true)
        case 2:
          // As `exiftool -P` and editors do.
          var status = stat()
          stat(file, &status)
          write(file + ".new", text(), keepingDates: false)
          var times = [status.st_atim, status.st_mtim]
          utimensat(AT_FDCWD, file + ".new", &times, 0)
          rename(file + ".new", file)
        case 3: rename(file, new)
        case 4: unlink(file)
        case 5:
          guard let other = files.randomElement(using: &random) else { continue }
          rename(file, file + ".swap")
          rename(other, file)
          rename(file + ".swap", other)
        case 6:
          let suffix = [".jpg.xmp", ".xmp", ".XMP"].randomElement(using: &random) ?? ".xmp"
          write(file.dropLast(4) + suffix, text(), keepingDates: true)
        case 7:
          for suffix in [".jpg.xmp", ".xmp", ".XMP"] { unlink(file.dropLast(4) + suffix) }
        default:
          rename("\(pictures)/a", "\(pictures)/c")
          rename("\(pictures)/b", "\(pictures)/a")
          rename("\(pictures)/c", "\(pictures)/b")
        }
      }
    }

    /// - Parameter last: Is closed first where that is part of it.
    mutating func harmDatabase(_ last: SQLiteLibrary) async throws {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        await last.database.close()
        guard let handle = FileHandle(forUpdatingAtPath: database) else { return }
        let size = try handle.seekToEnd()
        for _ in 0..<20 where size > 0 {
          try handle.seek(toOffset: UInt64.random(in: 0..<size, using: &random))
          try handle.write(contentsOf: [UInt8.random(in: 0...255, using: &random)])
        }
      case 1:
        await last.database.close()
        try? Data("garbage".utf8).write(to: URL(fileURLWithPath: database))
      case 2:
        // Under its feet.
        for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
      case 3:
        let version = Bool.random(using: &random) ? LibraryLayout.version + 1 : 0
        _ = await last.database.write(creating: false) {
          try $0.execute(sql: "PRAGMA user_version = \(version)")
        }
      default: break
      }
    }
  }

  private static func photos(
    _ pictures: String, _ library: SQLiteLibrary?, oneByOne: Bool = false
  ) async throws -> [Photo] {
    let repository = FolderRepository(
      folder: try #require(FileReference(path: pictures)), reader: Reader(), zone: .gmt,
      library: library,
      // A minute later, so that everything may be remembered.
      now: { Int64(Date().timeIntervalSince1970 + 60) * 1_000_000_000 })
    var request = PageRequest(pageSize: 500)
    request.readsAll = true
    var photos = try await repository.page(for: request).photos
    guard oneByOne else { return await repository.details(of: photos) }
    for index in photos.indices { photos[index] = await repository.details(of: photos[index]) }
    return photos
  }

  @Test(arguments: 1...6)
  func `whatever happens, the library says what the files say`(seed: UInt64) async throws {
    var history = try History(seed: seed)
    var library = history.library()
    let pictures = history.pictures
    for round in 0..<30 {
      try await history.nextTick()
      try history.changeFiles()
      let expected = try await Self.photos(pictures, nil)

      let oneByOne = Bool.random(using: &history.random)
      try await expectEqual(
        Self.photos(pictures, library, oneByOne: oneByOne), expected,
        "\(oneByOne) in round \(round)")

      switch Int.random(in: 0..<6, using: &history.random) {
      case 0:
        // Killed: what was pending may be written later, when the next program runs.
        library = history.library()
      case 1:
        await library.finishWriting()
        let (first, other) = (library, history.library())
        async let one = Self.photos(pictures, first)
        async let two = Self.photos(pictures, other)
        try await expectEqual(one, expected)
        try await expectEqual(two, expected)
        await other.finishWriting()
      case 2:
        // Its disk goes and comes back.
        rename(history.pictures, history.pictures + ".away")
        let away = library
        await #expect(throws: PhotoSourceError.self) { try await Self.photos(pictures, away) }
        rename(history.pictures + ".away", history.pictures)
        try await expectEqual(Self.photos(pictures, library), expected)
      case 3:
        await library.finishWriting()
        try await history.harmDatabase(library)
        if Bool.random(using: &history.random) { library = history.library() }
        try await expectEqual(Self.photos(pictures, library), expected)
      default: await library.finishWriting()
      }
    }
    await library.finishWriting()
  }
}
