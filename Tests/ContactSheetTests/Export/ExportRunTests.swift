import ExpectationSupport
import Files
import Foundation
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import GalleryTestSupport
import Glibc
import PictureProtocol
import Synchronization
import Testing

@testable import ContactSheet

/// Exports from their first photo to their last.
@Suite(.timeLimit(.minutes(10)))
struct ExportRunTests {
  private let folder: TemporaryFolder
  private let told = Told()

  final class Told: Sendable {
    let values = Mutex<[ExportProgress]>([])
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ selection: ExportSelection, to name: String, stored: FileReference? = nil,
    replaces: Bool = false, pages: StubPages = StubPages(photos: []), sheetLimit: Int = 5_000,
    onProgress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws(ExportFailure) -> ExportSummary {
    let run = ExportRun(
      repository: pages, thumbnail: { $0.id.contains("bad") ? nil : .stub },
      original: { $0.file ?? stored },
      files: LocalFileOperationRepository(environment: [:]), home: folder.path, zone: .gmt,
      sheetLimit: sheetLimit,
      progress: { [told] value in
        told.values.withLock { $0.append(value) }
        onProgress(value)
      })
    return try await run.run(selection, to: "~/\(name)", replaces: replaces)
  }

  @Test func `a web page has all photos, in order`() async throws {
    let photos = Photo.stubs(30)
    let summary = try await run(.photos(photos), to: "a.html")

    let html = try folder.read("a.html")
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
    let titles = html.ranges(of: "<b dir=\"auto\">").map {
      html[$0.upperBound...].prefix { $0 != "<" }
    }
    expectEqual(titles.map(String.init), photos.map(\.name))
    #expect(html.contains("<footer>30 photos</footer>"))
    #expect(summary.kind == .sheet && summary.path == "~/a.html" && summary.count == 30)
    #expect(summary.withoutPicture == 0 && !summary.isCut && !summary.notes.lacksPhotos)
    expectEqual(folder.names, ["a.html"])
  }

  @Test(arguments: ["a.html", "copies/"])
  func `half a file that a killed program left goes with the next export in its folder`(
    name: String
  ) async throws {
    let ended = try #require(ProcessIdentity.ended)
    let place = name == "copies/" ? "copies/" : ""
    mkdir(folder.path("copies"), 0o700)
    try folder.write("half", to: "\(place).vitrine-\(ended.text)-0123456789abcdef.tmp")
    try folder.write("mine", to: "\(place).vitrine-mine")

    _ = try? await run(.photos([]), to: name, replaces: true)

    expectEqual(
      FolderEntries.names(in: folder.path(place)).filter { $0.hasPrefix(".vitrine") },
      [".vitrine-mine"])
  }

  @Test func `a list without photos leaves no file`() async throws {
    await #expect(throws: ExportFailure.nothing) {
      try await run(.listing(.everything, total: nil), to: "a.html")
    }
    expectEqual(folder.names, [])
  }

  @Test func `a listing is read to its end, with progress`() async throws {
    let photos = Photo.stubs(23)
    let summary = try await run(
      .listing(.everything, total: nil), to: "a.html", pages: StubPages(photos: photos))

    expectEqual(summary.count, 23)
    let values = told.values.withLock { $0 }
    expectEqual(values.map(\.count), Array(0..<23))
    #expect(values.allSatisfy { $0.total == 23 })
    expectEqual(values.first?.title, "photo 0")
  }

  @Test(arguments: ["b.html", "copies"])
  func `folders that a server didn't list are reported, and the rest is exported`(
    name: String
  ) async throws {
    try folder.write("bytes", to: "a.jpg")
    let file = try #require(FileReference(path: Array("\(folder.path)/a.jpg".utf8)))
    let ending = FeedEnding.incomplete(
      MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas"))))

    let summary = try await run(
      .listing(.everything, total: nil), to: name, replaces: true,
      pages: StubPages(photos: [.stub(id: "1", file: file)], ending: ending))

    expectEqual(summary.count, 1)
    expectEqual(summary.notes.ending, ending)
    guard name == "b.html" else { return }
    #expect(try folder.read("b.html").contains("<footer>1 photo. Missing 2024: "))
    await #expect(throws: ExportFailure.source(.timedOut(host: "nas"))) {
      try await run(
        .listing(.everything, total: nil), to: "c.html",
        pages: StubPages(photos: [], ending: ending))
    }
  }

