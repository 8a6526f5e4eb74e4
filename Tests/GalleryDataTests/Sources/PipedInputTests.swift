import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// What another program prints on standard input.
@Suite(.timeLimit(.minutes(10)))
struct PipedInputTests {
  private let folder = TemporaryFolder.made()

  init() throws {
    for name in ["a.jpg", "b/1.jpg", "b/2.jpg", "b/c/3.jpg", "d/4.jpg", "d/note.txt"] {
      try folder.write(name)
    }
  }

  /// - Returns: Open until the test's process ends.
  private func input(_ text: String) throws -> PipedInput {
    try folder.write("input", text)
    return PipedInput(descriptor: open(folder.path + "/input", O_RDONLY | O_CLOEXEC))
  }

  private func repository(_ text: String) throws -> FeedFileRepository {
    FeedFileRepository(
      piped: try input(text), directory: folder.reference, catalog: ShippedPresets.catalog)
  }

  @Test(arguments: [
    ("{\"id\":1}", true), (" \n\t{ \n\"id\":1}", true), ("\u{FEFF}{\"id\":1}", true), ("", false),
    ("  \n", false), ("{", false), ("{1}.jpg", false), ("{}.jpg", false), ("a.jpg\n{\"", false),
    ("[{\"id\":1}]", true), ("\u{FEFF}[\n  {\n    \"id\": 1", true), ("[]\n", true), ("[", false),
    ("[1].jpg", false), ("[{1}].jpg", false), ("[]\na.jpg", false), ("[\"a.jpg\"]", false),
    ("\u{0}{\"", false),
  ])
  func `the beginning tells photos from paths`(_ text: String, _ holdsPhotos: Bool) throws {
    try expectEqual(input(text).holdsPhotos, holdsPhotos)
  }

  @Test func `it is known before the other program has ended`() throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    expectEqual(write(ends[1], "{\"", 2), 2)

