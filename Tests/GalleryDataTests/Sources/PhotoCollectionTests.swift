import ExpectationSupport
import FeedFormats
import Files
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryData

/// Text files of photos: how they are read and written, and what they may show.
@Suite(.timeLimit(.minutes(10))) struct PhotoCollectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["c/a.jpg", "c/b/1.jpg", "c/#x.jpg", "c/ y .jpg", "c/tab\tz\\.jpg", "out/o.jpg"] {
      try folder.write(name)
    }
  }

  private func collection(_ text: String) -> PhotoCollection {
    PhotoCollection(Array(text.utf8), folder: Array("\(folder.path)/c".utf8))
  }

  private func places(_ text: String) -> [String] {
    PathInput(collection(text)).known.map { String(decoding: $0, as: UTF8.self) }
  }

  private func photo(_ name: String) -> Photo {
    Photo.stub(id: name, file: FileReference(path: "\(folder.path)/c/\(name)"))
  }

  private func repository(
    _ text: String, namesAnything: Bool = false
  ) throws -> FolderRepository {
    let file = try folder.write("c/list.photos", text)
    let own = try #require(FileReference(path: "\(folder.path)/c"))
    return FolderRepository(
      folder: own, reader: nil, collection: CollectionFile(file, namesAnything: namesAnything))
  }

  // MARK: Lines

  @Test func `a line has a place; order is the file's, and each photo is there once`() {
    let text = """
      \u{FEFF}# Summer
      b/1.jpg\tthe one with the gulls\u{1B}[31m

      a.jpg\r
      ./b//x/../1.jpg\tonce more
      \(folder.path)/c/a.jpg
      /mnt/archive/dune.jpg
        https://photos.example/a/harbour.jpg?s=1 \tHarbour
      HTTPS://photos.example/a/harbour.jpg?s=1
       # indented
      """
    expectEqual(
      places(text),
      [
        "b/1.jpg", "a.jpg", "/mnt/archive/dune.jpg",
        "https://photos.example/a/harbour.jpg?s=1",
      ])
  }

  @Test func `what 'vitrine list' and other programs print is a collection`() async throws {
    let text = "a.jpg\tfor sale\t9 EUR\t\ttitle\nb/1.jpg\t\t\t\t\ntab\\x09z\\\\.jpg\n"
    try await expectEqual(page(repository(text)).ids, ["a.jpg", "b/1.jpg", "tab\\x09z\\\\.jpg"])
    expectEqual(
      places("12:30.jpg\nexec:rm\nlibrary:best"), ["12:30.jpg", "exec:rm", "library:best"])
    let wide = "\u{FEFF}a.jpg\r\nb/1.jpg".data(using: .utf16LittleEndian) ?? Data()
    let list = PhotoCollection(Array(wide), folder: Array("\(folder.path)/c".utf8))
    expectEqual(PathInput(list).known, [])
    expectEqual(PathInput(list).unusableCount, 1)
    #expect(!list.canBeChanged)
  }

  @Test func `all photos of a list of former versions are there, whatever its lines say`()
    async throws
  {
    for name in ["c/\u{1B}.jpg", "c/Bu\u{308}cher/ä  b.jpg", "c/b\\x41.jpg"] {
      try folder.write(name)
    }
    // As `I` wrote it, behind lines of the user's own.
    let text =
      "\u{FEFF}# Mine \r\n\r\nb/1.jpg\tnote  \r\n  a.jpg \tnote\r\n"
      + "\\x23x.jpg\r\n\\x20y .jpg\r\ntab\\x09z\\\\.jpg\r\n\\x1B.jpg\r\nb\\\\x41.jpg\r\n"
      + "Bu\\xCC\\x88cher/\\xC3\\xA4 \\x20b.jpg\r\n\(folder.path)/out/o.jpg\r\n"
      + "http://p.example/1.jpg\tTwo words\r\n"
    let page = try await page(repository(text, namesAnything: true))

    expectEqual(
      page.photos.map { $0.file.map(FilePath.shownName) ?? $0.id },
      [
        "1.jpg", "a.jpg", "#x.jpg", " y .jpg", "tab\tz\\.jpg", "\u{1B}.jpg", "b\\x41.jpg",
        "ä  b.jpg", "o.jpg", "http://p.example/1.jpg",
      ].map { TextCleaner.line($0) })
    expectEqual(page.skipped.count, 0)

    var list = collection(text)
    expectEqual(list.add(page.photos).added, 0)
    expectEqual(list.remove(Set(page.ids)).removed, 10)
    expectEqual(String(decoding: list.bytes, as: UTF8.self), "\u{FEFF}# Mine \r\n\r\n")
  }

  @Test func `lines that can't name a photo are counted, with the reason`() async throws {
    let text = """
      a\u{1}.jpg
      sftp://host/a.jpg
      https://me:secret@host.example/a.jpg
      https://host.example/
      http://
      a\\x00.jpg
      .
      \(String(repeating: "x", count: 20_000))
      a\u{0}.jpg
      """
    let page = try await page(repository(text))
    expectEqual(page.ids, [])
    expectEqual(
      page.skipped.items.map(\.reason),
      [
        "no such file or directory", "no such file or directory",
        "an address with a user's name or a password", "not the address of a picture",
        "not an address", "no such file or directory", "no path", "no path", "no path",
      ])
    expectEqual(page.skipped.unreadableCount, 9)
  }

  // MARK: Writing

  @Test func `what is added comes at the end, and all other bytes stay`() async throws {
    let text = "# Mine \r\n\r\nb/1.jpg\tnote  \r\nnonsense\u{1}"
    var collection = collection(text)
    let photos = ["a.jpg", "#x.jpg", " y .jpg", "b/1.jpg", "../out/o.jpg"].map(photo)
    let web = Photo.stub(
      id: "w", name: "Two\twords", imageURL: URL(string: "http://p.example/1.jpg"))
    let (added, nameless) = collection.add(photos + [web, web])

    expectEqual([added, nameless], [5, 0])
    let written = "a.jpg\r\n./#x.jpg\r\n y .jpg\r\n\(folder.path)/out/o.jpg\r\n"
    expectEqual(
      String(decoding: collection.bytes, as: UTF8.self),
      "\(text)\r\n\(written)http://p.example/1.jpg\r\n")
    expectEqual(collection.add(photos + [web]).added, 0)
    let page = try await page(
      repository(String(decoding: collection.bytes, as: UTF8.self), namesAnything: true))
    expectEqual(
      page.photos.dropFirst().prefix(4).map(\.file?.path),
      [0, 1, 2, 4].map { photos[$0].file.map { FilePath.normal($0.path) } })
    expectEqual(page.photos.last?.imageURL, web.imageURL)
  }

  @Test func `a photo that no line can name is not added`() {
    var collection = collection("")
    let sftp = Photo.stub(id: "b", imageURL: URL(string: "sftp://host/a.jpg"))
    let secret = Photo.stub(id: "c", imageURL: URL(string: "https://me:secret@h.example/a.jpg"))
    let names = ["tab\tz.jpg", "line\nz.jpg", "end.jpg\r"].map(photo)
    let result = collection.add([Photo.stub(id: "a"), sftp, secret] + names)
    expectEqual([result.added, result.nameless], [0, 6])
    expectEqual(collection.bytes, [])
  }

  @Test func `all lines of a photo are removed, and nothing else`() {
    var collection = collection("\u{FEFF}# a\na.jpg\tone\n\nb/1.jpg\na\\x2Ejpg\n./a.jpg")
    let (removed, lines) = collection.remove(["a.jpg", "unknown"])
    expectEqual(removed, 1)
    expectEqual(String(decoding: lines, as: UTF8.self), "a.jpg\tone\n./a.jpg")
    expectEqual(
      String(decoding: collection.bytes, as: UTF8.self), "\u{FEFF}# a\n\nb/1.jpg\na\\x2Ejpg\n")
  }

  @Test func `random names are read as they were written`() throws {
    var random = SplitMix64(state: 26)
    let alphabet = Array("a#. \\x09\t/~:%é\u{1B}\u{202E}\u{FEFF}".utf8) + [0xFF]
    for _ in 0..<2_000 {
      let name = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let path = Array("\(folder.path)/c/".utf8) + name
      let file = try #require(FileReference(path: path))
      var collection = collection("")
      let (added, _) = collection.add([Photo.stub(id: "x", file: file)])
      let list = PathInput(collection)
      expectEqual(
        list.known.map { FilePath.normal(FilePath.join(Array("\(folder.path)/c".utf8), $0)) },
        added == 0 ? [] : [FilePath.normal(path)])
      expectEqual(list.unusableCount, 0)
    }
  }

  // MARK: What is shown

  @Test func `photos are listed in the file's order, without headers; what is missing is said`()
    async throws
  {
    let text = "b/1.jpg\tfirst\nmissing.jpg\na.jpg\nhttps://p.example/x/w.jpg\tWeb\nb\n"
    let page = try await page(repository(text))

    expectEqual(page.ids, ["b/1.jpg", "a.jpg", "https://p.example/x/w.jpg"])
    expectEqual(page.photos.map(\.name), ["1", "a", "w"])
    expectEqual(page.photos.map(\.description), [nil, nil, nil])
    expectEqual(page.photos[2].imageURL?.absoluteString, "https://p.example/x/w.jpg")
    #expect(page.photos[2].file == nil)
    expectEqual(page.sections, .none)
    expectEqual(page.skipped.unreadableCount, 2)
    expectEqual(page.skipped.items.map(\.name), ["missing.jpg", "b"])
  }

  @Test func `a picture on the web is called by its name`() async throws {
    let names = ["%E6%96%87%20b.jpg", "lake.jpg?size=l", "no%2Fslash", "a%0Ab.jpg#y"]
    let text = names.map { "https://p.example/x/\($0)\n" }.joined()
    try await expectEqual(
      page(repository(text)).photos.map(\.name), ["文 b", "lake", "no/slash", "a b"])
  }

  @Test func `a photo that is named beside its folder is there once, at its own line`() async throws
  {
    for name in ["c/b/2.jpg", "c/b/2.NEF", "c/b/d/3.jpg"] { try folder.write(name) }
    let text = "b/1.jpg\tfirst\nb/d\nb\nb/d\na.jpg\nb/d/3.jpg\n"
    let page = try await page(repository(text, namesAnything: true))

    expectEqual(page.ids, ["b/1.jpg", "b/2.jpg", "a.jpg", "b/d/3.jpg"])
    expectEqual(page.photos[1].companionPaths.count, 1)
    expectEqual(page.skipped.count, 0)
  }

  @Test func `a refresh reads the file again`() async throws {
    let repository = try repository("a.jpg\n")
    try await expectEqual(page(repository).ids, ["a.jpg"])
    try folder.write("c/list.photos", "b/1.jpg\na.jpg\n")
    try await expectEqual(page(repository, isRefresh: true).ids, ["b/1.jpg", "a.jpg"])
    try folder.remove("c/list.photos")
    await #expect(throws: PhotoSourceError.self) { try await page(repository, isRefresh: true) }
  }

  // MARK: Rights

  /// Everything that leads out of the folder.
  private var escapes: [String] {
    folder.link("c/link", to: "../out")
    folder.link("c/l.jpg", to: "../out/o.jpg")
    folder.link("c/b/up", to: "../..")
    return [
      "../out/o.jpg", "b/../../out/o.jpg", "\(folder.path)/out/o.jpg", "\\x2E./out/o.jpg",
      "link/o.jpg", "l.jpg", "b/up/out/o.jpg",
      "..\\x2Fout\\x2Fo.jpg", "http://127.0.0.1/o.jpg", "http://2130706433/o.jpg",
      "https://nas.local/o.jpg", "http://[::1]:80/o.jpg", "https://printer/o.jpg", "../out", "/",
      "b", "link",
    ]
  }

  @Test func `a list of someone else reaches nothing outside its folder`() async throws {
    let lines = escapes
    for line in lines {
      let page = try await page(repository(line + "\n"))
      expectEqual(page.ids, [], "\(line)")
      expectEqual(page.skipped.unreadableCount, 1, "\(line)")
    }
    // By its own folder's path, also where that is a link, it is the same.
    folder.link("linked", to: "c")
    let file = try folder.write(
      "c/list.photos", "\(folder.path)/c/a.jpg\n\(folder.path)/linked/b/1.jpg\n")
    for name in ["c", "linked"] {
      let own = folder.file(name)
      let list = CollectionFile(
        try #require(FileReference(path: own.path + Array("/list.photos".utf8))))
      let repository = FolderRepository(folder: own, reader: nil, collection: list)
      let page = try await page(repository)
      expectEqual(page.photos.map { $0.file.map(FilePath.shownName) }, ["a.jpg", "1.jpg"])
      expectEqual(page.skipped.count, 0)
    }
    #expect(try CollectionFile(file).wholeFolders().isEmpty)
  }

  @Test func `one of the user's own shows files, folders and hosts elsewhere`() async throws {
    let text = "../out/o.jpg\nb\nhttp://nas.local/p/o.jpg\n"
    let page = try await page(repository(text, namesAnything: true))

    expectEqual(page.ids, ["\(folder.path)/out/o.jpg", "b/1.jpg", "http://nas.local/p/o.jpg"])
    let own = CollectionFile(folder.file("c/list.photos"), namesAnything: true)
    try expectEqual(own.wholeFolders().map(FilePath.shownName), ["b"])
  }

  @Test func `hostile files never trap, and reach nothing that they may not`() async throws {
    var random = SplitMix64(state: 120)
    let texts = [
      "\n", "\r", "\t", "#", "\\x", "\\x2E", "../", "a.jpg", "\u{1B}]0;x\u{7}", "file:", "https://",
      "@",
      "%2e%2e/", String(repeating: "x", count: 5_000),
    ]
    var pieces: [[UInt8]] = [[0], [0xFF, 0xFE]]
    for text in escapes + texts { pieces.append(Array(text.utf8)) }
    let root = try #require(FilePath.real(Array("\(folder.path)/c".utf8)))
    for _ in 0..<150 {
      let bytes = (0..<Int.random(in: 1...60, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      try folder.write("c/list.photos", bytes)
      let own = try #require(FileReference(path: "\(folder.path)/c"))
      let repository = FolderRepository(
        folder: own, reader: nil,
        collection: CollectionFile(folder.file("c/list.photos")))
      for photo in try await page(repository).photos {
        if let file = photo.file {
          let path = try #require(FilePath.real(file.path))
          #expect(FilePath.isInside(path, root) != nil)
        } else {
          let host = try #require(photo.imageURL?.host())
          #expect(!PrivateAddress.isNamed(by: host))
        }
      }
    }
  }

  @Test func `a file that never ends a line, or isn't text, is read in bounds`() throws {
    expectEqual(
      PathInput(collection(String(repeating: "x", count: 3 << 20))).unusableCount, 1)
    let lines = PathInput(
      collection(String(repeating: "\u{0}\n", count: 1_005)), limits: .init(repeatCount: 1_000))
    expectEqual(lines.unusableCount, 1_000)
    #expect(lines.isCut)
    let file = try folder.write("c/big.photos", "")
    truncate(file.shownPath, off_t(PhotoCollection.byteLimit + 1))
    #expect(throws: PhotoSourceError.self) { try CollectionFile(file).read() }
  }
}