  @Test func `photos that haven't been read are read first`() async throws {
    _ = try await run(.photos(Photo.stubs(1, needsDetails: true)), to: "a.html")

    #expect(try folder.read("a.html").contains("photo 0 (read)"))
  }

  @Test func `photos without a picture are marked on the sheet`() async throws {
    let photos = [Photo.stub(id: "1"), .stub(id: "bad"), .stub(id: "3")]
    let summary = try await run(.photos(photos), to: "a.html")

    expectEqual(summary.count, 3)
    expectEqual(summary.withoutPicture, 1)
    #expect(try folder.read("a.html").contains("<footer>3 photos, 1 without a picture</footer>"))
  }

  @Test func `a page of the source that can't be read ends the export, and no file is left`()
    async throws
  {
    await #expect(throws: ExportFailure.source(.noNetwork)) {
      try await run(
        .listing(.everything, total: nil), to: "a.html",
        pages: StubPages(photos: Photo.stubs(20), failingPage: 3))
    }
    expectEqual(folder.names, [])
  }

  @Test func `an existing file is kept unless it may be replaced`() async throws {
    try folder.write("old", to: "a.html")

    await #expect(throws: ExportFailure.unwritten("a.html already exists now. Nothing was saved")) {
      try await run(.photos(Photo.stubs(1)), to: "a.html")
    }
    try expectEqual(folder.read("a.html"), "old")

    _ = try await run(.photos(Photo.stubs(1)), to: "a.html", replaces: true)
    #expect(try folder.read("a.html").hasPrefix("<!DOCTYPE html>"))
    expectEqual(folder.names, ["a.html"])
  }

  @Test func `a file that appears meanwhile is kept, too`() async throws {
    let folder = folder
    await #expect(throws: ExportFailure.unwritten("a.html already exists now. Nothing was saved")) {
      try await run(
        .photos(Photo.stubs(1)), to: "a.html",
        onProgress: { _ in _ = try? folder.write("theirs", to: "a.html") })
    }
    try expectEqual(folder.read("a.html"), "theirs")
    expectEqual(folder.names, ["a.html"])
  }

  @Test func `a link is kept, and its file is replaced`() async throws {
    try folder.write("old", to: "true.html")
    symlink("true.html", folder.path("a.html"))

    _ = try await run(.photos(Photo.stubs(1)), to: "a.html", replaces: true)

    #expect(try folder.read("true.html").hasPrefix("<!DOCTYPE html>"))
    var status = stat()
    #expect(lstat(folder.path("a.html"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a cancelled export leaves no file`() async throws {
    // A task that others run may be over before its maker has it in hand; this one cancels itself.
    let task = Task {
      try await run(
        .photos(Photo.stubs(100)), to: "a.html",
        onProgress: { if $0.count == 20 { withUnsafeCurrentTask { $0?.cancel() } } })
    }

    await #expect(throws: (any Error).self) { try await task.value }
    #expect(told.values.withLock { $0.last?.count } ?? 0 < 100)
    expectEqual(folder.names, [])
  }

  @Test func `a full sheet says that there are more photos`() async throws {
    let pages = StubPages(photos: Photo.stubs(23))
    let summary = try await run(
      .listing(.everything, total: nil), to: "a.html", pages: pages, sheetLimit: 10)
    #expect(summary.count == 10 && summary.isCut)

    let whole = try await run(
      .listing(.everything, total: nil), to: "b.html", pages: pages, sheetLimit: 23)
    #expect(whole.count == 23 && !whole.isCut)
  }

  @Test func `originals are copied into a new folder`() async throws {
    try folder.makeFolder("from")
    let photos = try (1...3).map { number in
      Photo.stub(
        id: "\(number)", file: try folder.write("picture \(number)", to: "from/\(number).jpg"))
    }
    await #expect(throws: ExportFailure.target("no such folder")) {
      try await run(.photos(photos), to: "to")
    }
    let summary = try await run(
      .photos(photos + [.stub(id: "no file")]), to: "to", replaces: true)

    expectEqual(summary.count, 3)
    expectEqual(summary.withoutPicture, 1)
    try expectEqual(folder.read("to/2.jpg"), "picture 2")

    let again = try await run(.photos(photos), to: "to")
    #expect(again.count == 0 && again.presentCount == 3)
  }

  @Test func `the other files of a shot are copied with it, as a copy of the photo would be`()
    async throws
  {
    try folder.makeFolder("from")
    var photo = Photo.stub(file: try folder.write("JPEG", to: "from/a.jpg"))
    photo.companions = [
      try folder.write("raw", to: "from/a.raf"), try folder.write("clip", to: "from/a.mov"),
    ]
    for name in ["a.jpg.xmp", "a.xmp", "a.raf.pp3", "b.xmp"] {
      try folder.write(name, to: "from/\(name)")
    }
    try folder.makeFolder("to")
    try folder.write("somebody's", to: "to/a.jpg")

    let summary = try await run(.photos([photo]), to: "to")

    #expect(summary.count == 1 && summary.renamedCount == 1)
    let copies = [
      "a (2).jpg", "a (2).jpg.xmp", "a (2).mov", "a (2).raf", "a (2).raf.pp3", "a (2).xmp",
    ]
    expectEqual(FolderEntries.names(in: folder.path("to")).sorted(), (copies + ["a.jpg"]).sorted())

    // Again: only what is missing.
    unlink(folder.path("to/a (2).xmp"))
    let again = try await run(.photos([photo]), to: "to")
    #expect(again.count == 1 && again.renamedCount == 1 && again.presentCount == 0)
    expectEqual(FolderEntries.names(in: folder.path("to")).sorted(), (copies + ["a.jpg"]).sorted())
    let last = try await run(.photos([photo]), to: "to")
    #expect(last.count == 0 && last.presentCount == 1)
    expectEqual(FolderEntries.names(in: folder.path("to")).count, copies.count + 1)
  }

  @Test
  func `a downloaded original is called as its photo, without what lies beside it in the store`()
    async throws
  {
    let stored = try folder.write("GIF89a", to: "0123")
    chmod(folder.path("0123"), 0o600)
    try folder.write("x", to: "0123.xmp")
    let photo = Photo.stub(imageURL: URL(string: "https://h.example/lake.gif"))

    let summary = try await run(.photos([photo]), to: "to", stored: stored, replaces: true)
    // Named while it is downloaded, and while it is copied.
    let titles = told.values.withLock { $0.map(\.title) }
    expectEqual(titles.first, "vienna.street")
    expectEqual(Set(titles.dropFirst()), ["lake.gif"])
    let again = try await run(.photos([photo]), to: "to", stored: stored)

    #expect(summary.count == 1 && summary.renamedCount == 0 && again.presentCount == 1)
    expectEqual(FolderEntries.names(in: folder.path("to")), ["lake.gif"])
    var status = stat()
    expectEqual(stat(folder.path("to/lake.gif"), &status), 0)
    let mask = umask(0)
    _ = umask(mask)
    expectEqual(status.st_mode & 0o777, 0o666 & ~mask)
  }

  @Test func `what a link leads to is copied under the name of the link`() async throws {
    try folder.makeFolder("from")
    try folder.makeFolder("elsewhere")
    try folder.write("JPEG", to: "elsewhere/1.jpg")
    symlink("../elsewhere/1.jpg", folder.path("from/lake.jpg"))
    let file = try #require(FileReference(path: folder.path("from/lake.jpg")))

    let summary = try await run(.photos([.stub(file: file)]), to: "to", replaces: true)

    #expect(summary.count == 1 && summary.withoutPicture == 0)
    expectEqual(FolderEntries.names(in: folder.path("to")), ["lake.jpg"])
    expectEqual(try String(contentsOfFile: folder.path("to/lake.jpg"), encoding: .utf8), "JPEG")
  }

  @Test func `originals that are gone are counted, and the others are copied`() async throws {
    try folder.makeFolder("from")
    let photos = try (0..<130).map { number in
      Photo.stub(id: "\(number)", file: try folder.write("\(number)", to: "from/\(number).jpg"))
    }
    for number in [0, 64, 129] { unlink(folder.path("from/\(number).jpg")) }

    let summary = try await run(.photos(photos), to: "to", replaces: true)

    #expect(summary.count == 127 && summary.withoutPicture == 3)
    let values = told.values.withLock { $0 }
    #expect(
      values.allSatisfy { $0.total == 130 } && values.map(\.count) == values.map(\.count).sorted())
  }

  @Test func `a folder that was created for nothing is removed`() async throws {
    let summary = try await run(.photos([.stub(id: "no file")]), to: "to", replaces: true)

    #expect(summary.count == 0 && summary.withoutPicture == 1)
    expectEqual(folder.names, [])
  }
}
