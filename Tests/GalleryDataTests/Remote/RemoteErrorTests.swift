import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// Failed answers.
@Suite(.timeLimit(.minutes(10))) struct RemoteErrorTests {
  private func failure(
    status: Int, _ text: String = "<html>", _ headers: HTTPHeaders = [:]
  ) async -> PhotoSourceError? {
    await RemoteFeed { .text(text, for: $0, status: status, headers) }.failure(1)
  }

  @Test func `a status says what happened`() async {
    let host = "feed.example"
    await expectEqual(failure(status: 401), .permissionDenied(name: host))
    await expectEqual(failure(status: 403), .permissionDenied(name: host))
    await expectEqual(failure(status: 404), .notFound(name: "feed.example/list"))
    await expectEqual(failure(status: 410), .notFound(name: "feed.example/list"))
    for status in [502, 503, 504, 429] {
      await expectEqual(failure(status: status), .serverOverloaded)
    }
    await expectEqual(failure(status: 500), .serverFailed(host: host, status: 500))
    await expectEqual(failure(status: 304), .serverFailed(host: host, status: 304))
    await expectEqual(failure(status: 418, "a b"), .serverFailed(host: host, status: 418))
  }

  @Test func `a server that asks for a name and a password lacks them`() async {
    let feed = RemoteFeed { request in
      var answer = HTTPResponse.text("<html>", for: request, status: 401)
      answer.authentication = .basic
      return answer
    }
    await expectEqual(feed.failure(1), .passwordMissing(host: "feed.example"))
  }

  @Test func `a format that knows better determines the error`() async {
    await expectEqual(
      failure(status: 403, "!key"), .keyRefused(source: "Lines", variable: "LINES_KEY"))
  }

  @Test(arguments: [
    ("7", 7), (" 7 ", 7), ("99999999999", 366 * 86_400), ("Tue, 14 Nov 2023 22:14:20 GMT", 60),
  ])
  func `a server that asks to wait is understood`(text: String, seconds: Int) async {
    // The tests' clock is at 2023-11-14T22:13:20Z.
    await expectEqual(
      failure(status: 429, "", ["Retry-After": text]),
      .rateLimited(host: "feed.example", seconds: seconds))
  }

  @Test func `a time to wait that has passed says only that the server is overloaded`() async {
    await expectEqual(
      failure(status: 429, "", ["Retry-After": "Tue, 14 Nov 2000 22:14:20 GMT"]), .serverOverloaded)
  }

  @Test func `an error is never stored`() async {
    let feed = RemoteFeed { .text("a", for: $0, status: 500, ["ETag": "x"]) }
    _ = await feed.failure(1)
    #expect(feed.store.keys.isEmpty)
  }

  @Test func `the error of a page isn't replaced when its request can no longer be made`()
    async throws
  {
    // Once the answer has come, the key has gone.
    let hasKey = Mutex(true)
    let transport = ScriptedTransport { request in
      hasKey.withLock { $0 = false }
      return .text("<html>", for: request)
    }
    let repository = RemotePhotoRepository(
      format: KeyedFormat(hasKey: { hasKey.withLock { $0 } }), transport: transport,
      store: MemoryPageStore())

    await #expect(throws: PhotoSourceError.notAFeed(name: "lines", beginning: "<html>")) {
      try await repository.page(for: PageRequest())
    }
  }
}

/// Lines that are requested with a key from elsewhere.
private struct KeyedFormat: FeedFormat {
  let hasKey: @Sendable () -> Bool
  private let lines = LineFormat()

  init(hasKey: @escaping @Sendable () -> Bool) {
    self.hasKey = hasKey
  }

  var name: String { lines.name }
  var title: String { lines.title }
  var sourceID: String { lines.sourceID }
  var capabilities: SourceCapabilities { lines.capabilities }
  var hasNumberedPages: Bool { lines.hasNumberedPages }
  func pageSize(wanted: Int) -> Int { lines.pageSize(wanted: wanted) }
  func imageRequest(for url: URL) -> HTTPRequest { lines.imageRequest(for: url) }

  func request(for page: FeedPageRequest) throws(PhotoSourceError) -> HTTPRequest {
    guard hasKey() else { throw .keyMissing(source: "Lines", variable: "LINES_KEY") }
    return try lines.request(for: page)
  }

  func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage {
    try lines.decode(response, of: page, in: context)
  }
}
