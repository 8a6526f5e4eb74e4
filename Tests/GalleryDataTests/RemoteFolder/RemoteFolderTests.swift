import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// A folder on a server, on a network that answers as a test says.
@Suite(.timeLimit(.minutes(10)))
struct RemoteFolderTests {
  /// The first page of a folder.
  private func listed(
    _ transport: ScriptedTransport, _ format: any RemoteFolderFormat = TestServer.bucket(),
    showsPairs: Bool = false, isRecursive: Bool = true
  ) async throws -> PhotoPage {
    let repository = FolderRepository(
      at: transport, format, showsPairs: showsPairs, isRecursive: isRecursive)
    return try await repository.page(for: PageRequest(.everything, pageSize: 100))
  }

  private static func isListing(_ request: HTTPRequest) -> Bool { request.url.query() != nil }

  /// A bucket whose listing has pages of a thousand keys.
  private static func endless(pageCount: Int) -> ScriptedTransport {
    .bucket(
      (0..<pageCount).map { page in
        (0..<1_000).map { "p\(page * 1_000 + $0 + 10_000_000).jpg" }
      })
  }

  /// Photos with their other files.
  private static func rows(_ page: PhotoPage) -> [String] {
    page.photos.map { photo in
      ([photo.id] + photo.remoteCompanions.map { String(decoding: $0, as: UTF8.self) })
        .joined(separator: " + ")
    }
  }

  /// Photos of each section.
  private static func counts(_ page: PhotoPage) -> [Int] {
    if case .whole(let sections) = page.sections { sections.map(\.count) } else { [] }
  }

  // MARK: Pairs

  @Test(arguments: [
    (
      ["d/b.CR2", "d/b.JPG", "d/c.NEF", "d/z.jpg", "e/b.CR2"], true,
      ["d/b.CR2", "d/b.JPG", "d/c.NEF", "d/z.jpg", "e/b.CR2"]
    ),
    // A clip without a photo is dropped.
    (
      ["a.MOV", "b.HEIC", "b.mov", "c.JPG", "c.MP4", "c.NEF", "d/b.mov"], false,
      ["b.HEIC + b.mov", "c.JPG + c.NEF + c.MP4"]
    ),
    (
      ["a.MOV", "b.HEIC", "b.mov", "c.JPG", "c.MP4", "c.NEF", "d/b.mov"], true,
      ["b.HEIC + b.mov", "c.JPG + c.MP4", "c.NEF"]
    ),
  ])
  func `a raw file, or a clip, and its picture are one row, unless raw files are requested`(
    keys: [String], showsPairs: Bool, rows: [String]
  ) async throws {
    let page = try await listed(.bucket([keys]), showsPairs: showsPairs)

    expectEqual(Self.rows(page), rows)
    #expect(page.photos.allSatisfy { $0.fileSize == 5_000_000 })
    expectEqual(page.totalCount, rows.count)
  }

  @Test(arguments: [
    (["d/a.jpg", "d/b.CR2"], ["d/b.JPG", "d/c.jpg"], "b.JPG + b.CR2"),
    // The clip behind its photo, and before it; one in the middle of a page is joined there.
    (["d/a.jpg", "d/b.HEIC"], ["d/b.MOV", "d/c.jpg"], "b.HEIC + b.MOV"),
    (["d/a.jpg", "d/b.MOV"], ["d/b.jpg", "d/c.jpg"], "b.jpg + b.MOV"),
    (["d/a.jpg", "d/b.HEIC", "d/b.MOV"], ["d/b.mp4", "d/c.jpg"], "b.HEIC + b.MOV + b.mp4"),
    (["d/a.jpg", "d/b.HEIC", "d/b.MOV"], ["d/c.jpg", "d/z.MOV"], "b.HEIC + b.MOV"),
    (["d/a.jpg", "d/b.HEIC"], ["d/c.jpg", "e/b.MOV"], "b.HEIC"),
  ])
  func `files of one shot on two pages of the listing are one row`(
    first: [String], second: [String], row: String
  ) async throws {
    let page = try await listed(.bucket([first, second]))

    expectEqual(
      Self.rows(page).map { $0.replacing("d/", with: "") }, ["a.jpg", row, "c.jpg"])
    #expect(page.photos.allSatisfy { $0.fileSize == 5_000_000 })
    expectEqual(page.totalCount, 3)
  }

