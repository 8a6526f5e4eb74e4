import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import PictureProtocol
import Synchronization
import Testing
import WaitSupport

@testable import GalleryStore

/// Says what is in the file, in lines of a letter and a value, and what is in its sidecar.
final class LineReader: PhotoMetadataReader {
  private let asked = Mutex<[String]>([])
  /// Further files are read when this grows.
  let limit = Mutex(Int.max)

  var count: Int { asked.withLock(\.count) }

  /// The names of the files that were read, sorted; none are left.
  func takeNames() -> [String] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked.sorted()
    }
  }

  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    let number = asked.withLock {
      $0.append(String(decoding: FilePath.lastComponent(file.path), as: UTF8.self))
      return $0.count
    }
    try? await wait(for: "the test to let it be read") { limit.withLock { number <= $0 } }
    func text(_ path: [UInt8]) -> String? {
      try? String(contentsOfFile: String(decoding: path, as: UTF8.self), encoding: .utf8)
    }
    var metadata = PhotoMetadata()
    let beside = SidecarName.paths(of: file.path).lazy.compactMap(text).first
    for line in [text(file.path), beside].compactMap(\.self).flatMap({ $0.split(separator: "\n") })
    {
      let value = String(line.dropFirst(2))
      switch line.first {
      case "t": metadata.title = value
      case "c": metadata.cameraModel = value
      case "d": metadata.dates = [.init(value)]
      case "k": metadata.keywords.append(value)
      case "r": metadata.rating = Int(value)
      default: return nil
      }
    }
    return metadata
  }
}

/// A folder of photos to which happens what happens to folders, and a library of it.
final class PictureFolder {
  let home: TemporaryFolder
  let log = RecordedLog()
  let reader = LineReader()
  var random: SplitMix64

  init(seed: UInt64 = 0) throws {
    home = try TemporaryFolder()
    random = SplitMix64(state: seed)
    for name in ["", "/a", "/a/b", "/A", "/A/b"] { mkdir(path + name, 0o700) }
  }

  /// With files that are called `1.jpg` and so on, of which some may be read before the test lets the others be.
  convenience init(
    files count: Int, readable: Int = .max, _ text: (_ number: Int) -> String
  ) throws {
    try self.init()
    for number in 1...count { try write("\(number).jpg", text(number)) }
    reader.limit.withLock { $0 = readable }
  }

  var path: String { "\(home.path)/pictures" }
  var libraryFolder: String { "\(home.path)/vitrine" }

  func library(_ zone: TimeZone = .gmt) -> SQLiteLibrary {
    SQLiteLibrary(folder: libraryFolder, zone: zone, logger: log.logger)
  }

  /// The folder as another run of the program sees it, a minute later, so that everything may be remembered.
  func run(
    _ library: SQLiteLibrary?, below: String = "", zone: TimeZone = .gmt, showsPairs: Bool = false
  ) throws -> FolderRepository {
    FolderRepository(
      folder: try #require(FileReference(path: path + below)), reader: reader,
      showsPairs: showsPairs, zone: zone, library: library,
      now: { Int64(Date().timeIntervalSince1970 + 60) * 1_000_000_000 })
  }

  /// What answers queries of it.
  func queries(
    _ library: SQLiteLibrary?, below: String = "", zone: TimeZone = .gmt, showsPairs: Bool = false
  ) throws -> LocalQueryRepository {
    LocalQueryRepository(
      try run(library, below: below, zone: zone, showsPairs: showsPairs), zone: zone)
  }

  /// Lets files be read, and waits until the library has what they say.
  func read(_ limit: Int, for library: SQLiteLibrary) async throws {
    reader.limit.withLock { $0 = limit }
    try await wait(for: "\(limit) files to be read") { reader.count > limit }
    await library.finishWriting()
  }

  func readAll() { reader.limit.withLock { $0 = .max } }

  // MARK: Files

  /// - Parameter dated: A file whose date it gets, as from `exiftool -P` and editors.
  func write(_ name: String, _ text: String = "", dated other: String? = nil) throws {
    var status = stat()
    let hasDate = other.map { stat("\(path)/\($0)", &status) == 0 } ?? false
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    var times = [status.st_atim, status.st_mtim]
    if hasDate { utimensat(AT_FDCWD, "\(path)/\(name)", &times, 0) }
  }

  func remove(_ name: String) { unlink("\(path)/\(name)") }

  private func move(_ name: String, to other: String) {
    rename("\(path)/\(name)", "\(path)/\(other)")
  }

  private func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  func randomText() -> String {
    var lines: [String] = []
    let fields = [
      "t": ["Bog", "bog 10", "bog 9", "Élan"], "c": ["D500", "EOS 5D"], "k": ["sea", "Sea", "bog"],
      "d": [
        "2017:10:29 02:30:00", "2017:10:29 02:30:00+02:00", "2017:10:29 12:00:00",
        "2016:01:01 00:00:00",
      ],
      "r": ["-1", "0", "3", "5"],
    ]
    for (letter, values) in fields.sorted(by: { $0.key < $1.key })
    where Bool.random(using: &random) {
      lines.append("\(letter) \(one(values))")
    }
    return lines.joined(separator: "\n")
  }

  func randomName() -> String {
    let ending = one([".jpg", ".jpg", ".JPG", ".cr2"])
    return one(["", "", "a/", "a/b/", "A/"]) + one(["IMG_", "img_", "0"])
      + "\(Int.random(in: 1...30, using: &random))" + ending
  }

  /// Waits until what changes from now on has another date: the real program doesn't remember what changed less than two
  /// seconds ago, but these tests let it.
  private func nextTick() async throws {
    var start = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &start)
    try await wait(for: "the next tick") {
      var now = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &now)
      return now.tv_sec > start.tv_sec || now.tv_nsec > start.tv_nsec
    }
  }

  /// Files change, move and go, and other programs edit sidecars.
  func change() async throws {
    try await nextTick()
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let names = (FileManager.default.enumerator(atPath: path)?.allObjects as? [String]) ?? []
      let files = names.filter { $0.contains(".") && !$0.lowercased().hasSuffix(".xmp") }.sorted()
      let file = one(files)
      guard !file.isEmpty else {
        try write(randomName(), randomText())
        continue
      }
      let stem = String(file.dropLast(4))
      let sidecars = ["\(file).xmp", "\(stem).xmp", "\(stem).XMP"]
      switch Int.random(in: 0..<12, using: &random) {
      case 0: remove(file)
      case 1: move(file, to: randomName())
      case 2: try write(file, randomText(), dated: file)
      case 3:
        try write("new", randomText(), dated: file)
        move("new", to: file)
      case 4:
        let other = one(files)
        for (from, to) in [(file, "swap"), (other, file), ("swap", other)] { move(from, to: to) }
      case 5, 6:
        let sidecar = one(sidecars)
        try write(sidecar, randomText(), dated: sidecar)
      case 7: for name in sidecars { remove(name) }
      case 8: for (from, to) in [("a", "x"), ("A", "a"), ("x", "A")] { move(from, to: to) }
      default: try write(randomName(), randomText())
      }
    }
  }
}
