import ExpectationSupport
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing
import WaitSupport

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct LibraryTests {
  private let home: TemporaryFolder
  private let log = RecordedLog()
  private let pictures = LibraryDirectory(path: Array("/pictures".utf8), fileSystem: .max - 1)

  init() throws {
    home = try TemporaryFolder()
  }

  private var folder: String { "\(home.path)/vitrine" }

  /// A library as a program opens it.
  private func library(maximumPageCount: Int? = nil) -> SQLiteLibrary {
    SQLiteLibrary(folder: folder, logger: log.logger, maximumPageCount: maximumPageCount)
  }

  private func file(_ name: String, stamp: [UInt8] = [1]) -> LibraryFile {
    LibraryFile(name: Array(name.utf8), stamp: stamp)
  }

  private func titled(_ title: String) -> LibraryContents {
    var metadata = PhotoMetadata()
    metadata.title = title
    return LibraryContents(metadata: metadata, mark: nil)
  }

  private func title(
    _ name: String, stamp: [UInt8] = [1], in library: SQLiteLibrary,
    of directory: LibraryDirectory? = nil
  ) async -> String? {
    await library.contents(of: [file(name, stamp: stamp)], in: directory ?? pictures)
      .first??.metadata.title
  }

  /// A library that holds a photo named a, written by another program.
  private func filled() async -> SQLiteLibrary {
    let first = library()
    first.remember(titled("A"), of: file("a"), in: pictures)
    await first.finishWriting()
    await first.database.close()
    return library()
  }

  private func isCurrent(_ name: String, in library: SQLiteLibrary) async -> Bool {
    await library.rows(of: [file(name)], in: pictures)?.rows.first??.isCurrent ?? false
  }

  private static func random(_ random: inout SplitMix64) -> LibraryContents {
    func text() -> String? {
      let texts = ["", "a", "é\u{0}\n", String(repeating: "x", count: 300), "日本"]
      return Bool.random(using: &random) ? texts.randomElement(using: &random) : nil
    }
    func number() -> Int? {
      Bool.random(using: &random) ? [-1, 0, 5, .max, .min].randomElement(using: &random) : nil
    }
    var metadata = PhotoMetadata()
    metadata.title = text()
    metadata.description = text()
    metadata.headline = text()
    metadata.copyright = text()
    metadata.altText = text()
    metadata.author = text()
    metadata.licence = text()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      metadata.dates.append(
        .init(text() ?? "1958", offset: Bool.random(using: &random) ? "Z" : nil))
    }
    metadata.cameraMake = text()
    metadata.cameraModel = text()
    metadata.lens = text()
    metadata.focalLength = number().map { Double($0) / 3 }
    metadata.aperture = number().map { Double($0) / 3 }
    metadata.exposureTime = number().map { 1 / (Double($0) + 0.5) }
    metadata.iso = number()
    metadata.label = text()
    metadata.rating = number()
    metadata.width = number()
    metadata.height = number()
    for _ in 0..<Int.random(in: 0...3, using: &random) { metadata.keywords.append(text() ?? "k") }
    for _ in 0..<Int.random(in: 0...3, using: &random) { metadata.places.append(text() ?? "p") }
    let price =
      [
        nil, Price(amount: "1.50", currency: nil),
        Price(amount: "2", currency: "EUR", isLowest: true),
      ].randomElement(using: &random) ?? nil
    let statuses = [SaleStatus.forSale, .notForSale, .unstated]
    let mark = statuses.randomElement(using: &random).map { SaleMark(status: $0, price: price) }
    return LibraryContents(metadata: metadata, mark: Bool.random(using: &random) ? mark : nil)
  }

  @Test(arguments: 1...20) func `contents come back as they were`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    for _ in 0..<50 {
      let contents = Self.random(&random)
      let bytes = ContentsCoding.bytes(of: contents)

      try expectEqual(ContentsCoding.contents(bytes), contents)
      // Cut short, or with a bit that a disk has lost.
      for _ in 0..<10 {
        let cut = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
        #expect(throws: DamagedBytes.self) { try ContentsCoding.contents(Array(cut)) }
        var damaged = bytes
        damaged[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0...7, using: &random)
        #expect(throws: DamagedBytes.self) { try ContentsCoding.contents(damaged) }
      }
    }
  }

  @Test func `positions are not stored`() {
    var metadata = PhotoMetadata()
    metadata.position = GeoPosition(latitude: 1, longitude: 2)
    metadata.details = [PhotoDetail(kind: .flash, text: "t")]

    expectEqual(
      LibraryContents(metadata: metadata, mark: nil),
      LibraryContents(metadata: PhotoMetadata(), mark: nil))
  }

  @Test func `what is remembered is written without being asked to`() async throws {
    let (first, second) = (library(), library())
    for number in 0..<5_000 {
      first.remember(titled("\(number)"), of: file("\(number)"), in: pictures)
    }

    try await wait(for: "all files in another program") {
      let titles = [await title("0", in: second), await title("4999", in: second)]
      return titles == ["0", "4999"]
    }
  }

  @Test func `only its owner can read it, and nothing is created before it is needed`() async throws
  {
    let library = library()
    await expectEqual(title("a", in: library), nil)
    #expect(await library.directories(from: pictures.path).isEmpty)
    await library.forget(nil, in: pictures)
    await library.finishWriting()
    #expect(home.paths.isEmpty)

    library.remember(titled("A"), of: file("a"), in: pictures)
    await library.finishWriting()

    for name in ["library.sqlite", "library.sqlite-wal"] {
      expectEqual(home.mode("vitrine/\(name)"), 0o600)
    }
  }

  // MARK: Forgetting

  @Test func `the words of a file that is forgotten are not in the database any more`() async throws
  {
    let library = library()
    let word = "Unmistakable"
    library.remember(titled(word), of: file("a"), in: pictures)
    library.remember(titled("B"), of: file("b"), in: pictures)
    await library.finishWriting()
    await expectEqual(
      library.names(in: pictures).map { String(decoding: $0, as: UTF8.self) }, ["a", "b"])

    await library.forget([Array("a".utf8)], in: pictures)
    await expectEqual(title("a", in: library), nil)
    await expectEqual(title("b", in: library), "B")
    await library.database.close()

    try #expect(!home.read("vitrine/library.sqlite").contains(word))
    let after = self.library()
    await after.forget(nil, in: pictures)
    #expect(await after.directories(from: pictures.path).isEmpty)
    await expectEqual(title("b", in: after), nil)
  }

  // MARK: Damage

  private func looking(_ differences: UInt64) throws -> FingerprintState {
    .known(
      try #require(
        PhotoFingerprint(
          differences: differences, contrast: 9, colors: (0..<96).map { UInt8($0 * 2) })))
  }

  @Test func `a file that another version has read is read again, and its picture stays known`()
    async throws
  {
    let looks = LibraryPicture(try looking(5))
    let older = await filled()
    older.remember(looks, of: file("a"), in: pictures)
    await older.finishWriting()
    await expectEqual(isCurrent("a", in: older), true)
    await older.database.execute(
      "UPDATE photo SET stamp = substr(stamp, 1, length(stamp) - 1) || x'FE'")
    await older.database.close()
    let newer = library()

    await expectEqual(newer.names(in: pictures).contains(Array("a".utf8)), true)
    await expectEqual(isCurrent("a", in: newer), false)
    await expectEqual(title("a", in: newer), nil)
    await expectEqual(newer.pictures(of: [file("a")], in: pictures), [looks])

    newer.remember(titled("B"), of: file("a"), in: pictures)
    await newer.finishWriting()

    await expectEqual(isCurrent("a", in: newer), true)
    await expectEqual(title("a", in: newer), "B")
  }

  @Test func `what a former version kept beside the library goes with its contents`() async throws {
    let older = await filled()
    await older.database.execute("PRAGMA user_version = 3")
    await older.database.close()
    try home.write("vitrine/readings/1.reading", "x")

    await expectEqual(title("a", in: library()), nil)

    #expect(home.paths(containing: "readings").isEmpty)
  }

  @Test func `a photo that is forgotten takes its picture with it`() async throws {
    let library = library()
    for name in ["a", "b"] {
      library.remember(titled(name), of: file(name), in: pictures)
      library.remember(LibraryPicture(try looking(1)), of: file(name), in: pictures)
    }
    // Of which nothing else is known.
    library.remember(LibraryPicture(.missing), of: file("c"), in: pictures)
    await library.finishWriting()

    await expectEqual(library.names(in: pictures).sorted { $0[0] < $1[0] }.count, 3)
    await library.forget([Array("a".utf8)], in: pictures)
    await expectEqual(
      library.pictures(of: [file("a"), file("b")], in: pictures),
      [LibraryPicture(), LibraryPicture(try looking(1))])
    _ = try await library.forget(from: Array("/pictures".utf8))
    await expectEqual(library.pictures(of: [file("b")], in: pictures), [LibraryPicture()])
  }

  @Test func `damaged pictures are read again`() async throws {
    let library = library()
    for name in ["a", "b", "c", "d"] {
      library.remember(LibraryPicture(try looking(1)), of: file(name), in: pictures)
    }
    await library.finishWriting()
    await library.database.execute(
      "UPDATE picture SET fingerprint = zeroblob(109) WHERE name = x'61'",
      "UPDATE picture SET digest = x'01' WHERE name = x'62'",
      "UPDATE picture SET fingerprint = x'01' WHERE name = x'63'")

    await expectEqual(
      library.pictures(of: ["a", "b", "c", "d"].map { file($0) }, in: pictures),
      [
        LibraryPicture(), LibraryPicture(try looking(1)), LibraryPicture(),
        LibraryPicture(try looking(1)),
      ])
  }

  /// SQLite can't begin its log on a disk that was full before.
  @Test(arguments: [true, false])
  func `on a full disk what doesn't fit isn't added, and the log says so once`(
    hasLog: Bool
  ) async throws {
    let other = await filled()
    if hasLog { await expectEqual(title("a", in: other), "A") }
    let full = library(maximumPageCount: 1)
    for number in 0..<2_000 {
      full.remember(titled("\(number)"), of: file("\(number)"), in: pictures)
    }
    await full.finishWriting()

    await expectEqual(title("1999", in: full), nil)
    await expectEqual(title("a", in: full), hasLog ? "A" : nil)
    expectEqual(log.lines.count, 1)
    await expectEqual(title("a", in: other), "A")
  }

  @Test func `folders are counted and forgotten with those below them`() async throws {
    let library = library()
    let paths = ["/", "/a", "/a/b", "/a.b", "/a0"]
    for path in paths {
      for name in ["x", "y"] {
        library.remember(
          titled("T"), of: file(name), in: LibraryDirectory(path: Array(path.utf8), fileSystem: 1))
      }
    }
    await library.finishWriting()
    func summary() async throws -> [String] {
      try await library.summary().folders.map { folder in
        #expect(folder.photoCount == 2 && folder.byteCount > 4 && folder.readAt != nil)
        return String(decoding: folder.directory.path, as: UTF8.self)
      }
    }

    try await expectEqual(summary(), ["/", "/a", "/a.b", "/a/b", "/a0"])
    try await expectEqual(library.forget(from: Array("/a".utf8)).photoCount, 4)
    try await expectEqual(summary(), ["/", "/a.b", "/a0"])
    try await expectEqual(library.forget(from: Array("/c".utf8)).photoCount, 0)
    try await expectEqual(library.forget(from: nil).folders.count, 3)
    #expect(try await summary().isEmpty)
  }

  @Test func `values that no library writes are unknown, not wrong`() async throws {
    let library = await filled()
    await library.database.execute(
      "UPDATE file SET contents = x'0102'")
    await expectEqual(title("a", in: library), nil)
    await library.database.execute(
      "UPDATE file SET contents = 5")
    await expectEqual(title("a", in: library), nil)

    library.remember(titled("B"), of: file("a"), in: pictures)
    await library.finishWriting()

    await expectEqual(title("a", in: library), "B")
  }
}

extension SQLiteLibrary {
  /// What a file said that doesn't change any more.
  fileprivate func remember(
    _ contents: LibraryContents, of file: LibraryFile, in directory: LibraryDirectory
  ) {
    remember(contents, of: file, in: directory, isSettled: true) { _ in
      let name = String(decoding: file.name, as: UTF8.self)
      return Photo(
        id: name, name: contents.metadata.title ?? name,
        file: FileReference(path: directory.path + [0x2F] + file.name))
    }
  }
}
