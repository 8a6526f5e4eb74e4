import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import PictureProtocol
import Synchronization
import Testing

@testable import GalleryData

/// What is fetched of a picture on a server before it is opened, and kept.
@Suite(.timeLimit(.minutes(10)))
struct RemotePicturePartsTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 1, 0xFF, 0xD9]

  private let store = FolderImageStore()
  private let address = TestServer.address.appending(path: "photos/a.arw")

  /// A server with one file of half a megabyte.
  ///
  /// - Parameter givesRanges: Whether it sends parts; else all of it, of which as much is read as was asked for.
  private static func server(
    givesRanges: Bool = true, gate: TestGate? = nil, byteCount: Int = 500_000
  ) -> ScriptedTransport {
    let file = jpeg + [UInt8](repeating: 0, count: byteCount)
    return ScriptedTransport { (request) throws(PhotoSourceError) in
      try await gate?.pass()
      var response = HTTPResponse(status: 200, body: file, url: request.url)
      if givesRanges, request.headers["Range"] != nil {
        response.status = 206
        response.headers["Content-Range"] = "bytes 0-262143/\(file.count)"
      }
      response.body = Array(file.prefix(request.responseByteLimit ?? file.count))
      return response
    }
  }

  /// A worker that says what a test wants.
  private struct StubThumbnails: EmbeddedThumbnailReader {
    let say: @Sendable () async -> [UInt8]?

    init(say: @escaping @Sendable () async -> [UInt8]? = { jpeg }) { self.say = say }

    func thumbnail(in file: FileReference) async -> [UInt8]? { await say() }
  }

  private func images(
    _ transport: ScriptedTransport, _ thumbnails: StubThumbnails = StubThumbnails()
  ) -> RemoteImageRepository {
    RemoteImageRepository(
      files: WebFiles(transport), store: store, thumbnails: thumbnails, areOwn: true)
  }

  private func thumbnailURL() throws -> URL {
    try #require(RemoteImageRepository.thumbnailURL(of: address, byteCount: nil, version: 7))
  }

  private static func bytes(of file: FileReference) -> [UInt8] {
    (try? FileBytes.read(file, byteLimit: 1_000_000).bytes) ?? []
  }

  @Test(arguments: [true, false])
  func `metadata and thumbnail of a photo cost one request of 256 kB`(givesRanges: Bool)
    async throws
  {
    let transport = Self.server(givesRanges: givesRanges)
    let images = images(transport)

    let thumbnail = try await images.image(at: thumbnailURL(), isRefresh: false) { _ in }
    let beginning = try await images.beginning(of: address, version: 7)

    expectEqual(Self.bytes(of: thumbnail), Self.jpeg)
    expectEqual(Self.bytes(of: beginning).count, 262_144)
    expectEqual(transport.requests.map { $0.headers["Range"] }, ["bytes=0-262143"])
    expectEqual(transport.requests.map(\.cutsResponse), [true])
  }

  @Test func `a short picture is its own thumbnail, also if the listing doesn't say its size`()
    async throws
  {
    let transport = Self.server(byteCount: 100_000)
    let images = images(transport)

    let thumbnail = try await images.image(at: thumbnailURL(), isRefresh: false) { _ in }

    expectEqual(Self.bytes(of: thumbnail).count, Self.jpeg.count + 100_000)
    expectEqual(transport.requests.count, 1)
  }

  @Test func `concurrent callers wait for the same request`() async throws {
    let gate = TestGate()
    let transport = Self.server(gate: gate)
    let images = images(transport)
    let url = try thumbnailURL()

    async let one = images.beginning(of: address, version: 7)
    async let other = images.image(at: url, isRefresh: false) { _ in }
    await gate.arrived()
    gate.open()
    _ = try await (one, other)

    expectEqual(transport.requests.count, 1)
  }

  @Test func `a thumbnail that isn't a picture is dropped`() async throws {
    for bytes in [Array("<html>".utf8), []] {
      let images = images(Self.server(), StubThumbnails { bytes })
      let url = try thumbnailURL()

      await #expect(throws: PhotoSourceError.notFound(name: WebAddress.shown(url))) {
        try await images.image(at: url, isRefresh: false) { _ in }
      }
    }
  }

  @Test func `without a worker a photo has no thumbnail, and gets it when there is one again`()
    async throws
  {
    let isThere = Mutex(false)
    let images = images(
      Self.server(), StubThumbnails { isThere.withLock { $0 } ? Self.jpeg : nil })
    let url = try thumbnailURL()

    await #expect(throws: PhotoSourceError.unreadable(name: WebAddress.shown(address), code: 0)) {
      try await images.image(at: url, isRefresh: false) { _ in }
    }
    isThere.withLock { $0 = true }

    _ = try await images.image(at: url, isRefresh: false) { _ in }
  }

  @Test func `a photo that scrolls away while a worker reads is cancelled`() async throws {
    let gate = TestGate()
    let images = images(
      Self.server(),
      StubThumbnails {
        try? await gate.pass()
        return Task.isCancelled ? nil : Self.jpeg
      })
    let url = try thumbnailURL()

    let task = Task { try await images.image(at: url, isRefresh: false) { _ in } }
    await gate.arrived()
    task.cancel()

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    gate.open()
  }

  @Test func `a photo without a thumbnail is shown in the list once it has been opened`()
    async throws
  {
    let transport = Self.server()
    let images = images(transport, StubThumbnails { [] })
    let url = try thumbnailURL()
    await #expect(throws: PhotoSourceError.self) {
      try await images.image(at: url, isRefresh: false) { _ in }
    }

    let file = try #require(await store.makeFile())
    expectEqual(write(file.descriptor, Self.jpeg, Self.jpeg.count), Self.jpeg.count)
    let opened = await store.save(file, for: address, validators: HTTPValidators())

    try await expectEqual(images.image(at: url, isRefresh: false) { _ in }, opened)
  }
}