  // MARK: Listing

  @Test func `photos have the listing's data, and other files are dropped`() async throws {
    let transport = ScriptedTransport.bucket([
      ["b/IMG_2.jpg", "b/notes.txt", "b/.hidden/x.jpg", "b/IMG_10.jpg", "a.png"]
    ])
    let page = try await listed(transport)

    let photo = try #require(page.photos.first { $0.id == "b/IMG_2.jpg" })
    expectEqual(photo.name, "IMG_2")
    expectEqual(photo.pathText, "b/IMG_2.jpg")
    expectEqual(photo.fileSize, 5_000_000)
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_795_317_278.38))
    expectEqual(photo.imageURL?.absoluteString, "http://127.0.0.1:9000/photos/b/IMG_2.jpg")
    expectEqual(photo.file, nil)
    expectEqual(Set(page.ids), ["a.png", "b/IMG_2.jpg", "b/IMG_10.jpg"])
    expectEqual(transport.requestCount, 1)
  }

  @Test func `the first page comes before the second is listed, and stays where it is`()
    async throws
  {
    let gate = TestGate()
    let listing = ScriptedTransport.bucket([
      [
        "IMG_10.jpg", "IMG_2.jpg", "d/IMG_10.jpg", "d/IMG_2.jpg", "d/e/y.jpg", "d/z.jpg",
        "f/IMG_10.jpg",
      ],
      ["f/IMG_2.jpg", "top.jpg"],
    ])
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      if TestServer.token(request) != nil { try await gate.pass() }
      return try await listing.send(request)
    }
    let repository = FolderRepository(at: transport)
    let first = try await repository.page(for: PageRequest(.everything, pageSize: 5))
    // A folder that one page has whole is in natural order, and before the folders in it.
    let ids = ["IMG_10.jpg", "IMG_2.jpg", "d/IMG_2.jpg", "d/IMG_10.jpg", "d/z.jpg"]
    expectEqual(first.ids, ids)

    gate.open()
    let page = try await repository.page(for: PageRequest(.everything, pageSize: 10))

    expectEqual(page.ids, ids + ["d/e/y.jpg", "f/IMG_10.jpg", "f/IMG_2.jpg", "top.jpg"])
    expectEqual(Self.counts(page), [2, 3, 1, 2, 1])
    expectEqual(transport.requestCount, 2)
  }

  @Test func `a caller that only reads page after page gets each photo once`() async throws {
    let keys = (0..<3).map { page in (0..<1_000).map { "p\(page * 1_000 + $0).jpg" } }
    let repository = FolderRepository(at: ScriptedTransport.bucket(keys))
    var ids: Set<Photo.ID> = []
    for number in 1...30 {
      let page = try await repository.page(
        for: PageRequest(.everything, page: number, pageSize: 100))
      ids.formUnion(page.ids)
    }

    expectEqual(ids.count, 3_000)
  }

  @Test func `a long listing continues only as far as a caller waits for a row`() async throws {
    let transport = Self.endless(pageCount: 40)
    let repository = FolderRepository(at: transport)
    _ = try await repository.page(for: PageRequest(.everything, pageSize: 100))
    for await progress in await repository.progress() where progress.activity == .waiting {
      // The last one may have more files on the next page.
      expectEqual(progress.photoCount, 19_999)
      break
    }
    expectEqual(transport.requestCount, 20)

    let far = try await repository.page(for: PageRequest(.everything, page: 250, pageSize: 100))

    expectEqual(far.photos.first?.id, "p10024900.jpg")
    #expect(far.hasMorePages)
    expectEqual(transport.requestCount, 26)
  }

  @Test(
    arguments: [("p10004999.jpg", 4_999), ("p10000000.jpg", 0), ("p99.jpg", nil)], [true, false])
  func `the position of a photo on a later page of the listing is found`(
    place: (anchor: Photo.ID, row: Int?), isRecursive: Bool
  ) async throws {
    var request = PageRequest(.everything, pageSize: 100)
    request.anchor = place.anchor

    let page = try await FolderRepository(
      at: Self.endless(pageCount: 6), isRecursive: isRecursive
    ).page(for: request)

    expectEqual(page.anchorRow, place.row)
    expectEqual(page.photos.count, 100)
  }

  @Test func `names do not wait for the position of a photo that would have been listed by now`()
    async throws
  {
    let gate = TestGate()
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      if TestServer.token(request) != nil { try await gate.pass() }
      return .text(
        TestServer.listing(["d/b.jpg", "d/c.jpg", "d/d.jpg"], next: "1"), for: request)
    }
    var request = PageRequest(.everything, pageSize: 1)
    request.anchor = "d/a.jpg"

    let page = try await FolderRepository(at: transport).page(for: request)

    expectEqual(page.ids, ["d/b.jpg"])
    expectEqual(page.anchorRow, nil)
    gate.open()
  }

  @Test func `a photo that isn't there keeps no page back while a listing waits`() async throws {
    let repository = FolderRepository(at: Self.endless(pageCount: 40))
    var request = PageRequest(.everything, pageSize: 100)
    _ = try await repository.page(for: request)
    for await progress in await repository.progress() where progress.activity == .waiting { break }

    request.anchor = "p99.jpg"
    for _ in 0..<50 {
      let page = try await repository.page(for: request)
      expectEqual(page.anchorRow, nil)
      expectEqual(page.photos.count, 100)
    }
  }

  /// What a page reports as missing: names and errors.
  private static func missing(_ page: PhotoPage) -> [MissingFolders.Folder] {
    if case .incomplete(let missing) = page.ending { missing.folders } else { [] }
  }

  @Test func `loaded rows are shown, and the part on a failed page is named`()
    async throws
  {
    let isDown = Mutex(true)
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      if TestServer.token(request) == nil {
        return .text(TestServer.listing(["b/a.jpg"], next: "1"), for: request)
      }
      if isDown.withLock({ $0 }) { throw .serverOverloaded }
      return .text(TestServer.listing(["c.jpg"]), for: request)
    }
    let repository = FolderRepository(at: transport)
    let part = try await repository.page(for: PageRequest(.everything, pageSize: 100))

    expectEqual(part.ids, ["b/a.jpg"])
    #expect(!part.hasMorePages)
    expectEqual(
      Self.missing(part),
      [MissingFolders.Folder(name: "photos after b/a.jpg", error: .serverOverloaded)])

    isDown.withLock { $0 = false }
    let page = try await repository.page(
      for: PageRequest(.everything, pageSize: 100, isRefresh: true))

    expectEqual(page.ids, ["b/a.jpg", "c.jpg"])
    expectEqual(page.ending, nil)
  }

  @Test func `a listing that can't start gives the reason, and is tried again`() async throws {
    let transport = ScriptedTransport {
      .text("<Error><Code>NoSuchBucket</Code></Error>", for: $0, status: 404)
    }
    let repository = FolderRepository(at: transport)

    for _ in 0..<2 {
      await #expect(throws: PhotoSourceError.notFound(name: "photos")) {
        try await repository.page(for: PageRequest(.everything, pageSize: 10))
      }
    }
    expectEqual(transport.requestCount, 2)
  }

  @Test func `a listing that changes while it is read has each photo once`() async throws {
    // Another program adds a file before the others between two pages, and a server that counts has moved them.
    let page = try await listed(.bucket([["b.jpg", "c.jpg", "c.jpg"], ["c.jpg", "d.jpg"]]))

    expectEqual(page.ids, ["b.jpg", "c.jpg", "d.jpg"])
  }

  @Test(arguments: [ListingFault.repeats, .endsEarly, .isEmpty])
  func `a listing that goes round, stops early, or goes on without names ends, with a message`(
    fault: ListingFault
  ) async throws {
    let transport = ScriptedTransport { request in
      let page = TestServer.token(request) ?? 0
      let keys = ["p\(page).jpg"]
      let body =
        switch fault {
        case .repeats: TestServer.listing(keys, next: page == 2 ? "1" : "\(page + 1)")
        // It has more, and doesn't say where.
        case .endsEarly: TestServer.listing(keys, next: page == 2 ? "" : "\(page + 1)")
        // A few parts without a name are nothing unusual.
        default: TestServer.listing(page == 0 || page == 50 ? keys : [], next: "\(page + 1)")
        }
      return .text(body, for: request)
    }

    let page = try await listed(transport)

    let numbers = fault == .isEmpty ? [0, 50] : [0, 1, 2]
    expectEqual(page.ids, numbers.map { "p\($0).jpg" })
    #expect(!page.hasMorePages)
    expectEqual(
      Self.missing(page),
      [
        MissingFolders.Folder(
          name: "photos after p\(numbers.last ?? 0).jpg",
          error: .listingBroken(name: "photos", fault: fault))
      ])
    expectEqual(transport.requestCount, fault == .isEmpty ? 151 : 3)
  }

  @Test func `a circular listing without a photo fails`() async throws {
    let transport = ScriptedTransport { .text(TestServer.listing(["a.txt"], next: "1"), for: $0) }

    await #expect(throws: PhotoSourceError.listingBroken(name: "photos", fault: .repeats)) {
      try await listed(transport)
    }
  }

  // MARK: Folders by levels

  /// Answers are lines: a name, with a `/` at its end for a folder.
  private struct Levels: RemoteFolderFormat {
    var emptyFolderLimit: Int?
    var title: String { "levels" }
    var sourceID: String { "levels" }
    var listsRecursively: Bool { false }

    func request(
      for folder: [UInt8], isRecursive: Bool, after token: String?
    ) throws(PhotoSourceError) -> HTTPRequest {
      guard let url = url(of: folder) else { throw .notFound(name: "") }
      return HTTPRequest(url: url)
    }

    func decode(
      _ response: HTTPResponse, of folder: [UInt8]
    ) throws(PhotoSourceError) -> RemoteListing {
      guard response.isSuccess else { throw .permissionDenied(name: "x") }
      return RemoteListing(
        entries: String(decoding: response.body, as: UTF8.self).split(separator: "\n").map { line in
          let name = Array(line.utf8.filter { $0 != FilePath.separator })
          return RemoteEntry(path: FilePath.join(folder, name), isFolder: line.hasSuffix("/"))
        })
    }

    func url(of path: [UInt8]) -> URL? {
      URL(string: "http://127.0.0.1/\(PercentEncoding.path(path))")
    }
  }

  private static let tree = [
    "/": "z.jpg\nb/\na10/\na9/\nx.txt\na.jpg\n", "/a9": "2.jpg\n10.jpg\n", "/a10": "deep/\n",
    "/a10/deep": "q.jpg", "/b": "r.jpg",
  ]

  @Test func `files are requested from their own server only`() async throws {
    let transport = ScriptedTransport { HTTPResponse(status: 200, body: [1], url: $0.url) }
    let server = WebFileSystem(Levels(), transport)
    let url = try #require(server.folder.url(of: Array("a.jpg".utf8)))

    _ = try await server.files.beginning(of: url, byteCount: 1)
    _ = try await server.files.contents(of: url, byteLimit: 1)

    expectEqual(transport.requests.map(\.redirects), [.sameHost, .sameHost])
  }

  @Test func `folders are read one after the other, each in natural order`() async throws {
    let page = try await listed(Self.failing(), Levels())

    expectEqual(page.ids, ["a.jpg", "z.jpg", "a9/2.jpg", "a9/10.jpg", "a10/deep/q.jpg", "b/r.jpg"])
    expectEqual(Self.counts(page), [2, 2, 1, 1])
    let alone = try await listed(Self.failing(), Levels(), isRecursive: false)
    expectEqual(alone.ids, ["a.jpg", "z.jpg"])
  }

  /// A folder may go while the one that it is in is listed; what may not be read is missing.
  @Test(arguments: [
    (PhotoSourceError.permissionDenied(name: "h"), 1, "permission denied"),
    (.notFound(name: "h"), 0, "not found"),
  ])
  func `a folder that may not be listed is missing, one that is gone is not`(
    error: PhotoSourceError, unreadableCount: Int, reason: String
  ) async throws {
    let page = try await listed(Self.failing(["/a9": 9], error), Levels())

    expectEqual(page.ids, ["a.jpg", "z.jpg", "a10/deep/q.jpg", "b/r.jpg"])
    #expect(page.skipped.count == 1 && page.skipped.unreadableCount == unreadableCount)
    expectEqual(page.skipped.items, [SkippedItem(name: "a9", reason: reason)])
  }

  /// A tree of which some folders fail as often as is said.
  private static func failing(
    _ failures: [String: Int] = [:], _ error: PhotoSourceError = .noNetwork
  ) -> ScriptedTransport {
    let left = Mutex(failures)
    return ScriptedTransport { (request) throws(PhotoSourceError) in
      let path = request.url.path()
      let fails = left.withLock { left in
        guard let count = left[path], count > 0 else { return false }
        left[path] = count - 1
        return true
      }
      if fails { throw error }
      return .text(tree[path] ?? "", for: request)
    }
  }

  private static let errors: [PhotoSourceError] = [
    .serverOverloaded, .passwordRefused(host: "h"), .truncated(host: "h"), .timedOut(host: "h"),
    .serverFailed(host: "h", status: 500),
    .connectionFailed(host: "h", cause: .closed),
  ]

  /// Also where they follow each other.
  @Test(arguments: errors, ["a10", "a10/deep"])
  func `a folder that fails is named, and the others are shown`(
    error: PhotoSourceError, other: String
  ) async throws {
    let transport = Self.failing(["/a9": 9, "/\(other)": 9], error)
    let page = try await listed(transport, Levels())

    expectEqual(page.ids, ["a.jpg", "z.jpg", "b/r.jpg"])
    #expect(!page.hasMorePages)
    expectEqual(
      Self.missing(page),
      [
        MissingFolders.Folder(name: "a9", error: error),
        MissingFolders.Folder(name: other, error: error),
      ])
    expectEqual(page.skipped.count, 0)
    expectEqual(transport.requests.filter { $0.url.path() == "/a9" }.count, 1)
  }

  @Test(arguments: [
    PhotoSourceError.passwordRefused(host: "h"), .passwordMissing(host: "h"),
    .permissionDenied(name: "h"), .notAFeed(name: "h", beginning: "<html>"),
  ])
  func `folders that are refused don't keep back the ones behind them`(
    error: PhotoSourceError
  ) async throws {
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      let path = request.url.path()
      guard path != "/" else {
        let folders = (10..<25).map { "a\($0)/\n" }.joined() + "b/\n"
        return .text(folders, for: request)
      }
      if path.hasPrefix("/a") { throw error }
      return .text("p.jpg\n", for: request)
    }
    let page = try await listed(transport, Levels())

    expectEqual(page.ids, ["b/p.jpg"])
    if case .incomplete(let missing) = page.ending {
      expectEqual(missing.count, 15)
    } else {
      expectEqual(page.skipped.unreadableCount, 15)
    }
  }

  @Test func `a folder that lists what the one around it lists isn't followed, and that is said`()
    async throws
  {
    let transport = ScriptedTransport { .text("self/\np.jpg\n", for: $0) }
    let page = try await listed(transport, Levels())

    expectEqual(page.ids, ["p.jpg", "self/p.jpg"])
    expectEqual(
      Self.missing(page),
      [
        MissingFolders.Folder(
          name: "self", error: .listingBroken(name: "levels", fault: .nests))
      ])
    expectEqual(page.ending?.lacksPhotos, true)
    expectEqual(transport.requestCount, 2)
  }

  @Test func `folders with the names of the folders around them are followed`() async throws {
    let transport = ScriptedTransport { request in
      let depth = request.url.path().split(separator: "/").count
      let body = depth < 2 ? "0/\n1/\n" : "p.jpg\n"
      return .text(body, for: request)
    }
    let page = try await listed(transport, Levels())

    expectEqual(page.ids, ["0/0/p.jpg", "0/1/p.jpg", "1/0/p.jpg", "1/1/p.jpg"])
    expectEqual(Self.missing(page), [])
  }

  @Test func `folders in folders are followed 64 levels deep, and that is said`() async throws {
    let transport = Self.deep(photosAt: Set(0..<1_000))
    let page = try await listed(transport, Levels())

    expectEqual(page.photos.count, 65)
    expectEqual(
      Self.missing(page).map(\.error), [.listingBroken(name: "levels", fault: .nests)])
    expectEqual(transport.requestCount, 65)
  }

  @Test func `what a server lists and can't be shown is counted and named`() async throws {
    let body = """
      <multistatus xmlns="DAV:"><response><href>/</href></response><response><href>/a%2Fb.jpg</href></response>
      <response><href>/c.jpg</href></response></multistatus>
      """
    let transport = ScriptedTransport { .text(body, for: $0, status: 207) }
    let url = try #require(URL(string: "https://h/"))
    let page = try await listed(transport, WebDAVFormat(url: url))

    expectEqual(page.ids, ["c.jpg"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(
      page.skipped.items, [SkippedItem(name: "/a%2Fb.jpg", reason: "a slash in its name")])
  }

  @Test func `an unreachable server is not asked for each of its folders`() async throws {
    let requestCount = Mutex(0)
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      let number = requestCount.withLock { count in
        count += 1
        return count
      }
      guard number == 1 else { throw .noNetwork }
      let folders = (100..<200).map { "d\($0)/\n" }.joined()
      return .text("a.jpg\n\(folders)", for: request)
    }
    let page = try await listed(transport, Levels())

    expectEqual(page.ids, ["a.jpg"])
    guard case .incomplete(let missing) = page.ending else {
      Issue.record("\(String(describing: page.ending))")
      return
    }
    expectEqual(missing.count, 100)
    expectEqual(missing.folders.map(\.name), (100..<110).map { "d\($0)" })
    // The first folder, one more, and the first one again.
    expectEqual(transport.requests.map { $0.url.path() }, ["/", "/d100", "/"])
  }

  @Test func `if all folders fail and there is no photo it is an error`() async throws {
    let transport = Self.failing(["/a": 9], .serverOverloaded)
    let tree = ScriptedTransport { (request) throws(PhotoSourceError) in
      guard request.url.path() == "/" else { return try await transport.send(request) }
      return .text("a/\nc/\n", for: request)
    }

    await #expect(throws: PhotoSourceError.serverOverloaded) {
      try await listed(tree, Levels())
    }
  }

  /// A folder in each folder, and photos in some of them.
  private static func deep(photosAt depths: Set<Int>) -> ScriptedTransport {
    ScriptedTransport { request in
      let depth = request.url.path().split(separator: "/").count
      return .text("d\(depth)/\n\(depths.contains(depth) ? "p.jpg\n" : "")", for: request)
    }
  }

  @Test func `a public list of folders without pictures is not followed for ever`() async throws {
    let transport = Self.deep(photosAt: [])
    await #expect(throws: PhotoSourceError.noPhotosInFolders(name: "levels", count: 30)) {
      try await listed(transport, Levels(emptyFolderLimit: 30))
    }
    expectEqual(transport.requestCount, 30)
  }

  @Test func `folders without pictures after others end a public list, with a message`()
    async throws
  {
    let transport = Self.deep(photosAt: [0, 20])
    let page = try await listed(transport, Levels(emptyFolderLimit: 30))

    expectEqual(page.photos.count, 2)
    expectEqual(page.ending, .foldersWithoutPhotos(count: 30))
    expectEqual(transport.requestCount, 51)
  }

  // MARK: Beginnings of pictures

  private static let picture: [UInt8] =
    [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 1, count: 300_000)

  private static func served(
    tag: @escaping @Sendable () -> String = { "t" },
    range: @escaping @Sendable () -> String = { "bytes 0-262143/300003" }
  ) -> ScriptedTransport {
    ScriptedTransport { request in
      guard !isListing(request) else {
        return .text(TestServer.listing(["a.jpg"], tag: tag()), for: request)
      }
      return HTTPResponse(
        status: 206, headers: ["Content-Range": range()], body: Array(picture.prefix(262_144)),
        url: request.url)
    }
  }

  private static let first = PageRequest(.everything, pageSize: 10)

  @Test func `a file that has changed is read again`() async throws {
    let tag = Mutex("one")
    let transport = Self.served(tag: { tag.withLock { $0 } })
    let repository = FolderRepository(at: transport, reader: StubMetadataReader())
    let photo = try await firstPhoto(repository, Self.first)
    _ = await repository.details(of: photo)
    var again = Self.first
    again.isRefresh = true
    let same = try await firstPhoto(repository, again)
    #expect(!same.needsDetails)

    tag.withLock { $0 = "two" }
    let other = try await firstPhoto(repository, again)
    #expect(other.needsDetails)
    #expect(other.thumbnailURL != photo.thumbnailURL)
    _ = await repository.details(of: other)

    expectEqual(transport.requests.filter { !Self.isListing($0) }.count, 2)
  }

  @Test(arguments: ["bytes 100-262243/300003", "", "bytes */300003"])
  func `a part other than the requested one is not read`(range: String) async throws {
    let reader = StubMetadataReader(PhotoMetadata { $0.title = "Title" })
    let repository = FolderRepository(at: Self.served(range: { range }), reader: reader)
    let photo = try await firstPhoto(repository, Self.first)

    let details = await repository.details(of: photo)

    expectEqual(details.name, "a")
    expectEqual(reader.askedCount, 0)
  }
}

