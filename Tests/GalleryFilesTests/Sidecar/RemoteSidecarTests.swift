import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryStore
import Logging
import Synchronization
import Testing

@testable import GalleryFiles

/// Sidecars of a bucket.
@Suite(.timeLimit(.minutes(10)))
struct RemoteSidecarTests {
  private let folder: PhotoFolder
  private let bucket = FakeBucket()
  private let repository: FolderRepository

  init() throws {
    folder = try PhotoFolder()
    repository = Self.repository(of: bucket, storingIn: folder.path)
    bucket.put("a.jpg", FakeBucket.picture)
    bucket.put("b.jpg", FakeBucket.picture)
  }

  private static func repository(
    of bucket: FakeBucket, storingIn path: String
  ) -> FolderRepository {
    let store = SQLiteStore(
      folder: nil, temporaryPlaces: [path],
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ).images
    let format = S3Format(
      S3Location(endpoint: FakeBucket.endpoint, bucket: "b", usesPathStyle: true), isSigned: false)
    let server = WebFileSystem(format, bucket)
    return FolderRepository(
      server,
      pictureMetadata: RemotePictureMetadata(
        files: server.files, store: store, thumbnails: nil),
      reader: SidecarRatingReader(), marks: SidecarMarkReader())
  }

  private func photos(isRefresh: Bool = false) async throws -> [Photo] {
    let request = PageRequest(.everything, pageSize: 10, isRefresh: isRefresh)
    return try await repository.page(for: request).photos
  }

  /// The first photo, as a row shows it.
  private func photo(isRefresh: Bool = false) async throws -> Photo {
    let photo = try #require(try await photos(isRefresh: isRefresh).first)
    return await repository.details(of: photo)
  }

  @Test func `a sidecar's contents are shown with its photo, under either name`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    bucket.put("b.xmp", try #require(try marked(nil, .forSale("12.50"))))
    bucket.put("c.xmp", "nobody's")

    let photos = try await photos()
    expectEqual(photos.map(\.id), ["a.jpg", "b.jpg"])
    await expectEqual(repository.details(of: photos[0]).rating, 3)
    let second = await repository.details(of: photos[1])
    expectEqual(second.saleStatus, .forSale)
    expectEqual(second.price, Price(amount: "12.50", currency: "EUR"))
  }

  @Test func `a sidecar that has changed is read again after a refresh`() async throws {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    try await expectEqual(photo().rating, 3)

    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.rated)
    try await expectEqual(photo().rating, 3)
    try await expectEqual(photo(isRefresh: true).rating, 2)
  }

  @Test func `after a refresh that fails the photos on the screen keep their sidecars`()
    async throws
  {
    bucket.put("a.jpg.xmp", RatedSidecar.digiKam.text)
    let photo = try #require(try await photos().first)
    bucket.failsToList()
    await #expect(throws: PhotoSourceError.self) { try await photos(isRefresh: true) }

    await expectEqual(repository.details(of: photo).rating, 3)
  }
}

/// Knows of a photo what its sidecar says.
private struct SidecarRatingReader: PhotoMetadataReader {
  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata? {
    var metadata = PhotoMetadata()
    if let sidecar, let bytes = try? FileBytes.read(sidecar, byteLimit: 1 << 20).bytes,
      let document = try? SidecarReader.document(bytes)
    {
      metadata.rating = document.value(of: .rating).flatMap { Int($0) }
    }
    return metadata
  }
}

/// An object store in memory.
private final class FakeBucket: HTTPTransport {
  static let endpoint = URL(string: "http://127.0.0.1:9000") ?? URL(filePath: "/")
  /// The beginning of a JPEG.
  static let picture = "\u{FF}" + String(repeating: "x", count: 100)

  private struct State {
    var files: [String: [UInt8]] = [:]
    var isListingFailing = false
  }
  private let state = Mutex(State())

  func put(_ name: String, _ text: String) {
    let bytes: [UInt8] = name.hasSuffix(".jpg") ? [0xFF, 0xD8, 0xFF] + text.utf8 : Array(text.utf8)
    state.withLock { $0.files[name] = bytes }
  }
  func failsToList() { state.withLock { $0.isListingFailing = true } }

  private static func tag(_ bytes: [UInt8]) -> String {
    "\"\(StableHash.hex(StableHash.hash(bytes)))\""
  }

  func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    guard request.url.query() == nil else {
      return state.withLock(\.isListingFailing)
        ? answer(500, [], request) : answer(200, listing(), request)
    }
    let name = String(request.url.path(percentEncoded: false).dropFirst("/b/".count))
    guard let bytes = state.withLock({ $0.files[name] }) else { return answer(404, [], request) }
    var response = answer(request.headers["Range"] == nil ? 200 : 206, bytes, request)
    if request.headers["Range"] != nil { response.headers["Content-Range"] = "bytes 0-1/2" }
    response.headers["ETag"] = Self.tag(bytes)
    return response
  }

  private func answer(_ status: Int, _ body: [UInt8], _ request: HTTPRequest) -> HTTPResponse {
    HTTPResponse(status: status, body: body, url: request.url)
  }

  private func listing() -> [UInt8] {
    let contents = state.withLock { state in
      state.files.keys.sorted().map { name in
        "<Contents><Key>\(name)</Key><LastModified>2026-11-22T03:14:38Z</LastModified>"
          + "<ETag>\(Self.tag(state.files[name] ?? []))</ETag><Size>5000</Size></Contents>"
      }
    }
    return Array("<ListBucketResult>\(contents.joined())</ListBucketResult>".utf8)
  }

  func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await send(request)
  }
}
