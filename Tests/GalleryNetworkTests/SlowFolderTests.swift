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
import Testing

/// By its markers, with a comment of one byte.
private let smallestJPEG: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 0, 0xFF, 0xD9]

/// A bucket behind a line that stands still: a request that nobody waits for any more ends with its connection.
@Suite(.timeLimit(.minutes(10)))
struct SlowFolderTests {
  private let folder = TemporaryFolder.made()

  /// The folder that a server has under `/photos`, and its small pictures.
  private func gallery(
    at server: FeedServer
  ) -> (list: FolderRepository, images: RemoteImageRepository) {
    // A request that takes long on a busy machine must not be made once more.
    let transport = CurlTransport.test {
      ($0.timeOuts.idle, $0.timeOuts.feed) = (.seconds(3_600), .seconds(3_600))
    }
    let store = SQLiteStore(
      folder: nil, temporaryFolders: [folder.path],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ).images
    let images = RemoteImageRepository(
      files: WebFiles(transport), store: store, thumbnails: StubThumbnails(), areOwn: true)
    let format = S3Format(
      S3Location(endpoint: server.url(""), bucket: "photos", usesPathStyle: true),
      isSigned: false)
    return (
      FolderRepository(
        WebFileSystem(format, transport), images: images, reader: nil),
      images
    )
  }

  private static func listing(_ keys: [String], next: String? = nil) -> Answer {
    let contents = keys.map { "<Contents><Key>\($0)</Key><Size>5000000</Size></Contents>" }
    let end =
      next.map {
        "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>"
      } ?? "<IsTruncated>false</IsTruncated>"
    return .text("<ListBucketResult>\(contents.joined())\(end)</ListBucketResult>")
  }

  private static let first = PageRequest(.everything, pageSize: 2)

  @Test func `who no longer waits for a page is let go at once, and who closes the list ends it`()
    async throws
  {
    // A byte, and then none until the client leaves.
    let server = try FeedServer { request in
      request.queryValue("continuation-token") == nil
        // The last one may have more files on the second page.
        ? Self.listing(["a.jpg", "b.jpg", "c.jpg", "d.jpg"], next: "2")
        : Self.listing(["e.jpg", "f.jpg"]).delivered(.hangAfter(byteCount: 1, nil))
    }
    var list: FolderRepository? = gallery(at: server).list
    _ = try await list?.page(for: Self.first)
    await server.until { log in
      log.requests.contains { $0.queryValue("continuation-token") != nil }
    }
    let waiting = Task { [list] in
      var rest = PageRequest(.everything, page: 2, pageSize: 2)
      rest.readsAll = true
      return try await list?.page(for: rest)
    }
    waiting.cancel()
    await #expect(throws: PhotoSourceError.cancelled) { try await waiting.value }
    // Others may want the rows.
    #expect(server.openConnectionCount > 0)

    list = nil
    await server.until { $0.openConnectionCount == 0 }
    expectEqual(server.requestCount, 2)
  }

  // MARK: Pictures

  /// The beginning of a JPEG of 5 MB.
  private static let beginning =
    smallestJPEG + [UInt8](repeating: 0, count: 262_144 - smallestJPEG.count)

  private static func part() -> Answer {
    Answer.bytes(beginning, type: "image/jpeg").with(status: 206)
      .adding("Content-Range", "bytes 0-262143/5000000")
  }

  private func thumbnails(
    _ gallery: (list: FolderRepository, images: RemoteImageRepository)
  ) async throws -> [URL] {
    try await gallery.list.page(for: Self.first).photos.map { try #require($0.thumbnailURL) }
  }

  @Test func `a picture that is scrolled away is no longer asked for`() async throws {
    let server = try FeedServer { request in
      switch request.path {
      case "/photos/a.jpg": Self.part().delivered(.hangAfter(byteCount: 1_000, nil))
      case "/photos/b.jpg": Self.part()
      default: Self.listing(["a.jpg", "b.jpg"])
      }
    }
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
}

/// Finds a thumbnail in each beginning.
private struct StubThumbnails: EmbeddedThumbnailReader {
  func thumbnail(in file: FileReference) async -> [UInt8]? { smallestJPEG }
}