/// The environment and the files of `aws configure`.
@Suite(.timeLimit(.minutes(10)))
struct S3SettingsTests {
  private static func settings(
    _ environment: [String: String] = [:], config: String = "", credentials: String = "",
    endpoint: String? = nil
  ) throws(Complaint) -> S3Settings {
    var environment = environment
    environment["HOME"] = "/home/anna"
    let files = ["/home/anna/.aws/config": config, "/home/anna/.aws/credentials": credentials]
    return try S3Settings(
      endpoint: endpoint, environment: { environment[$0] }, read: { files[$0] })
  }

  private static let config = """
    # written by hand
    [default]
    region = eu-central-1
    [profile ceph]
    region=default
    endpoint_url = http://ceph.example:7480
    s3 =
      addressing_style = virtual
      max_concurrent_requests = 20
    output = json
    """
  private static let credentials = """
    [default]
    aws_access_key_id = AK
    aws_secret_access_key = SK
    [ceph]
    aws_access_key_id=CK
    aws_secret_access_key=CS=
    aws_session_token = T
    """

  @Test func `without anything it is AWS without keys`() throws {
    let settings = try Self.settings()
    expectEqual(settings.region, "us-east-1")
    expectEqual(settings.keys, nil)
    let location = try settings.location(bucket: "photos", folder: "/a//b/")
    expectEqual(location.endpoint.absoluteString, "https://s3.us-east-1.amazonaws.com")
    expectEqual(location.prefix, "a/b/")
    #expect(!location.usesPathStyle)
    #expect(try settings.location(bucket: "my.photos", folder: "").usesPathStyle)
  }

