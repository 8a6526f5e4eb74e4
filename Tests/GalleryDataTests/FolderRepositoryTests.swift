import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct FolderRepositoryTests {
  private let folder = TemporaryFolder.made()

  private func repository(
    _ reader: (any PhotoMetadataReader)? = nil
  ) -> FolderRepository {
    FolderRepository(folder: folder.reference, reader: reader, zone: utc)
  }

  private func ids(_ query: PageRequest = PageRequest()) async throws -> [String] {
    try await repository().ids(query)
  }

  @Test func `an empty folder has no photos`() async throws {
    let page = try await repository().page(for: PageRequest())

    expectEqual(page, PhotoPage(photos: [], totalCount: 0))
  }

  @Test func `pictures come before folders, both in natural order`() async throws {
    for name in [
      "img10.jpg", "IMG2.jpg", "img1.JPG", "b/2.png", "b/1.png", "a/z.webp", "a/a/x.svg", "c.gif",
      "img02.jpg", "é.jpg", "Éa.jpg", "Ж2.jpg", "ж1.jpg",
    ] { try folder.write(name) }

    try await expectEqual(
      ids(),
      [
        "c.gif", "img1.JPG", "IMG2.jpg", "img02.jpg", "img10.jpg", "é.jpg", "Éa.jpg", "ж1.jpg",
        "Ж2.jpg", "a/z.webp", "a/a/x.svg", "b/1.png", "b/2.png",
      ])
  }

  @Test func `photos are found by their ids, in the order of the ids`() async throws {
    for name in ["a.jpg", "b/1.png", "b/2.png", "c\u{1b}.jpg"] { try folder.write(name) }
    let repository = repository()
    let all = try await repository.page(for: PageRequest()).photos
    #expect(repository.capabilities.isReadWhole)

    let wanted = [all[3], all[1], all[0]]
    await expectEqual(repository.photos(withIDs: wanted.map(\.id) + ["gone.jpg", "b"]), wanted)
  }

  @Test func `only pictures that are not hidden are listed`() async throws {
    for name in [
      "a.jpg", ".hidden.jpg", ".git/b.jpg", "c.txt", "d", "jpg", ".jpg", "e.jpeg", "f.HEIC",
      "g.tiff", "h.avif", "i.jpg.xmp", "j.", "k.jpgx",
    ] { try folder.write(name) }

    try await expectEqual(ids(), ["a.jpg", "e.jpeg", "f.HEIC", "g.tiff", "h.avif"])
  }

  @Test func `files whose names say nothing are recognised by their first bytes, after all others`()
    async throws
  {
    let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8)
    for name in ["b.jpg", "z/c.png"] { try folder.write(name) }
    for name in [
      "noext", "10.photo", "IMG_1.MRW", "z/2", ".hidden", ".git/x", "a.txt", "a.MOV", "jpeg.xmp",
    ] {
      try folder.write(name, jpeg)
    }
    try folder.write("9.photo", heic)
    try folder.write("drawing", "\u{FEFF}<?xml version=\"1.0\"?><!-- a --><svg xmlns=\"x\"/>")
    try folder.write("fuji", "FUJIFILMCCD-RAW 0201")
    try folder.write("IMG_3.ERF", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8])
    for (name, text) in [
      ("README", "hello"), ("feed", "<rss/>"), ("empty", ""), ("short", "\u{FF}"),
    ] {
      try folder.write(name, text)
    }
    try folder.write("scan", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8])
    folder.link("linked", to: "noext")
    mkfifo("\(folder.path)/pipe", 0o600)

    let page = try await page(repository())

    expectEqual(
      page.ids,
      [
        "b.jpg", "z/c.png", "9.photo", "10.photo", "drawing", "fuji", "IMG_1.MRW", "linked",
        "noext",
        "scan", "z/2",
      ])
    expectEqual(
      page.photos.map(\.name).prefix(8).suffix(6),
      [
        "9.photo", "10.photo", "drawing", "fuji", "IMG_1", "linked",
      ])
    #expect(page.totalCount == 11 && !page.hasMorePages && page.skipped.count == 0)
  }

  // MARK: Raw files

  private func rows(_ repository: FolderRepository) async throws -> [String] {
    try await repository.page(for: PageRequest(isRefresh: true)).photos.map { photo in
      ([photo.id]
        + photo.companions.map { String(decoding: FilePath.lastComponent($0.path), as: UTF8.self) })
        .joined(separator: " + ")
    }
  }

  @Test func `a raw file and the picture next to it are one photo`() async throws {
    for name in [
      "IMG_1.CR2", "IMG_1.JPG", "IMG_2.CR2", "IMG_3.heic", "IMG_3.NEF", "IMG_4.HEIC", "IMG_4.dng",
      "IMG_4.jpeg", "IMG_4.ARW", "IMG_5.png", "IMG_5.raf", "img_6.jpg", "IMG_6.ORF", "IMG_7.a.jpg",
      "IMG_7.rw2", "IMG_8.jpg", "IMG_8.JPG", "IMG_8.pef", "IMG_1.CR2.xmp", "sub/IMG_2.jpg",
      "sub/é.SRW", "sub/é.jpg",
    ] { try folder.write(name) }

    let rows = try await rows(repository())

    expectEqual(
      rows,
      [
        "IMG_1.JPG + IMG_1.CR2", "IMG_2.CR2", "IMG_3.heic + IMG_3.NEF", "IMG_4.HEIC",
        "IMG_4.jpeg + IMG_4.ARW + IMG_4.dng", "IMG_5.png", "IMG_5.raf", "img_6.jpg", "IMG_6.ORF",
        "IMG_7.a.jpg", "IMG_7.rw2", "IMG_8.JPG + IMG_8.pef", "IMG_8.jpg", "sub/IMG_2.jpg",
        "sub/é.jpg + é.SRW",
      ])
  }

  @Test func `a clip belongs to the photo of its name, and is not a photo itself`() async throws {
    for name in [
      "IMG_1.HEIC", "IMG_1.MOV", "IMG_2.jpg", "IMG_2.mp4", "IMG_2.MOV", "IMG_3.MOV", "IMG_4.png",
      "IMG_4.mov", "IMG_5.CR2", "IMG_5.JPG", "IMG_5.MP4", "IMG_6.HEIC", "IMG_6.JPG", "IMG_6.mov",
      "IMG_7.CR2", "IMG_7.MOV", "img_8.jpg", "IMG_8.MOV", "IMG_9.CR2", "IMG_9.HEIC", "IMG_9.JPG",
      "IMG_9.MOV", "IMG_10.jpg", "IMG_10.avi", "sub/IMG_1.mov", ".IMG_1.MP4",
    ] { try folder.write(name) }
    folder.link("IMG_1.mp4", to: "IMG_1.MOV")
    let expected = [
      "IMG_1.HEIC + IMG_1.MOV", "IMG_2.jpg + IMG_2.MOV + IMG_2.mp4", "IMG_4.png",
      "IMG_5.JPG + IMG_5.CR2 + IMG_5.MP4", "IMG_6.HEIC + IMG_6.mov", "IMG_6.JPG", "IMG_7.CR2",
      "img_8.jpg", "IMG_9.HEIC + IMG_9.MOV", "IMG_9.JPG + IMG_9.CR2", "IMG_10.jpg",
    ]

    try await expectEqual(rows(repository()), expected)
    // Raw files can be rows of their own; clips can't.
    let pairs = FolderRepository(
      folder: folder.reference, reader: nil, showsPairs: true, zone: utc)
    let separate = try await rows(pairs)
    #expect(separate.contains("IMG_5.JPG + IMG_5.MP4"))
    #expect(separate.contains("IMG_5.CR2"))
    #expect(!separate.contains { $0.hasSuffix(".CR2") && $0.contains("+") })
  }

  @Test func `listing a folder removes nothing that was left behind in it`() async throws {
    let part = ".vitrine-0123456789abcdef-2000000000-1-0123456789abcdef.part"
    try folder.write(part)
    try folder.write("a.jpg")

    try await expectEqual(rows(repository()), ["a.jpg"])
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(part)"))
  }

  @Test func `a raw file is found at the row of its picture`() async throws {
    for name in ["a.jpg", "b.CR2", "b.jpg", "b.MOV", "c.CR2"] { try folder.write(name) }
    let repository = repository()

    for (anchor, row) in [
      ("b.CR2", 1), ("b.MOV", 1), ("b.jpg", 1), ("c.CR2", 2), ("b", nil), ("b.C", nil),
    ] {
      let page = try await repository.page(for: PageRequest(anchor: anchor))
      expectEqual(page.anchorRow, row, "\(anchor)")
    }
  }

  @Test func `a raw file that is gone is not remembered`() async throws {
    for name in ["a.CR2", "a.jpg"] { try folder.write(name) }
    let repository = FolderRepository(
      folder: folder.reference, reader: StubMetadataReader(PhotoMetadata()), zone: utc)
    let photo = try await firstPhoto(repository)
    await expectEqual(repository.details(of: photo).companions.count, 1)

    try FileManager.default.removeItem(atPath: "\(folder.path)/a.CR2")

    try await expectEqual(rows(repository), ["a.jpg"])
    let now = try await firstPhoto(repository)
    #expect(await repository.details(of: now).companions.isEmpty)
  }

  /// The ids on all pages.
  private func allIDs(pageSize: Int, readsAll: Bool = false) async throws -> [String] {
    let repository = repository()
    var request = PageRequest(pageSize: pageSize)
    request.readsAll = readsAll
    var ids: [String] = []
    while true {
      let page = try await repository.page(for: request)
      expectEqual(page.number, request.page)
      ids += page.ids
      guard page.hasMorePages else { return ids }
      request.page += 1
    }
  }

  @Test func `pages that are read to the end join without a gap even if files are opened`()
    async throws
  {
    for number in 1...3 { try folder.write("\(number).jpg") }
    for number in 4...9 { try folder.write("\(number)", jpeg) }

    try await expectEqual(
      allIDs(pageSize: 2, readsAll: true),
      (1...3).map { "\($0).jpg" } + (4...9).map(String.init))
  }

  @Test func `an observer learns of added photos, and requests the short page again`() async throws
  {
    try folder.write("1.jpg")
    for number in 2...700 { try folder.write("\(number)", jpeg) }
    let repository = repository()
    let stream = await repository.progress()

    let first = try await repository.page(for: PageRequest(pageSize: 500))
    var last: SourceProgress?
    for await step in stream { last = step }
    let again = try await repository.page(for: PageRequest(pageSize: 500))

    expectEqual(first.photos.first?.id, "1.jpg")
    expectEqual(
      last, SourceProgress(photoCount: 700, completedSteps: 2, knownSteps: 2, isComplete: true))
    expectEqual(again.ids, ["1.jpg"] + (2...500).map(String.init))
    #expect(again.hasMorePages)
  }

  @Test func `a refresh looks into files again, and finds the selected one`() async throws {
    try folder.write("a.jpg")
    for name in ["one", "two", "three"] { try folder.write(name, jpeg) }
    var query = PageRequest(anchor: "two", isRefresh: true, readsAll: true)
    let repository = repository()
    let ids = ["a.jpg", "one", "three", "two"]
    try await expectEqual(repository.ids(query), ids)

    try folder.write("three", "no picture any more")
    let page = try await repository.page(for: query)

    expectEqual(page.ids, ["a.jpg", "one", "two"])
    expectEqual(page.anchorRow, 2)
    query.readsAll = false
    try await expectEqual(repository.page(for: query).anchorRow, 2)
  }

  @Test func `a photo is known by its name before its file is read`() async throws {
    let file = try folder.write("sub/one two.jpg")

    let photo = try await firstPhoto(repository())

    var expected = Photo(
      id: "sub/one two.jpg", name: "one two", imageURL: file.url, file: file,
      needsDetails: true)
    expected.isFileName = true
    expectEqual(photo, expected)
  }

  @Test func `names that are not text lead to their file`() async throws {
    let names: [[UInt8]] = [
      Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), Array("caf\\xE9.jpg".utf8),
      Array("\u{1B}[31m\n.jpg".utf8), Array("a\u{202E}gpj.jpg".utf8), Array("  .jpg".utf8),
    ]
    for name in names { folder.create(nameBytes: name) }

    let page = try await repository().page(for: PageRequest())

    expectEqual(Set(page.ids).count, names.count)
    let files = Set(names.map { FilePath.join(folder.reference.path, $0) })
    expectEqual(Set(page.photos.compactMap(\.file?.path)), files)
    for photo in page.photos {
      #expect(TextCleaner.line(photo.name) == photo.name && !photo.name.isEmpty)
      let relative = FolderPhotoID.path(ofID: photo.id)
      #expect(files.contains(FilePath.join(folder.reference.path, relative)))
    }
  }

  /// A line of a collection has no blanks at its ends, and a `#` there begins a comment; other texts have no two blanks in a row.
  @Test func `an id is the same text after it was cleaned, and in a line of a collection`()
    async throws
  {
    let names = [
      "a.jpg", " a.jpg", "a  b.jpg", "a b.jpg", "#a.jpg", "b#.jpg", " /x.jpg",
      "d / y.jpg",
      "ä  b.jpg", "#ä.jpg", "#\u{FE0F}\u{20E3}.jpg", "#.jpg", "\\x20a.jpg",
    ]
    for name in names { try folder.write(name) }

    let photos = try await repository().page(for: PageRequest()).photos

    expectEqual(
      Set(photos.map(\.id)),
      [
        "a.jpg", "\\x20a.jpg", "a \\x20b.jpg", "a b.jpg", "\\x23a.jpg", "b#.jpg",
        "\\x20/x.jpg", "d\\x20/\\x20y.jpg", "\\xC3\\xA4 \\x20b.jpg", "\\x23\\xC3\\xA4.jpg",
        "\\x23\\xEF\\xB8\\x8F\\xE2\\x83\\xA3.jpg", "\\x23.jpg", "\\\\x20a.jpg",
      ])
    for photo in photos {
      expectEqual(TextCleaner.line(photo.id), photo.id)
      let line = PathInput(
        PhotoCollection(Array((photo.id + "\n").utf8), folder: folder.reference.path))
      let path = FolderPhotoID.path(ofID: photo.id)
      expectEqual(line.known.map { PhotoCollection.otherLocation(ofLine: $0) ?? $0 }, [path])
      expectEqual(
        photo.file?.path, FilePath.join(folder.reference.path, FolderPhotoID.path(ofID: photo.id)))
    }
  }

  @Test func `photos may be missing for a folder that can't be read, but not for one that is gone`()
    async throws
  {
    try folder.write("a.jpg")
    // The system opens no path of more than 4,096 bytes, not even for root.
    let name = String(repeating: "d", count: 250)
    var directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<20 {
      expectEqual(mkdirat(directory, name, 0o700), 0)
      let inner = openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      close(directory)
      directory = inner
    }
    close(directory)
    defer {
      _ = try? Process.run(URL(filePath: "/bin/rm"), arguments: ["-rf", "\(folder.path)/\(name)"])
        .waitUntilExit()
    }

    let page = try await repository().page(for: PageRequest())

    expectEqual(page.ids, ["a.jpg"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(page.skipped.items.map(\.reason), ["file name too long"])
  }

  @Test func `names that spell the same text in two ways are two files`() async throws {
    let composed = Array("caf\u{E9}.jpg".utf8)
    let decomposed = Array("cafe\u{301}.jpg".utf8)
    let folders = [Array("\u{C5}".utf8), Array("A\u{30A}".utf8), Array("\u{212B}".utf8)]
    var names = [composed, decomposed]
    for path in folders {
      _ = FilePath.withCString(FilePath.join(folder.reference.path, path)) { mkdir($0, 0o700) }
      names.append(FilePath.join(path, decomposed))
    }
    for name in names { folder.create(nameBytes: name) }
    let files = Set(names.map { FilePath.join(folder.reference.path, $0) })

    for query in [
      .everything, PhotoQuery(sort: PhotoSort(.name)), PhotoQuery(search: "caf\u{E9}"),
      PhotoQuery(filter: FilterReading("name:cafe\u{301}").expression),
    ] {
      let page = try await LocalQueryRepository(repository()).page(for: PageRequest(query))

      expectEqual(Set(page.ids).count, names.count)
      expectEqual(Set(page.photos.compactMap(\.file?.path)), files)
      expectEqual(
        Set(page.photos.map { FolderPhotoID.path(ofID: $0.id) }), Set(names))
      // Names are shown as they are, and one in the usual form is the id.
      #expect(page.photos.allSatisfy { $0.name == "caf\u{E9}" })
      #expect(page.photos.contains { $0.id.utf8.elementsEqual(composed) })
    }
  }

  @Test func `FIFOs, broken links and loops are skipped`() async throws {
    try folder.write("a/one.jpg")
    folder.link("dead.jpg", to: "nowhere")
    folder.link("a/up", to: "..")
    folder.link("self", to: "self")
    folder.link("again", to: "a")
    folder.link("two.jpg", to: "a/one.jpg")
    mkfifo("\(folder.path)/pipe.jpg", 0o600)

    let page = try await repository().page(for: PageRequest())

    expectEqual(page.ids, ["two.jpg", "a/one.jpg"])
    expectEqual(page.skipped.count, 3)
  }

  @Test func `a link to a folder outside is followed once`() async throws {
    let other = try TemporaryFolder()
    try other.write("x.jpg")
    other.link("back", to: folder.path)
    folder.link("l1", to: other.path)
    folder.link("l2", to: other.path)

    let page = try await repository().page(for: PageRequest())

    expectEqual(page.ids, ["l1/x.jpg"])
    expectEqual(page.skipped.count, 2)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `pages join without a gap`(pageSize: Int) async throws {
    for number in 1...4 { try folder.write("d\(number % 2)/\(number).jpg") }

    try await expectEqual(
      allIDs(pageSize: pageSize), ["d0/2.jpg", "d0/4.jpg", "d1/1.jpg", "d1/3.jpg"])
  }

  @Test(arguments: [2, 100, Int.max, 0, -5])
  func `a page after the end is empty and one before the first is the first`(
    number: Int
  ) async throws {
    try folder.write("a.jpg")

    let page = try await repository().page(for: PageRequest(page: number, pageSize: 1))

    expectEqual(page.photos.count, (number < 2 ? 1 : 0))
    #expect(!page.hasMorePages)
  }

  @Test func `a missing folder is reported`() async throws {
    let file = try folder.write("a.jpg")

    await expectEqual(
      failure(FolderRepository(folder: folder.file("none"), reader: nil)), .notFound(name: "none"))
    await expectEqual(
      failure(FolderRepository(folder: file, reader: nil)), .notFound(name: "a.jpg"))
  }

  @Test func `a folder that appears later is found then`() async throws {
    let repository = FolderRepository(folder: folder.file("later"), reader: nil)
    await expectEqual(failure(repository), .notFound(name: "later"))

    try folder.write("later/a.jpg")

    try await expectEqual(repository.ids(), ["a.jpg"])
  }

  @Test func `a refresh finds what was added and removed, and the anchor's new row`() async throws {
    for name in ["b.jpg", "c.jpg", "d/e.jpg"] { try folder.write(name) }
    let repository = repository()
    _ = try await repository.page(for: PageRequest())

    try folder.write("a.jpg")
    try folder.remove("b.jpg")
    try folder.write("c2.jpg")
    let page = try await repository.page(
      for: PageRequest(pageSize: 1, anchor: "d/e.jpg", isRefresh: true))
    let gone = try await repository.page(for: PageRequest(anchor: "b.jpg", isRefresh: true))

    expectEqual(page.ids, ["a.jpg"])
    expectEqual(page.anchorRow, 3)
    expectEqual(gone.ids, ["a.jpg", "c.jpg", "c2.jpg", "d/e.jpg"])
    expectEqual(gone.anchorRow, nil)
  }

  @Test func `progress ends with everything that was found`() async throws {
    for name in ["a.jpg", "b/c.jpg", "b/d/e.jpg"] { try folder.write(name) }
    folder.link("dead.jpg", to: "nowhere")

    let repository = repository()
    var last: SourceProgress?
    for await progress in await repository.progress() { last = progress }

    expectEqual(
      last,
      SourceProgress(
        photoCount: 3, completedSteps: 3, knownSteps: 3, isComplete: true, skippedCount: 1))
  }

  @Test func `an observer still observes after a refresh`() async throws {
    try folder.write("a.jpg")
    let repository = repository()
    let stream = await repository.progress()
    _ = try await repository.page(for: PageRequest(isRefresh: true))

    var last: SourceProgress?
    for await progress in stream { last = progress }

    expectEqual(last?.isComplete, true)
  }

  @Test func `a cancelled load throws an error`() async throws {
    try folder.write("a.jpg")
    let repository = repository()

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(repository)
    }

    await expectEqual(task.value, .cancelled)
  }

  @Test func `the title is the folder's name`() async throws {
    await expectEqual(
      FolderRepository(folder: folder.file("x/My Photos/"), reader: nil).title, "My Photos")
    #expect(
      await FolderRepository(folder: folder.file("."), reader: nil).title.hasPrefix("vitrine-tests")
    )
    await expectEqual(FolderRepository(folder: folder.file("a\u{1B}[1mb"), reader: nil).title, "ab")
  }
}
