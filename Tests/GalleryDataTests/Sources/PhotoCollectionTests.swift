import ExpectationSupport
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
    collection(text).items.map { String(decoding: $0.place, as: UTF8.self) }
  }

  private static func reasons(_ collection: PhotoCollection) -> [String] {
    collection.faults.map(\.reason)
  }

  private func repository(
    _ text: String, _ rights: CollectionRights = CollectionRights()
  ) throws -> FolderRepository {
    let file = try folder.write("c/list.photos", text)
    let own = try #require(FileReference(path: "\(folder.path)/c"))
    return FolderRepository(
      folder: own, reader: nil, collection: CollectionFile(file, rights: rights))
  }

  private func page(
    _ repository: FolderRepository, isRefresh: Bool = false
  ) async throws -> PhotoPage {
    var request = PageRequest(isRefresh: isRefresh)
    request.readsAll = true
    return try await repository.page(for: request)
  }

  // MARK: Lines

  @Test func `a line has a place and a note; order is the file's, and each photo is there once`() {
    let text = """
      \u{FEFF}# Summer
      b/1.jpg\tthe one with the gulls\u{1B}[31m

        a.jpg \r
      ./b//x/../1.jpg\tonce more
      \(folder.path)/c/a.jpg
      /mnt/archive/dune.jpg
      https://photos.example/a/harbour.jpg?s=1\tHarbour
      HTTPS://photos.example/a/harbour.jpg?s=1
      """
    let collection = collection(text)

    expectEqual(
      places(text),
      [
        "b/1.jpg", "a.jpg", "/mnt/archive/dune.jpg",
        "https://photos.example/a/harbour.jpg?s=1",
      ])
    expectEqual(
      collection.items.map(\.note), ["the one with the gulls", nil, nil, "Harbour"])
    expectEqual(collection.faultCount, 0)
  }

  @Test func `what 'vitrine list' and other programs print is a collection`() {
    expectEqual(places("a.jpg\tfor sale\t9 EUR\t\ttitle\nb/1.jpg\t\t\t\t\n"), ["a.jpg", "b/1.jpg"])
    expectEqual(places("tab\\x09z\\\\.jpg"), ["tab\tz\\.jpg"])
    expectEqual(
      places("12:30.jpg\nexec:rm\nlibrary:best"), ["12:30.jpg", "exec:rm", "library:best"])
    expectEqual(places("file:///tmp/a%20b.jpg"), ["/tmp/a b.jpg"])
  }

  @Test func `lines that can't name a photo are counted, with the reason`() {
    let long = String(repeating: "x", count: 20_000)
    let text = """
      a\u{1}.jpg
      sftp://host/a.jpg
      https://me:secret@host.example/a.jpg
      https://host.example/
      http://
      file://elsewhere/a.jpg
      a\\x00.jpg
      .
      \(long)
      """
    expectEqual(
      Self.reasons(collection(text)),
      [
        "control characters", "not an http or https address",
        "an address with a user's name or a password",
        "not the address of a picture", "not an address", "not the address of a file",
        "a zero byte", "the collection's own folder", "a line of 20000 bytes",
      ])
    expectEqual(places(text), [])
  }

  // MARK: Writing

  @Test func `what is added comes at the end, and all other bytes stay`() throws {
    let text = "# Mine \r\n\r\nb/1.jpg\tnote  \r\nnonsense\u{1}"
    var collection = collection(text)
    let photos = ["a.jpg", "#x.jpg", " y .jpg", "tab\tz\\.jpg", "b/1.jpg", "../out/o.jpg"].map {
      Photo.stub(id: $0, file: FileReference(path: "\(folder.path)/c/\($0)"))
    }
    let web = Photo.stub(
      id: "w", name: "Two\twords", imageURL: URL(string: "http://p.example/1.jpg"))
    let added = collection.add((photos + [web, web]).compactMap { collection.item(of: $0) })

    expectEqual(added.count, 6)
    expectEqual(
      String(decoding: collection.bytes, as: UTF8.self),
      text + "\r\na.jpg\r\n\\x23x.jpg\r\n\\x20y .jpg\r\ntab\\x09z\\\\.jpg\r\n"
        + "\(folder.path)/out/o.jpg\r\nhttp://p.example/1.jpg\tTwo words\r\n")
    expectEqual(collection.add(added), [])
    // What was written is read as it was meant.
    expectEqual(collection.items.dropFirst().map(\.place), added.map(\.place))
  }

  @Test func `a photo without a file and a web address can't be named`() {
    let collection = collection("")
    #expect(collection.item(of: Photo.stub(id: "a")) == nil)
    let sftp = Photo.stub(id: "b", imageURL: URL(string: "sftp://host/a.jpg"))
    #expect(collection.item(of: sftp) == nil)
  }

  @Test func `all lines of a photo are removed, and nothing else`() {
    var collection = collection("\u{FEFF}# a\na.jpg\tone\n\nb/1.jpg\n./a.jpg")
    let lines = collection.remove([Array("a.jpg".utf8), Array("unknown".utf8)])
    expectEqual(String(decoding: lines, as: UTF8.self), "a.jpg\tone\n./a.jpg")
    expectEqual(String(decoding: collection.bytes, as: UTF8.self), "\u{FEFF}# a\n\nb/1.jpg\n")
  }

  @Test func `random names are read as they were written`() throws {
    var random = SplitMix64(state: 26)
    let alphabet = Array("a#. \\x09\t/~:%é\u{1B}\u{202E}".utf8) + [0xFF]
    for _ in 0..<2_000 {
      let name = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let path = Array("\(folder.path)/c/".utf8) + name
      let file = try #require(FileReference(path: path))
      var collection = collection("")
      let photo = Photo.stub(id: "x", file: file)
      let items = [collection.item(of: photo)].compactMap { $0 }.filter { !$0.place.isEmpty }
      expectEqual(collection.add(items).count, items.count)
      expectEqual(collection.items.map(\.place), items.map(\.place))
      expectEqual(collection.faultCount, 0)
    }
  }

  // MARK: What is shown

  @Test func `photos are listed in the file's order, without headers; what is missing is said`()
    async throws
  {
    let text = "b/1.jpg\tfirst\nmissing.jpg\na.jpg\nhttps://p.example/x/w.jpg\tWeb\nb\n"
    let page = try await page(repository(text))

    expectEqual(page.photos.map(\.id), ["b/1.jpg", "a.jpg", "https://p.example/x/w.jpg"])
    expectEqual(page.photos.map(\.name), ["1", "a", "Web"])
    expectEqual(page.photos.map(\.description), ["first", nil, nil])
    expectEqual(page.photos[2].imageURL?.absoluteString, "https://p.example/x/w.jpg")
    #expect(page.photos[2].file == nil)
    expectEqual(page.sections, .none)
    expectEqual(page.skipped.unreadableCount, 2)
    expectEqual(page.skipped.items.map(\.name), ["missing.jpg", "b"])
  }

  @Test func `a picture on the web without a note is called by its name`() async throws {
    let names = ["%E6%96%87%20b.jpg", "lake.jpg?size=l", "no%2Fslash", "a%0Ab.jpg#y"]
    let text = names.map { "https://p.example/x/\($0)\n" }.joined()
    try await expectEqual(
      page(repository(text)).photos.map(\.name), ["文 b", "lake", "no/slash", "a b"])
  }

  @Test func `a photo that is named beside its folder is there once, at its own line`() async throws
  {
    for name in ["c/b/2.jpg", "c/b/2.NEF", "c/b/d/3.jpg"] { try folder.write(name) }
    let text = "b/1.jpg\tfirst\nb/d\nb\nb/d\na.jpg\nb/d/3.jpg\n"
    let rights = CollectionRights(allowsOutsideFiles: true)
    let page = try await page(repository(text, rights))

    expectEqual(page.photos.map(\.id), ["b/1.jpg", "b/2.jpg", "a.jpg", "b/d/3.jpg"])
    expectEqual(page.photos[0].description, "first")
    expectEqual(page.photos[1].companionPaths.count, 1)
    expectEqual(page.skipped.count, 0)
  }

  @Test func `a note is there when the file was read, too, and not twice`() async throws {
    let repository = try repository("a.jpg\tgulls\n")
    let photo = try #require(await page(repository).photos.first)
    let read = await repository.details(of: photo)
    expectEqual(read.description, "gulls")
    await expectEqual(repository.details(of: read).description, "gulls")
  }

  @Test func `a refresh reads the file again`() async throws {
    let repository = try repository("a.jpg\n")
    try await expectEqual(page(repository).photos.map(\.id), ["a.jpg"])
    try folder.write("c/list.photos", "b/1.jpg\na.jpg\n")
    try await expectEqual(
      page(repository, isRefresh: true).photos.map(\.id), ["b/1.jpg", "a.jpg"])
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
      "file://\(folder.path)/out/o.jpg", "link/o.jpg", "l.jpg", "b/up/out/o.jpg",
      "..\\x2Fout\\x2Fo.jpg", "http://127.0.0.1/o.jpg", "http://2130706433/o.jpg",
      "https://nas.local/o.jpg", "http://[::1]:80/o.jpg", "https://printer/o.jpg", "../out", "/",
      "b", "link",
    ]
  }

  @Test func `without the user's word nothing outside its folder is reached`() async throws {
    let lines = escapes
    for line in lines {
      let page = try await page(repository(line + "\n"))
      expectEqual(page.photos.map(\.id), [], "\(line)")
      expectEqual(page.skipped.unreadableCount, 1, "\(line)")
    }
    let request = try CollectionFile(
      folder.write("c/list.photos", lines.joined(separator: "\n")), rights: CollectionRights()
    ).request()
    // The folder `b` is in it; it is refused all the same.
    expectEqual(request.outsideCount, 7)
    expectEqual(request.firstOutside, "\(folder.path)/out/o.jpg")
    expectEqual(request.privateCount, 5)
    expectEqual(request.firstHost, "127.0.0.1")
  }

  @Test func `with it, files, folders and hosts elsewhere are shown`() async throws {
    let rights = CollectionRights(allowsOutsideFiles: true, allowsPrivateHosts: true)
    let text = "../out/o.jpg\nb\nhttp://nas.local/p/o.jpg\n"
    let page = try await page(repository(text, rights))

    expectEqual(
      page.photos.map(\.id),
      ["\(folder.path)/out/o.jpg", "b/1.jpg", "http://nas.local/p/o.jpg"])
    let file = CollectionFile(folder.file("c/list.photos"), rights: rights)
    #expect(try file.request().isEmpty)
  }

  @Test func `hostile files never trap, and reach nothing that they may not`() async throws {
    var random = SplitMix64(state: 120)
    let pieces =
      escapes.map { Array($0.utf8) } + [
        [0], [0xFF, 0xFE], Array("\n".utf8), Array("\r".utf8), Array("\t".utf8), Array("#".utf8),
        Array("\\x".utf8), Array("\\x2E".utf8), Array("../".utf8), Array("a.jpg".utf8),
        Array("\u{1B}]0;x\u{7}".utf8), Array("file:".utf8), Array("https://".utf8),
        Array("@".utf8), Array("%2e%2e/".utf8), [UInt8](repeating: 0x78, count: 5_000),
      ]
    let root = try #require(DirectoryLink.truePath(Array("\(folder.path)/c".utf8)))
    for _ in 0..<150 {
      let bytes = (0..<Int.random(in: 1...60, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      try folder.write("c/list.photos", bytes)
      let own = try #require(FileReference(path: "\(folder.path)/c"))
      let repository = FolderRepository(
        folder: own, reader: nil,
        collection: CollectionFile(folder.file("c/list.photos"), rights: CollectionRights()))
      for photo in try await page(repository).photos {
        if let file = photo.file {
          let path = try #require(DirectoryLink.truePath(file.path))
          #expect(DirectoryLink.isInside(path, root) != nil)
        } else {
          let host = try #require(photo.imageURL?.host())
          #expect(!LocalHost.isLocal(host))
        }
      }
    }
  }

  @Test func `a file that never ends a line, or isn't text, is read in bounds`() throws {
    expectEqual(collection(String(repeating: "x", count: 3 << 20)).faultCount, 1)
    let lines = collection(String(repeating: "\u{1}\n", count: PhotoCollection.lineLimit + 5))
    expectEqual(lines.faultCount, PhotoCollection.lineLimit)
    #expect(lines.isCut)
    #expect(lines.faults.count <= SkippedItem.keptCount)
    let file = try folder.write("c/big.photos", "")
    truncate(file.shownPath, off_t(PhotoCollection.byteLimit + 1))
    #expect(throws: PhotoSourceError.self) {
      try CollectionFile(file, rights: CollectionRights()).request()
    }
  }
}