  @Test func `a profile has its keys, its endpoint and its style`() throws {
    let usual = try Self.settings(config: Self.config, credentials: Self.credentials)
    expectEqual(usual.region, "eu-central-1")
    expectEqual(usual.keys, S3Credentials(accessKey: "AK", secretKey: "SK"))

    let ceph = try Self.settings(
      ["AWS_PROFILE": "ceph"], config: Self.config, credentials: Self.credentials)
    expectEqual(
      ceph.keys, S3Credentials(accessKey: "CK", secretKey: "CS=", sessionToken: "T"))
    expectEqual(ceph.endpoint?.absoluteString, "http://ceph.example:7480")
    expectEqual(ceph.usesPathStyle, false)
  }

  @Test func `the environment comes before the files, and the option before all`() throws {
    let environment = [
      "AWS_ACCESS_KEY_ID": "E", "AWS_SECRET_ACCESS_KEY": "S", "AWS_REGION": "r",
      "AWS_ENDPOINT_URL": "http://one", "AWS_ENDPOINT_URL_S3": "http://two",
    ]
    let settings = try Self.settings(
      environment, config: Self.config, credentials: Self.credentials)
    expectEqual(settings.keys, S3Credentials(accessKey: "E", secretKey: "S"))
    expectEqual(settings.region, "r")
    expectEqual(settings.endpoint?.absoluteString, "http://two")
    let other = try Self.settings(environment, endpoint: "minio.example:9000")
    expectEqual(other.endpoint?.absoluteString, "https://minio.example:9000")
  }

