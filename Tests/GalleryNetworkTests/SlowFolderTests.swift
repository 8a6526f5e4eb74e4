import ExpectationSupport
import FeedFormats
import FeedServerSupport
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import GalleryStore
import GalleryTestSupport
import Logging
import Synchronization
import Testing

/// By its markers, with a comment of one byte.
private let smallestJPEG: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 0, 0xFF, 0xD9]

/// A bucket behind a line that trickles, or stands still.
@Suite(.timeLimit(.minutes(10)))
final class SlowFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "vitrine-slow-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder that a server has under `/photos`, and its small pictures.
  ///
  /// - Parameter isStill: Whether the server falls silent after a request. Only there is silence short: a busy machine
  ///   takes longer than that for answers that come.
  private func gallery(
    at server: FeedServer, isStill: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }
  ) -> (list: FolderRepository, images: RemoteFolderImages) {
    let transport = ImpatientTransport(isImpatient: isStill)
    let store = SQLiteStore(
      folder: nil, temporaryPlaces: [folder.path(percentEncoded: false)],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ).images
    let pictureMetadata = RemotePictureMetadata(
      files: WebFiles(transport), store: store, thumbnails: StubThumbnails())
    let format = S3Format(
      S3Location(endpoint: server.url(""), bucket: "photos", usesPathStyle: true),
      isSigned: false)
    return (
      FolderRepository(
        WebFileSystem(format, transport), pictureMetadata: pictureMetadata, reader: nil),
      RemoteFolderImages(pictureMetadata)
    )
  }

  private static func listing(_ keys: [String], next: String? = nil) -> Answer {
    let contents = keys.map { "<Contents><Key>\($0)</Key><Size>5000000</Size></Contents>" }
    let end =
      next.map {
        "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>"
      }
      ?? "<IsTruncated>false</IsTruncated>"
    return .text("<ListBucketResult>\(contents.joined())\(end)</ListBucketResult>")
  }

  /// A bucket of two pages: the first comes at once, the second as a test says.
  private static func bucket(
    _ second: @escaping @Sendable (Answer) -> Answer
  ) throws -> FeedServer {
    try FeedServer { request in
      request.queryValue("continuation-token") == nil
        // The last one may have more files on the second page.
        ? listing(["a.jpg", "b.jpg", "c.jpg", "d.jpg"], next: "2")
        : second(listing(["e.jpg", "f.jpg"]))
    }
  }

  /// Waits until the second page is under way.
  private static func untilSecondPage(of server: FeedServer) async {
    await server.until { log in
      log.requests.contains { $0.queryValue("continuation-token") != nil }
    }
  }

  private static let first = PageRequest(.everything, pageSize: 2)
  private static let rest = PageRequest(.everything, page: 2, pageSize: 2)

  private static let wholeRest: PageRequest = {
    var request = rest
    request.readsAll = true
    return request
  }()

  private static func rows(of list: FolderRepository?) -> Task<PhotoPage?, any Error> {
    Task { try await list?.page(for: wholeRest) }
  }

  @Test func `rows of the first page show while the second trickles`() async throws {
    let gate = Gate()
    let server = try Self.bucket { $0.delivered(.drip(byteCount: 1, gate)) }
    let list = gallery(at: server).list

    let first = try await list.page(for: Self.first)
    expectEqual(first.photos.map(\.id), ["a.jpg", "b.jpg"])
    #expect(first.hasMorePages)
    await Self.untilSecondPage(of: server)
    gate.allow(20)
    // Twenty bytes of it hold no photo.
    try await expectEqual(list.page(for: Self.first).photos.map(\.id), ["a.jpg", "b.jpg"])

    gate.open()
    try await expectEqual(list.page(for: Self.wholeRest).photos.map(\.id), ["c.jpg", "d.jpg"])
    expectEqual(server.requestCount, 2)
  }

  @Test func `who no longer waits for a page is let go at once, and who closes the list ends it`()
    async throws
  {
    // A byte, and then none until the client leaves.
    let server = try Self.bucket { $0.delivered(.hangAfter(byteCount: 1, nil)) }
    var list: FolderRepository? = gallery(at: server).list
    _ = try await list?.page(for: Self.first)
    await Self.untilSecondPage(of: server)
    let waiting = Self.rows(of: list)
    waiting.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await waiting.value }
    // Others may want the rows.
    #expect(server.openConnectionCount > 0)

    list = nil
    await server.until { $0.openConnectionCount == 0 }
    expectEqual(server.requestCount, 2)
  }

  @Test func `a listing that stands still is given up, and what was listed stays`() async throws {
    let isStill = Mutex(true)
    let server = try Self.bucket { answer in
      isStill.withLock { $0 } ? answer.delivered(.hangAfter(byteCount: 30, nil)) : answer
    }
    let list = gallery(at: server) { request in
      isStill.withLock { $0 } && request.url.query()?.contains("continuation-token") == true
    }.list
    _ = try await list.page(for: Self.first)

    let rest = try await list.page(for: Self.wholeRest)
    expectEqual(rest.photos.map(\.id), ["c.jpg", "d.jpg"])
    expectEqual(
      rest.ending,
      .incomplete(
        MissingFolders(
          .init(name: "photos after d.jpg", error: .timedOut(host: "127.0.0.1")))))
    try await expectEqual(list.page(for: Self.first).photos.map(\.id), ["a.jpg", "b.jpg"])

    isStill.withLock { $0 = false }
    var again = Self.first
    again.isRefresh = true
    _ = try await list.page(for: again)
    try await expectEqual(list.page(for: Self.wholeRest).photos.map(\.id), ["c.jpg", "d.jpg"])
  }

  @Test func `a listing that stands still from the start says so`() async throws {
    let server = try FeedServer { _ in
      Self.listing(["a.jpg"]).delivered(.hangAfter(byteCount: 40, nil))
    }
    let list = gallery(at: server) { _ in true }.list
    await #expect(throws: PhotoSourceError.timedOut(host: "127.0.0.1")) {
      try await list.page(for: Self.first)
    }
    await server.until { $0.openConnectionCount == 0 }
  }

  // MARK: Pictures

  /// The beginning of a JPEG of 5 MB.
  private static let beginning =
    smallestJPEG + [UInt8](repeating: 0, count: 262_144 - smallestJPEG.count)

  private static func part() -> Answer {
    Answer.bytes(beginning, type: "image/jpeg").with(status: 206)
      .adding("Content-Range", "bytes 0-262143/5000000")
  }

  /// A bucket of two pictures, the first of which comes as a test says.
  private static func pictures(
    _ first: @escaping @Sendable (Answer) -> Answer
  ) throws -> FeedServer {
    try FeedServer { request in
      switch request.path {
      case "/photos/a.jpg": first(part())
      case "/photos/b.jpg": part()
      default: listing(["a.jpg", "b.jpg"])
      }
    }
  }

  private func thumbnails(
    _ gallery: (list: FolderRepository, images: RemoteFolderImages)
  ) async throws -> [URL] {
    try await gallery.list.page(for: Self.first).photos.map { try #require($0.thumbnailURL) }
  }

  @Test func `a picture's beginning that trickles holds no other up`() async throws {
    let gate = Gate()
    let server = try Self.pictures { $0.delivered(.drip(byteCount: 4_096, gate)) }
    let gallery = gallery(at: server)
    let urls = try await thumbnails(gallery)
    let slow = Task { [images = gallery.images] in
      try await images.image(at: urls[0], isRefresh: false) { _ in }
    }
    await server.until { log in log.requests.contains { $0.path == "/photos/a.jpg" } }
    gate.allow(3)

    _ = try await gallery.images.image(at: urls[1], isRefresh: false) { _ in }
    await expectEqual(gallery.images.storedImage(at: urls[0]), nil)
    gate.open()
    _ = try await slow.value

    #expect(await gallery.images.storedImage(at: urls[0]) != nil)
  }

  @Test func `a picture that is scrolled away is no longer asked for`() async throws {
    let server = try Self.pictures { $0.delivered(.hangAfter(byteCount: 1_000, nil)) }
    let gallery = gallery(at: server)
    let urls = try await thumbnails(gallery)
    let slow = Task { [images = gallery.images] in
      try await images.image(at: urls[0], isRefresh: false) { _ in }
    }
    await server.until { log in log.requests.contains { $0.path == "/photos/a.jpg" } }

    slow.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await slow.value }
    // The server waits until the client has closed the connection, and is answering nothing then.
    await server.until { $0.concurrency == 0 }
    _ = try await gallery.images.image(at: urls[1], isRefresh: false) { _ in }
    expectEqual(server.requests.filter { $0.path == "/photos/a.jpg" }.count, 1)
  }

  @Test func `a picture's beginning that stands still is given up`() async throws {
    let server = try Self.pictures { $0.delivered(.hangAfter(byteCount: 1_000, nil)) }
    let gallery = gallery(at: server) { $0.url.path() == "/photos/a.jpg" }
    let urls = try await thumbnails(gallery)
    await #expect(throws: PhotoSourceError.timedOut(host: "127.0.0.1")) {
      try await gallery.images.image(at: urls[0], isRefresh: false) { _ in }
    }
    _ = try await gallery.images.image(at: urls[1], isRefresh: false) { _ in }
  }
}

/// Finds a thumbnail in each beginning.
private struct StubThumbnails: EmbeddedThumbnailReader {
  func thumbnail(in file: FileReference) async -> [UInt8]? { smallestJPEG }
}

/// Gives some requests up after a short silence, and the others after the usual one.
private struct ImpatientTransport: HTTPTransport {
  let isImpatient: @Sendable (HTTPRequest) -> Bool
  /// A request that takes long on a busy machine must not be made once more.
  private let patient = CurlTransport.test {
    ($0.timeOuts.idle, $0.timeOuts.feed) = (.seconds(3_600), .seconds(3_600))
  }
  private let impatient = CurlTransport.test { $0.timeOuts.idle = .milliseconds(50) }

  init(isImpatient: @escaping @Sendable (HTTPRequest) -> Bool) { self.isImpatient = isImpatient }

  private func transport(for request: HTTPRequest) -> CurlTransport {
    isImpatient(request) ? impatient : patient
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    try await transport(for: request).send(request)
  }

  func refusal(of request: HTTPRequest) async -> PhotoSourceError? {
    await transport(for: request).refusal(of: request)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await transport(for: request).download(
      request, to: descriptor, byteLimit: byteLimit, progress: progress)
  }
}
