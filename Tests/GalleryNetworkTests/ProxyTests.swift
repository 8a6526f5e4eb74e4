import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryNetwork

@Suite(.timeLimit(.minutes(10)))
struct ProxyTests {
  private static func proxy(
    _ url: String, _ environment: [String: String]
  ) throws -> String? {
    let origin = try #require(URL(string: url).flatMap { Origin($0) })
    return ProxySettings(environment: environment).proxy(for: origin)
  }

  @Test func `each scheme has its variable, lower case first`() throws {
    let environment = [
      "http_proxy": "http://a:1", "https_proxy": "http://a:2", "HTTPS_PROXY": "http://a:3",
    ]
    try expectEqual(Self.proxy("http://x.example/", environment), "http://a:1")
    try expectEqual(Self.proxy("https://x.example/", environment), "http://a:2")
    try expectEqual(Self.proxy("https://x.example/", ["HTTPS_PROXY": "a:3"]), "a:3")
    try expectEqual(Self.proxy("http://x.example/", ["all_proxy": "a:4"]), "a:4")
    try expectEqual(
      Self.proxy("https://x.example/", ["ALL_PROXY": "socks5h://a"]), "socks5h://a")
  }

  @Test(arguments: [
    ("socks5://me:pw@a:1", "socks5h://me:pw@a:1"), ("SOCKS4://a", "socks4a://a"),
    ("socks://a", "socks5h://a"),
    ("socks4a://a", "socks4a://a"), ("https://a", "https://a"),
  ])
  func `every kind of proxy looks names up itself`(text: String, expected: String) throws {
    try expectEqual(Self.proxy("http://x.example/", ["http_proxy": text]), expected)
  }

  @Test func `HTTP_PROXY in upper case is not read, and an empty variable is ignored`() throws {
    try expectEqual(Self.proxy("http://x.example/", ["HTTP_PROXY": "http://a:1"]), nil)
    try expectEqual(Self.proxy("http://x.example/", ["http_proxy": "", "all_proxy": "a:1"]), nil)
  }

