import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Secrets of a request in the server's answer.
@Suite(.timeLimit(.minutes(10)))
struct HidingSecretsTests {
  private static let secret = "SEKRET/key+0123=abc"

  /// A request with a secret of each kind.
  private static func request() throws -> HTTPRequest {
    var request = HTTPRequest(
      url: try #require(
        URL(string: "https://me:hunter%2022@a.example/?api_key=k%20e%20y%20s&page=12345678")),
      headers: [
        "X-Key": secret,
        "Authorization": "Basic \(Data("me:pass word 123".utf8).base64EncodedString())",
        "A": "abcde", "B": "xyz",
      ], secretNames: ["x-key", "authorization", "api_key", "a", "b"])
    request.credentials = ServerCredentials(user: "anna", password: Array("s3cret wörd".utf8))
    request.bodySecrets = ["in the body"]
    return request
  }

  private func shown(_ message: String) throws -> String? {
    let error = PhotoSourceError.serviceFailed(source: "Service", message: message)
    guard case .serviceFailed(_, let shown) = error.hidingSecrets(of: try Self.request()) else {
      return nil
    }
    return shown
  }

  @Test(arguments: [
    secret,
    // Truncation by servers leaves pieces of it.
    "SEKRET/k", "+0123=ab", "/key+0123",
    // In the address, and what Basic makes of a password.
    "hunter 22", "k e y s", "pass word 123", "bWU6cGFzcyB3b3JkIDEyMw==", "s3cret wörd",
    "YW5uYTpzM2NyZXQgd8O2cmQ=", "in the body", "abcde",
  ])
  func `a secret, or eight letters of it, are hidden`(form: String) throws {
    try expectEqual(shown("key=\(form) is wrong"), "key=••• is wrong")
    try expectEqual(shown(form), "•••")
  }

  @Test(arguments: 0..<4)
  func `in base64 it is hidden wherever it begins`(offset: Int) throws {
    let dump = Data((String(repeating: "x", count: offset) + Self.secret + " end").utf8)
    for text in [
      dump.base64EncodedString(),
      dump.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
    ] {
      let shown = try #require(try shown("dump \(text)"))
      #expect(shown.contains("•••") && shown.count < 30, "\(shown)")
    }
  }

  @Test(arguments: ["SEKRET%2Fkey%2B0123%3Dabc", "SEKRET%2fkey%2b0123%3dabc", "hunter%2022"])
  func `a message that has it encoded is hidden`(form: String) throws {
    try expectEqual(shown("key=\(form) is wrong"), "•••")
  }

  @Test(arguments: [
    "", "SEKRET/", "sekret/KEY+0123=ABC", "not found: हिमालय 👩‍👩‍👧", "page=12345678 Basic", "abcd xyz",
  ])
  func `any other message is shown`(message: String) throws {
    try expectEqual(shown(message), message)
  }

  @Test func `a server that sends the request back does not show the key in the error`() async {
    let format = LineFormat(secret: Self.secret)
    let feed = RemoteFeed(format) { request in
      HTTPResponse(
        status: 200, headers: [:], body: Array("<p>X-Key: \(request.headers["X-Key"] ?? "")".utf8),
        url: request.url)
    }

    await expectEqual(feed.failure(1), .notAFeed(name: "lines", beginning: "<p>X-Key: •••"))
  }
}
