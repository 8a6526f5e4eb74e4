import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Secrets of a request in the server's answer.
@Suite(.timeLimit(.minutes(10)))
struct SecretMaskTests {
  private let secret = "SEKRET/key+0123=abc"

  private func request(
    _ address: String = "https://a.example/", headers: HTTPHeaders = [:], names: Set<String> = []
  ) throws -> HTTPRequest {
    HTTPRequest(
      url: try #require(URL(string: address)), headers: headers, secretNames: names)
  }

  private func mask() throws -> SecretMask {
    SecretMask(secretsOf: try request(headers: ["X-Key": secret], names: ["x-key"]))
  }

  @Test(arguments: [
    "SEKRET/key+0123=abc", "SEKRET%2Fkey%2B0123%3Dabc", "SEKRET%2fkey%2b0123%3dabc",
    "U0VLUkVUL2tleSswMTIzPWFiYw==", "U0VLUkVUL2tleSswMTIzPWFiYw",
    // Truncation by servers leaves pieces of it.
    "SEKRET/k", "+0123=ab", "/key+0123", "2Fkey%2B0",
  ])
  func `a secret is hidden in every form, and in pieces of eight`(form: String) throws {
    try expectEqual(mask().masked("key=\(form) is wrong"), "key=••• is wrong")
    try expectEqual(mask().masked(form), "•••")
  }

  @Test(arguments: 0..<9)
  func `base64 of a text that contains the secret is hidden wherever it begins`(offset: Int) throws
  {
    let text = String(repeating: "x", count: offset) + secret + ":y"
    let encoded = Data(text.utf8).base64EncodedString()

    let masked = try mask().masked(encoded)

    #expect(masked.contains("•••"))
    // A digit at either end holds bits of a neighbour too.
    let rest = masked.filter { $0 != "•" }.count
    #expect(rest <= encoded.count - secret.utf8.count * 4 / 3 + 4)
  }

  @Test func `everything that isn't a secret is kept, byte for byte`() throws {
    for text in ["", "SEKRET/", "sekret/KEY+0123=ABC", "not found: हिमालय 👩‍👩‍👧", "key+012"] {
      try expectEqual(mask().masked(text), text)
    }
    let none = SecretMask(secretsOf: try request(headers: ["X-Key": secret]))
    #expect(none.isEmpty)
    expectEqual(none.masked(secret), secret)
  }

  @Test func `keys in URLs, passwords and credentials in a header are secrets`() throws {
    let basic = Data("me:pass word 12345".utf8).base64EncodedString()
    let mask = SecretMask(
      secretsOf: try request(
        "https://me:hunter%2022@a.example/?api_key=k%20e%20y%20s&page=12345678",
        headers: ["Authorization": "Basic \(basic)"], names: ["authorization", "api_key"]))

    expectEqual(mask.masked("a k e y s b k%20e%20y%20s"), "a ••• b •••")
    expectEqual(mask.masked("hunter 22, hunter%2022"), "•••, •••")
    expectEqual(mask.masked(basic), "•••")
    expectEqual(mask.masked("pass word 12345"), "•••")
    expectEqual(mask.masked("page=12345678 Basic"), "page=12345678 Basic")
  }

  @Test func `a password is hidden, and what Basic makes of it`() throws {
    var request = try request()
    request.credentials = ServerCredentials(user: "me", password: Array("pass word 12345".utf8))
    let mask = SecretMask(secretsOf: request)

    expectEqual(mask.masked("pass word 12345"), "•••")
    expectEqual(mask.masked(Data("me:pass word 12345".utf8).base64EncodedString()), "•••")
  }

  @Test func `a key in a body is hidden`() throws {
    var request = try request()
    request.bodySecrets = [secret]
    expectEqual(SecretMask(secretsOf: request).masked("no such key: \(secret)"), "no such key: •••")
  }

  @Test func `short secrets are hidden whole, and those of three characters not at all`() throws {
    let mask = SecretMask(
      secretsOf: try request(
        headers: ["A": "abcde", "B": "xyz"], names: ["a", "b"]))

    expectEqual(mask.masked("abcde abcd xyz"), "••• abcd xyz")
  }

  @Test func `a server that sends the request back does not show the key in the error`() async {
    let format = LineFormat(secret: secret)
    let feed = RemoteFeed(format) { request in
      HTTPResponse(
        status: 200, headers: [:], body: Array("<p>X-Key: \(request.headers["X-Key"] ?? "")".utf8),
        url: request.url)
    }

    await expectEqual(feed.failure(1), .notAFeed(name: "lines", beginning: "<p>X-Key: •••"))
  }
}
