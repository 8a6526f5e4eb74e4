import ExpectationSupport
import GalleryDomain
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
  private let typesetter = StubTypesetter()
  private let told = Told()

  final class Told: Sendable {
    let values = Mutex<[ExportProgress]>([])
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ selection: ExportSelection, as kind: ExportKind, to name: String, replaces: Bool = false,
    pages: StubPages = StubPages(photos: []), typesetter: StubTypesetter? = nil,
    sheetLimit: Int = 5_000, onProgress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws(ExportFailure) -> ExportSummary {
    let setter = typesetter ?? self.typesetter
    let run = ExportRun(
      pages: pages, thumbnails: StubThumbnails(), originals: StubOriginals(),
      makeTypesetter: { setter },
      options: ExportOptions(
        timeZone: .gmt, environment: ["HOME": folder.path], dateText: "2026-11-21",
        sheetLimit: sheetLimit),
      progress: { [told] value in
        told.values.withLock { $0.append(value) }
        onProgress(value)
      })
    return try await run.run(selection, as: kind, to: "~/\(name)", replaces: replaces)
  }

  @Test func `a web page has all photos, in order`() async throws {
    let photos = Photo.stubs(30)
    let summary = try await run(.photos(photos), as: .html, to: "a.html")

    let html = try folder.read("a.html")
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n"))
    let titles = html.ranges(of: "<b dir=\"auto\">").map {
      html[$0.upperBound...].prefix { $0 != "<" }
    }
    expectEqual(titles.map(String.init), photos.map(\.name))
    #expect(html.contains("<footer>30 photos</footer>"))
    expectEqual(summary, ExportSummary(kind: .html, path: "~/a.html", count: 30))
    expectEqual(folder.names, ["a.html"])
  }

  @Test func `a PDF is typeset page by page`() async throws {
    let summary = try await run(.photos(Photo.stubs(25)), as: .pdf, to: "a.pdf")

    try expectEqual(folder.read("a.pdf"), "begin\npage\npage\npage\nend\n")
    expectEqual(typesetter.pages.map(\.pictures.count), [12, 12, 1])
    expectEqual(typesetter.pages.last?.texts.contains { $0.text == "3 / 3" }, true)
    expectEqual(summary.count, 25)
  }

  @Test(arguments: [0, 1, 11, 12, 13])
  func `a page is full with twelve photos`(_ count: Int) async throws {
    guard count > 0 else {
      await #expect(throws: ExportFailure.nothing) {
        try await run(.listing(.everything, total: nil), as: .pdf, to: "a.pdf")
      }
      expectEqual(folder.names, [])
      return
    }
    _ = try await run(.photos(Photo.stubs(count)), as: .pdf, to: "a.pdf")

    expectEqual(typesetter.pages.count, SheetLayout.pageCount(of: count))
  }

  @Test func `a listing is read to its end, with progress`() async throws {
    let photos = Photo.stubs(23)
    let summary = try await run(
      .listing(.everything, total: nil), as: .html, to: "a.html", pages: StubPages(photos: photos))

    expectEqual(summary.count, 23)
    let values = told.values.withLock { $0 }
    expectEqual(values.map(\.count), Array(0..<23))
    #expect(values.allSatisfy { $0.total == 23 })
    expectEqual(values.first?.title, "photo 0")
  }

  @Test(arguments: [ExportKind.html, .originals])
  func `folders that a server didn't list are reported, and the rest is exported`(
    kind: ExportKind
  ) async throws {
    try folder.write("bytes", to: "a.jpg")
    let file = try #require(FileReference(path: Array("\(folder.path)/a.jpg".utf8)))
    let ending = FeedEnding.incomplete(
      MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas"))))

    let summary = try await run(
      .listing(.everything, total: nil), as: kind, to: kind == .html ? "b.html" : "copies",
      replaces: true, pages: StubPages(photos: [.stub(id: "1", file: file)], ending: ending))

    expectEqual(summary.count, 1)
    expectEqual(summary.ending, ending)
    guard kind == .html else { return }
    #expect(try folder.read("b.html").contains("<footer>1 photo. Missing 2024: "))
    await #expect(throws: ExportFailure.source(.timedOut(host: "nas"))) {
      try await run(
        .listing(.everything, total: nil), as: .html, to: "c.html",
        pages: StubPages(photos: [], ending: ending))
    }
  }

  @Test(arguments: [1, 12, 13])
  func `a PDF says on its last page what it holds, and which folders are missing`(
    _ count: Int
  ) async throws {
    let ending = FeedEnding.incomplete(
      MissingFolders(MissingFolders.Folder(name: "2024", error: .timedOut(host: "nas"))))

    _ = try await run(
      .listing(.everything, total: nil), as: .pdf, to: "a.pdf",
      pages: StubPages(photos: Photo.stubs(count), ending: ending))

    let words = typesetter.pages.map { page in
      page.texts.map(\.text).filter { $0.contains("Missing 2024: ") }
    }
    expectEqual(words.count, SheetLayout.pageCount(of: count))
    #expect(words.dropLast().allSatisfy { $0.isEmpty })
    let last = try #require(words.last?.first)
    #expect(
      last.hasPrefix(count == 1 ? "1 photo. Missing 2024: " : "\(count) photos. Missing 2024: "))
  }

  @Test func `photos that haven't been read are read first`() async throws {
    _ = try await run(
      .photos(Photo.stubs(1, needsDetails: true)), as: .html, to: "a.html")

    #expect(try folder.read("a.html").contains("photo 0 (read)"))
  }

  @Test func `photos without a picture are marked on the sheet`() async throws {
    let photos = [Photo.stub(id: "1"), .stub(id: "bad"), .stub(id: "3")]
    let summary = try await run(.photos(photos), as: .html, to: "a.html")

    expectEqual(summary.count, 3)
    expectEqual(summary.withoutPicture, 1)
    #expect(try folder.read("a.html").contains("<footer>3 photos, 1 without a picture</footer>"))
  }

  @Test func `a page of the source that can't be read ends the export, and no file is left`()
    async throws
  {
    await #expect(throws: ExportFailure.source(.noNetwork)) {
      try await run(
        .listing(.everything, total: nil), as: .html, to: "a.html",
        pages: StubPages(photos: Photo.stubs(20), failingPage: 3))
    }
    expectEqual(folder.names, [])
  }

  @Test(arguments: 1...4)
  func `a typesetter that crashes leaves no file`(_ step: Int) async throws {
    await #expect(throws: ExportFailure.noTypesetter) {
      try await run(
        .photos(Photo.stubs(20)), as: .pdf, to: "a.pdf",
        typesetter: StubTypesetter(failingStep: step))
    }
    expectEqual(folder.names, [])
  }

  @Test func `an existing file is kept unless it may be replaced`() async throws {
    try folder.write("old", to: "a.html")

    await #expect(throws: ExportFailure.exists(name: "a.html")) {
      try await run(.photos(Photo.stubs(1)), as: .html, to: "a.html")
    }
    try expectEqual(folder.read("a.html"), "old")

    _ = try await run(.photos(Photo.stubs(1)), as: .html, to: "a.html", replaces: true)
    #expect(try folder.read("a.html").hasPrefix("<!DOCTYPE html>"))
    expectEqual(folder.names, ["a.html"])
  }

  @Test func `a file that appears meanwhile is kept, too`() async throws {
    let folder = folder
    await #expect(throws: ExportFailure.exists(name: "a.html")) {
      try await run(
        .photos(Photo.stubs(1)), as: .html, to: "a.html",
        onProgress: { _ in _ = try? folder.write("theirs", to: "a.html") })
    }
    try expectEqual(folder.read("a.html"), "theirs")
    expectEqual(folder.names, ["a.html"])
  }

  @Test func `a link is kept, and its file is replaced`() async throws {
    try folder.write("old", to: "true.html")
    symlink("true.html", folder.path("a.html"))

    _ = try await run(.photos(Photo.stubs(1)), as: .html, to: "a.html", replaces: true)

    #expect(try folder.read("true.html").hasPrefix("<!DOCTYPE html>"))
    var status = stat()
    #expect(lstat(folder.path("a.html"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(arguments: [ExportKind.pdf, .html])
  func `a cancelled export leaves no file`(_ kind: ExportKind) async throws {
    // A task that others run may be over before its maker has it in hand; this one cancels itself.
    let task = Task {
      try await run(
        .photos(Photo.stubs(100)), as: kind, to: "a.\(kind.rawValue)",
        onProgress: { if $0.count == 20 { withUnsafeCurrentTask { $0?.cancel() } } })
    }

    #expect(await task.result.isFailure)
    #expect(told.values.withLock { $0.last?.count } ?? 0 < 100)
    expectEqual(folder.names, [])
  }

  @Test func `a full sheet says that there are more photos`() async throws {
    let pages = StubPages(photos: Photo.stubs(23))
    let summary = try await run(
      .listing(.everything, total: nil), as: .html, to: "a.html", pages: pages, sheetLimit: 10)
    #expect(summary.count == 10 && summary.isCut)

    let whole = try await run(
      .listing(.everything, total: nil), as: .html, to: "b.html", pages: pages, sheetLimit: 23)
    #expect(whole.count == 23 && !whole.isCut)
  }

  @Test func `originals are copied into a new folder`() async throws {
    try folder.makeFolder("from")
    let photos = try (1...3).map { number in
      Photo.stub(
        id: "\(number)", file: try folder.write("picture \(number)", to: "from/\(number).jpg"))
    }
    await #expect(throws: ExportFailure.target(.folderMissing)) {
      try await run(.photos(photos), as: .originals, to: "to")
    }
    let summary = try await run(
      .photos(photos + [.stub(id: "no file")]), as: .originals, to: "to", replaces: true)

    expectEqual(summary.count, 3)
    expectEqual(summary.withoutPicture, 1)
    try expectEqual(folder.read("to/2.jpg"), "picture 2")

    let again = try await run(.photos(photos), as: .originals, to: "to")
    #expect(again.count == 0 && again.presentCount == 3)
  }

  @Test func `a folder that was created for nothing is removed`() async throws {
    let summary = try await run(
      .photos([.stub(id: "no file")]), as: .originals, to: "to", replaces: true)

    #expect(summary.count == 0 && summary.withoutPicture == 1)
    expectEqual(folder.names, [])
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
