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

  @Test(arguments: [
    (401, PhotoSourceError.permissionDenied(name: "feed.example")),
    (403, .permissionDenied(name: "feed.example")), (404, .notFound(name: "feed.example/list")),
    (410, .notFound(name: "feed.example/list")), (502, .serverOverloaded),
    (503, .serverOverloaded), (504, .serverOverloaded), (429, .serverOverloaded),
    (500, .serverFailed(host: "feed.example", status: 500)),
    (304, .serverFailed(host: "feed.example", status: 304)),
    (418, .serverFailed(host: "feed.example", status: 418)),
  ])
  func `a status says what happened`(status: Int, error: PhotoSourceError) async {
    for text in ["<html>", "a b"] {
      await expectEqual(failure(status: status, text), error)
    }
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
    var format = LineFormat()
    format.hasKey = { hasKey.withLock { $0 } }
    let feed = RemoteFeed(format) { request in
      hasKey.withLock { $0 = false }
      return .text("<html>", for: request)
    }

    await expectEqual(feed.failure(1), .notAFeed(name: "lines", beginning: "<html>"))
  }
}