  @Test(arguments: [
    ("http://x.example/", "*", true), ("http://x.example/", "x.example", true),
    ("http://x.example/", ".example", true), ("http://x.example/", "other, example", true),
    ("http://x.example/", "ample", false), ("http://X.EXAMPLE./", "x.example", true),
    ("http://10.1.2.3/", "10.0.0.0/8", true), ("http://11.1.2.3/", "10.0.0.0/8", false),
    ("http://10.1.2.3/", "10.1.2.3", true), ("http://[fd00::1]/", "fd00::/8", true),
    ("http://10.1.2.3/", "10.0.0.0/99", false), ("http://x.example/", "", false),
  ])
  func `no_proxy names hosts that are asked directly`(
    url: String, exceptions: String, isDirect: Bool
  )
    throws
  {
    let environment = ["http_proxy": "http://a:1", "no_proxy": exceptions]
    expectEqual((try Self.proxy(url, environment) == nil), isDirect)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST.", "a.localhost", "127.1", "[::1]", "0.0.0.0", "[::]",
    "[::ffff:127.0.0.1]",
  ])
  func `this computer is asked directly, so that its password doesn't leave it`(
    host: String
  ) throws {
    for scheme in ["http", "https"] {
      let environment = ["all_proxy": "http://a:1"]
      try expectEqual(Self.proxy("\(scheme)://\(host):8080/", environment), nil)
    }
  }

  @Test func `a proxy is asked for the whole address, and gets its own password only`() async throws
  {
    let proxy = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test {
      $0.environment = ["http_proxy": "http://me:pw@127.0.0.1:\(proxy.port)"]
    }

    for target in ["/a?b=1", "/c"] {
      let response = try await transport.send(
        HTTPRequest(
          url: #require(URL(string: "http://photos.example:8080\(target)")), reach: .publicHosts))
      expectEqual(response.url.host(), "photos.example")
    }

    expectEqual(
      proxy.requests.map(\.target),
      ["http://photos.example:8080/a?b=1", "http://photos.example:8080/c"])
    expectEqual(proxy.requests.first?.header("Host"), "photos.example:8080")
    expectEqual(
      proxy.requests.first?.header("Proxy-Authorization"),
      "Basic " + Data("me:pw".utf8).base64EncodedString())
    expectEqual(proxy.connectionCount, 1)
  }

  @Test(arguments: [HTTPRequest.Reach.anyHost, .publicHosts])
  func `a proxy is asked for a tunnel to an encrypted address`(
    reach: HTTPRequest.Reach
  ) async throws {
    let proxy = try FeedServer { _ in .status(403) }
    let transport = CurlTransport.test(allowsPrivateHosts: false) {
      $0.environment = ["https_proxy": "127.0.0.1:\(proxy.port)"]
    }
    let url = try #require(URL(string: "https://photos.example/a"))

    let outcome = await transport.outcome(of: HTTPRequest(url: url, reach: reach))

    expectEqual(outcome, .failure(.connectionFailed(host: "photos.example:443", cause: .proxy)))
    expectEqual(proxy.requests.map(\.method), ["CONNECT"])
    expectEqual(proxy.requests.map(\.target), ["photos.example:443"])
  }

  @Test(arguments: [
    ("http", "http_proxy", "http"), ("https", "https_proxy", "http"),
    ("http", "all_proxy", "socks5h"), ("https", "all_proxy", "socks4a"),
  ])
  func `a public feed cannot name this machine to a proxy either`(
    scheme: String, variable: String, kind: String
  ) async throws {
    let proxy = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test(allowsPrivateHosts: false) {
      $0.environment = [variable: "\(kind)://127.0.0.1:\(proxy.port)"]
    }

    for host in ["127.0.0.1", "0x7f.1", "localhost", "[::1]", "[64:ff9b::7f00:1]", "nas.lan"] {
      let url = try #require(URL(string: "\(scheme)://\(host)/"))
      let outcome = await transport.outcome(of: HTTPRequest(url: url, reach: .publicHosts))
      guard case .failure(.privateAddressRefused) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }
    expectEqual(proxy.connectionCount, 0)
  }

  @Test(arguments: ["quic://127.0.0.1:1", "://", "http://", "http://127.0.0.1:99999"])
  func `a proxy that can't be used is not bypassed`(proxy: String) async throws {
    let transport = CurlTransport.test {
      $0.environment = ["http_proxy": proxy]
    }

    await expectEqual(
      transport.error(for: try #require(URL(string: "http://photos.example/"))),
      .connectionFailed(host: "photos.example:80", cause: .proxy))
  }

  @Test(arguments: ["socks5", "socks5h", "socks4"])
  func `a SOCKS proxy gets the name, and looks it up itself`(scheme: String) async throws {
    let asked = Mutex<[UInt8]>([])
    let proxy = try SocketServer { descriptor in
      var bytes = [UInt8](repeating: 0, count: 512)
      func receive() -> [UInt8] {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : []
      }
      func send(_ answer: [UInt8]) { _ = write(descriptor, answer, answer.count) }
      // RFC 1928, 3 and 6: no authentication; the connection stands. SOCKS4A has one message for both.
      let first = receive()
      if first.first == 5 {
        send([5, 0])
        asked.withLock { $0 = receive() }
        send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
      } else {
        asked.withLock { $0 = first }
        send([0, 0x5A, 0, 0, 0, 0, 0, 0])
      }
      if !receive().isEmpty {
        send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8))
      }
      while !receive().isEmpty {}
    }
    let transport = CurlTransport.test {
      $0.environment = ["http_proxy": "\(scheme)://127.0.0.1:\(proxy.port)"]
    }

    let response = try await transport.send(
      HTTPRequest(url: #require(URL(string: "http://photos.example/a")), reach: .publicHosts))

    expectEqual(response.text, "{}")
    #expect(
      String(decoding: asked.withLock { $0 }, as: UTF8.self).contains("photos.example"))
    proxy.stop()
  }
}