    #expect(PipedInput(descriptor: ends[0]).holdsPhotos)
  }

  @Test func `photos come back as they were printed`() async throws {
    var photo = Photo(
      id: "2024/a \u{1F4F7}.jpg", name: "At the \"lake\"", description: "One.\n\nTwo.",
      camera: "X100V", lens: "23 mm", author: "Anna",
      createdAt: Date(timeIntervalSince1970: 1_700_000_000), utcOffset: 3_600,
      imageURL: FileReference(path: Array("/p/2024/a b.jpg".utf8))?.url,
      pageURL: URL(string: "https://a.example/1"),
      file: FileReference(path: Array("/p/2024/a b.jpg".utf8)),
      companions: [try #require(FileReference(path: Array("/p/2024/a b.raf".utf8)))],
      fileSize: 12, rating: -1, label: PhotoLabel("Green"), saleStatus: .notForSale,
      price: Price(amount: "12.50", currency: "EUR", isLowest: true),
      licence: Licence(name: "CC BY 4.0", url: URL(string: "https://cc.example/by")),
      width: 30, height: 20, tags: ["sea", "lake"], places: ["Sea", "Wales"])
    photo.headline = "A lake in Wales"
    photo.copyright = "© 2026 Ana Sol"
    photo.altText = "A lake between hills"
    var uploaded = Photo(id: "b", name: Photo.untitled, isUntitled: true, dateText: "about 1890")
    uploaded.thumbnailURL = URL(string: "https://a.example/t.jpg")
    let lines = [photo, uploaded].map { PhotoRecord.line($0, zone: .gmt) + "\n" }

    let repository = FeedFileRepository(
      piped: try input(lines.joined()), directory: folder.reference,
      catalog: ShippedPresets.catalog, zone: .gmt)
    let page = try await repository.page(for: PageRequest())

    expectEqual(page.photos.map { PhotoRecord.line($0, zone: .gmt) + "\n" }, lines)
    expectEqual(page.photos.first, photo)
    await expectEqual(repository.title, "Standard input")
    try await expectEqual(repository.page(for: PageRequest(isRefresh: true)).photos, page.photos)
  }

  @Test(arguments: [
    "[{\"id\":1},{\"id\":2}]", "[\n  {\n    \"id\": 1\n  },\n  {\n    \"id\": 2\n  }\n]\n",
    "\u{FEFF}[\r\n{\"id\":1}\r\n,\r\n{\"id\":2}\r\n]\r\n", "{\"id\":1}\r\n{\"id\":2}\r\n",
  ])
  func `photos may be the elements of an array`(text: String) async throws {
    let repository = try repository(text)
    let page = try await repository.page(for: PageRequest())
    expectEqual(page.ids, ["1", "2"])
    expectEqual(page.skipped.count, 0)
  }

  @Test func `what isn't a photo in an array is named, and the others are shown`() async throws {
    let repository = try repository("[{\"id\":1},\n7,\n{\"id\":2}\n]")
    let page = try await repository.page(for: PageRequest())
    expectEqual(page.ids, ["1", "2"])
    expectEqual(page.skipped.count, 1)
  }

  @Test func `a photo that is cut at the end is named`() async throws {
    let page = try await repository("{\"id\":1}\n{\"id\":2,\"ti").page(for: PageRequest())
    expectEqual(page.ids, ["1"])
    expectEqual(page.skipped.items.map(\.name), ["line 2"])
  }

  @Test(arguments: [
    #"{"name":"Lakes","photos":[{"id":1,"name":"Sea","image_url":"a.jpg"},"#
      + "\n" + #"{"id":2,"name":"Lake","image_url":"b.jpg"}]}"#,
    #"{"title":"Lakes","version":"https://jsonfeed.org/version/1","items":"#
      + #"[{"id":"1","title":"Sea","image":"a.jpg"},{"id":"2","title":"Lake","image":"b.jpg"}]}"#,
  ])
  func `a feed is read as if it were a file in the folder`(text: String) async throws {
    let repository = try repository(text)
    let page = try await repository.page(for: PageRequest())

    expectEqual(page.photos.map(\.name), ["Sea", "Lake"])
    expectEqual(page.photos.map(\.file), [folder.file("a.jpg"), folder.file("b.jpg")])
    await expectEqual(repository.title, "Lakes")
    try await expectEqual(repository.page(for: PageRequest(isRefresh: true)).photos, page.photos)
  }

  @Test(arguments: [
    #"{"id":1,"title":"Sea","image_url":"a.jpg"}"#
      + "\n" + #"{"id":2,"title":"Lake","image_url":"b.jpg"}"#,
    #"{"id":1,"title":"Sea","image_url":"a.jpg"}"# + "\n",
  ])
  func `photos as they are printed can be kept in a file`(text: String) async throws {
    let file = try folder.write("kept.json", text)
    let repository = FeedFileRepository(file: file, catalog: ShippedPresets.catalog)
    let page = try await repository.page(for: PageRequest())

    expectEqual(page.photos.map(\.name), Array(["Sea", "Lake"].prefix(page.photos.count)))
    expectEqual(page.photos.first?.file, folder.file("a.jpg"))
    await expectEqual(repository.title, "kept")
  }

  @Test func `an array without elements has no photos`() async throws {
    let repository = try repository("[]\n")
    try await expectEqual(repository.page(for: PageRequest()).photos, [])
  }

  // MARK: Paths

  private func listed(_ text: String) async throws -> PhotoPage {
    try await page(
      FolderRepository(folder: folder.reference, reader: nil, paths: try input(text)))
  }

  @Test(arguments: ["\n", "\0"])
  func `files are listed in the order in which they are named`(end: String) async throws {
    let absolute = folder.path + "/b/1.jpg"
    let names = ["d/4.jpg", "./a.jpg", absolute, "b/2.jpg", "./b//../b/2.jpg"]

    let page = try await listed(names.map { $0 + end }.joined())

    expectEqual(page.ids, ["d/4.jpg", "a.jpg", absolute, "b/2.jpg", "b//../b/2.jpg"])
    let paths = page.photos.compactMap { $0.file.map { String(decoding: $0.path, as: UTF8.self) } }
    expectEqual(paths[0], folder.path + "/d/4.jpg")
    expectEqual(paths[2], absolute)
    expectEqual(page.skipped.count, 0)
  }

  @Test func `a path without an end counts, newlines are in names that end with NUL`() async throws
  {
    try folder.write("new\nline.jpg")

    try await expectEqual(listed("a.jpg\nd/4.jpg").ids, ["a.jpg", "d/4.jpg"])
    let page = try await listed("a.jpg\0new\nline.jpg\0")
    expectEqual(page.photos.count, 2)
    expectEqual(
      page.photos.last?.file.map { Array($0.path.suffix(12)) }, Array("new\nline.jpg".utf8))
  }

  @Test func `folders are searched, files that aren't pictures are counted`() async throws {
    let page = try await listed("b\nd/note.txt\nnowhere\n\na.jpg\n")

    expectEqual(page.ids, ["b/1.jpg", "b/2.jpg", "b/c/3.jpg", "a.jpg"])
    expectEqual(page.skipped.count, 2)
    expectEqual(page.skipped.items.map(\.reason), ["not a picture", "no such file or directory"])
  }

  @Test func `a name that isn't a file's is skipped, and counted as unreadable`() async throws {
    try folder.write("d/really.jpg/inside.jpg")
    expectEqual(mkfifo(folder.path + "/fifo.jpg", 0o600), 0)
    expectEqual(symlink("gone", folder.path + "/link.jpg"), 0)

    let page = try await listed(
      "a.jpg\nfifo.jpg\nnowhere.jpg\nlink.jpg\nd/note.txt\nd/really.jpg\n")

    expectEqual(page.ids, ["a.jpg", "d/really.jpg/inside.jpg"])
    expectEqual(
      page.skipped.items.map(\.name), ["fifo.jpg", "nowhere.jpg", "link.jpg", "d/note.txt"])
    expectEqual(
      page.skipped.items.map(\.reason).prefix(2), ["not a file", "no such file or directory"])
    expectEqual(page.skipped.count, 4)
    // A text that `find` names is not a photo; that it isn't a picture is not a failure.
    expectEqual(page.skipped.unreadableCount, 3)
  }

  @Test func `empty and invalid input are lists, too`() async throws {
    #expect(try await listed("").photos.isEmpty)
    let page = try await listed("\n\n\u{1B}[2J\n" + String(repeating: "x", count: 9_000))
    #expect(page.photos.isEmpty)
    #expect(page.skipped.items.allSatisfy { !$0.name.contains("\u{1B}") })
  }

  @Test func `a refresh drops deleted files, and keeps the others`() async throws {
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, paths: try input("a.jpg\nd/4.jpg\n"))
    try await expectEqual(page(repository).photos.count, 2)
    unlink(folder.path + "/a.jpg")

    try await expectEqual(page(repository, isRefresh: true).ids, ["d/4.jpg"])
  }

  @Test func `photos appear while the other program is still searching`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    defer { close(ends[0]) }
    expectEqual(write(ends[1], "a.jpg\nd/4", 9), 9)
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, paths: PipedInput(descriptor: ends[0]))

    let first = try await repository.page(for: PageRequest(pageSize: 1, anchor: "a.jpg"))
    expectEqual(first.ids, ["a.jpg"])
    expectEqual(write(ends[1], ".jpg\n", 5), 5)
    close(ends[1])
    try await expectEqual(page(repository).ids, ["a.jpg", "d/4.jpg"])
  }

  @Test(arguments: [
    "a.jpg\r\nb/c.jpg\r\n", "\u{FEFF}a.jpg\r\nb/c.jpg", "\u{FEFF}a.jpg\nb/c.jpg\r\n",
    "\u{FEFF}a.jpg\0b/c.jpg\0",
  ])
  func `lists of other systems are read`(text: String) async throws {
    try folder.write("b/c.jpg", "x")
    let page = try await listed(text)
    expectEqual(page.ids, ["a.jpg", "b/c.jpg"])
    expectEqual(page.skipped.count, 0)
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `of a list in UTF-16 nothing is read`(encoding: String.Encoding) async throws {
    let text = "\u{FEFF}a.jpg\r\nb/\u{1F337}.jpg\r\n"
    try folder.write("input", Array(text.data(using: encoding) ?? Data()))
    let input = PipedInput(descriptor: open(folder.path + "/input", O_RDONLY | O_CLOEXEC))
    let page = try await FolderRepository(folder: folder.reference, reader: nil, paths: input)
      .page(for: PageRequest())
    expectEqual(page.photos, [])
    expectEqual(page.skipped.unreadableCount, 1)
  }

  @Test func `comments, columns behind a tab and addresses are read, names with such bytes first`()
    async throws
  {
    for name in ["#b.jpg", "c\td.jpg", "e\\x41.jpg"] { try folder.write(name, "x") }
    let text = """
      # Summer
        # indented

      a.jpg\tthe one with the gulls
      #b.jpg
      c\td.jpg
      e\\x41.jpg
      \\x61.jpg
      HTTP://nas.local/f.jpg
      https://ann:secret@h.example/g.jpg
      """
    let page = try await listed(text)
    expectEqual(
      page.ids,
      ["a.jpg", "\\x23b.jpg", "c\\x09d.jpg", "e\\\\x41.jpg", "http://nas.local/f.jpg"])
    expectEqual(page.skipped.unreadableCount, 1)

    let others = try await listed("#gone.jpg\0a.jpg\tx\0#b.jpg\0")
    expectEqual(others.ids, ["\\x23b.jpg"])
    expectEqual(others.skipped.unreadableCount, 2)
  }

  @Test func `a name that ends with a carriage return is found if NUL ends it`() async throws {
    folder.create(nameBytes: Array("a.jpg\r".utf8))
    try folder.write("b.jpg", "x")
    expectEqual(try await listed("a.jpg\r\0b.jpg\0").skipped.unreadableCount, 0)
  }

  @Test(arguments: [
    ("B\u{FC}cher/caf\u{E9}.jpg", "Bu\u{308}cher/cafe\u{301}.jpg"),
    ("Bu\u{308}cher/cafe\u{301}.jpg", "B\u{FC}cher/caf\u{E9}.jpg"),
    ("B\u{FC}cher/e\u{301}\u{E9}.jpg", "B\u{FC}cher/\u{E9}e\u{301}.jpg"),
  ])
  func `a name is found in whatever form its letters are written`(
    named: String, onDisk: String
  ) async throws {
    try folder.write(onDisk, "x")

    let page = try await listed("\(named)\nno-\(named)\n")
    expectEqual(page.photos.map { $0.file?.path }, [folder.file(onDisk).path])
    expectEqual(page.skipped.unreadableCount, 1)

    try folder.write("list.photos", "\(named)\tA note\n")
    let collection = CollectionFile(folder.file("list.photos"))
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, collection: collection)
    let photo = try await firstPhoto(repository)
    var edited = PhotoCollection(Array("\(named)\tA note\n".utf8), folder: folder.reference.path)
    expectEqual(edited.remove([photo.id]).removed, 1)
    expectEqual(edited.bytes, [])

    let locator = PhotoSourceLocator(workingDirectory: folder.reference) { _ in false }
    guard case .picture(_, let parent) = try locator.source(Array(named.utf8)) else {
      Issue.record("not found")
      return
    }
    expectEqual(parent.path, FilePath.directory(of: folder.file(onDisk).path))
  }

  @Test func `of input beyond the limit the beginning is shown, and so is what is missing`()
    async throws
  {
    var limits = PrintedPhotos.Limits()
    limits.byteCount = 17
    let text = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"
    let repository = FeedFileRepository(
      piped: try input(text), directory: folder.reference, catalog: ShippedPresets.catalog,
      zone: .gmt, limits: limits)

    for isRefresh in [false, true] {
      let page = try await repository.page(for: PageRequest(isRefresh: isRefresh))
      expectEqual(page.ids, ["1", "2"])
      expectEqual(page.ending, .tooManyPhotos)
    }
  }

  @Test func `input without photos is refused with its beginning, and stays so`() async throws {
    let repository = try repository("{ 1}\n{ 2}")
    for isRefresh in [false, true] {
      await #expect(
        throws: PhotoSourceError.programFailed(
          name: "Standard input", fault: .notPhotos(beginning: "{ 1}"))
      ) { try await repository.page(for: PageRequest(isRefresh: isRefresh)) }
    }
  }

  @Test func `lines are searched and filtered, and an anchor is found`() async throws {
    let repository = try repository(
      "{\"id\":1,\"title\":\"sea\"}\nx\n{\"id\":1}\n{\"id\":2,\"title\":\"sea\",\"for_sale\":true}\n"
    )

    let all = try await repository.page(for: PageRequest(anchor: "2"))
    expectEqual(all.anchorRow, 1)
    expectEqual(all.skipped.items.map(\.name), ["line 2"])
    let query = PageRequest(search: "sea", filter: .forSale)
    try await expectEqual(repository.ids(query), ["2"])
  }
}