  @Test func `contradictory settings are reported`() throws {
    func noEndpoint(_ setting: String) -> Complaint {
      "\(setting) is not the address of an object store; write https://host or http://host:port"
    }
    #expect(
      throws: Complaint("AWS_PROFILE: no profile 'x' in ~/.aws/config and ~/.aws/credentials")
    ) {
      try Self.settings(["AWS_PROFILE": "x"], config: Self.config)
    }
    #expect(throws: Complaint("AWS_SECRET_ACCESS_KEY is not set, but the key beside it is")) {
      try Self.settings(["AWS_ACCESS_KEY_ID": "a"])
    }
    #expect(throws: Complaint("AWS_ACCESS_KEY_ID is not set, but the key beside it is")) {
      try Self.settings(["AWS_SECRET_ACCESS_KEY": "a"])
    }
    for endpoint in ["ftp://x", "http://", "http://h/?a=b"] {
      #expect(throws: noEndpoint("--endpoint")) {
        try Self.settings(endpoint: endpoint)
      }
    }
    #expect(throws: noEndpoint("AWS_REGION")) {
      try Self.settings(["AWS_REGION": "a b"]).location(bucket: "photos", folder: "")
    }
    for bucket in ["a b", "", "ü", "a/b"] {
      #expect(throws: Complaint("'\(bucket)' can't be the name of a bucket")) {
        try Self.settings().location(bucket: bucket, folder: "")
      }
    }
  }

  /// Whatever is wrong with the address, and wherever it is set.
  @Test(arguments: [
    "http://me:S3CRET@host", "me:S3CRET@host", "http://S3CRET@host", "http://me:S3C/RET@host",
    "http://me:S3CRET @host:x", "ftp://me:S3CRET@host", "me:S3CRET@",
  ])
  func `an endpoint with a password is refused without its value`(address: String) {
    let config = "[default]\n"
    let found = [
      Result { try Self.settings(endpoint: address) },
      Result { try Self.settings(["AWS_ENDPOINT_URL": address]) },
      Result { try Self.settings(["AWS_ENDPOINT_URL_S3": address]) },
      Result { try Self.settings(config: "\(config)endpoint_url = \(address)") },
      Result { try Self.settings(config: "\(config)s3 =\n  endpoint_url = \(address)") },
    ]
    let settings = [
      "--endpoint", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "endpoint_url", "endpoint_url",
    ]

    for (found, setting) in zip(found, settings) {
      let fault = #expect(throws: Complaint.self) { try found.get() }
      #expect(fault?.words.hasPrefix("\(setting) must not hold a user or a password; ") == true)
      #expect(fault?.words.contains("S3C") == false)
    }
  }
}
