import Digests
import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryNetwork

/// How a password gets to a server that asks for one.
@Suite(.timeLimit(.minutes(10)))
struct SignInTests {
  private static let anna = ServerCredentials(user: "anna", password: Array("s3cret wörd".utf8))

  private static func request(
    _ url: URL, _ authentication: HTTPAuthentication, method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, url: url, body: method == .get ? nil : Array("<x/>".utf8))
    request.credentials = anna
    request.authentication = authentication
    return request
  }

  private static func digest(
    _ nonce: String, algorithm: String = "MD5", isStale: Bool = false
  ) -> Answer {
    Answer.status(401).adding(
      "WWW-Authenticate",
      "Digest realm=\"photos\", qop=\"auth\", algorithm=\(algorithm), nonce=\"\(nonce)\"\(isStale ? ", stale=true" : "")"
    )
  }

  /// Whether a request answers a challenge with Anna's password (RFC 7616, 3.4.1).
  private static func isAnna(_ request: FeedRequest, nonce: String, _ digest: Digest) -> Bool {
    guard let sent = request.header("Authorization"), sent.hasPrefix("Digest ") else {
      return false
    }
    func part(_ name: String) -> String {
      let value = sent.firstMatch(of: try! Regex("\\b\(name)=\"?([^\",]*)"))?.output[1].substring
      return String(value ?? "")
    }
    func hash(_ bytes: [UInt8]) -> [UInt8] { Array(Digest.hex(digest.hash(bytes)).utf8) }
    let first = hash(Array("anna:photos:".utf8) + anna.password)
    let second = hash(Array("\(request.method):\(request.target)".utf8))
    let middle = ":\(nonce):\(part("nc")):\(part("cnonce")):auth:"
    return part("response")
      == String(decoding: hash(first + Array(middle.utf8) + second), as: UTF8.self)
  }

  @Test(arguments: [
    ("Basic realm=\"x\"", HTTPAuthentication.basic), ("bAsIc realm=x", .basic),
    ("Digest realm=\"x\", nonce=\"1\"", .digest),
    ("Basic realm=\"x\", Digest realm=\"y\", nonce=\"1\", qop=\"auth\"", .digest),
    ("Negotiate", nil),
    ("Bearer realm=\"Basic\"", nil), ("", nil), (nil, nil),
  ])
  func `an answer says what the server asks for`(
    challenge: String?, expected: HTTPAuthentication?
  ) async throws {
    let server = try FeedServer { _ in
      challenge.map { Answer.status(401).adding("WWW-Authenticate", $0) } ?? .status(401)
    }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.status, 401)
    expectEqual(response.authentication, expected)
    expectEqual(server.requests.first?.header("Authorization"), nil)
  }

  @Test func `Basic is sent at once`() async throws {
    let server = try FeedServer { _ in .json("{}") }

    _ = try await CurlTransport.test().send(Self.request(server.url(), .basic))

    let basic = Data("anna:s3cret wörd".utf8).base64EncodedString()
    expectEqual(server.requests.map { $0.header("Authorization") }, ["Basic \(basic)"])
  }

  @Test(arguments: [("MD5", Digest.md5), ("SHA-256", .sha256)])
  func `a challenge is answered with what it makes of the password, over the same connection`(
    algorithm: String, digest: Digest
  ) async throws {
    let server = try FeedServer { request in
      Self.isAnna(request, nonce: "n/1=", digest)
        ? Answer.text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
        : Self.digest("n/1=", algorithm: algorithm)
    }
    let transport = CurlTransport.test()

    let got = try await transport.send(Self.request(server.url("/a?b=%20c"), .digest))
    let listed = try await transport.send(
      Self.request(server.url("/dav/"), .digest, method: .propfind))
    let (outcome, bytes) = try await transport.downloaded(
      Self.request(server.url("/a.jpg"), .digest))

    expectEqual(got.text, "GET ")
    expectEqual(listed.text, "PROPFIND <x/>")
    expectEqual(try outcome.get().status, 200)
    expectEqual(bytes, Array("GET ".utf8))
    expectEqual(server.connectionCount, 1)
    #expect(!server.requests.contains { ($0.header("Authorization") ?? "").hasPrefix("Basic") })
  }

  @Test func `a stale challenge is replaced by the next, and a wrong password is tried once`()
    async throws
  {
    let server = try FeedServer { request in
      guard request.path == "/stale" else { return Self.digest("other \(request.number)") }
      if Self.isAnna(request, nonce: "two", .md5) { return .json("{}") }
      return request.header("Authorization") == nil
        ? Self.digest("one") : Self.digest("two", isStale: true)
    }
    let transport = CurlTransport.test()

    let stale = try await transport.send(Self.request(server.url("/stale"), .digest))
    let count = server.requestCount
    let refused = try await transport.send(Self.request(server.url("/no"), .digest))

    expectEqual(stale.text, "{}")
    expectEqual(count, 3)
    expectEqual(refused.status, 401)
    expectEqual(refused.authentication, nil)
    expectEqual(server.requestCount, count + 2)
  }

  @Test(arguments: [HTTPAuthentication.basic, .digest])
  func `a redirect takes no password to another server`(
    authentication: HTTPAuthentication
  ) async throws {
    let other = try FeedServer { request in
      request.header("Authorization") == nil ? Self.digest("x") : .json("{}")
    }
    let server = try FeedServer { request in
      authentication == .digest && request.header("Authorization") == nil
        ? Self.digest("x") : .redirect(to: other.address + "/a")
    }

    let response = try await CurlTransport.test().send(Self.request(server.url(), authentication))

    expectEqual(response.status, 401)
    expectEqual(other.requests.map { $0.header("Authorization") }, [nil])
  }
}
