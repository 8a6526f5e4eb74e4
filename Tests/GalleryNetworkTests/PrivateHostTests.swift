import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Testing

@testable import GalleryNetwork

/// Everything that is waited for happens immediately, or the test has failed.
@Suite(.timeLimit(.minutes(10)))
struct PrivateHostTests {
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "localhost",
    "LOCALHOST", "localhost.", "a.localhost", "printer.local", "[::1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "0", "[::]", "%31%32%37.0.0.1", "local%68ost",
  ])
  func `a public feed cannot name this machine, however it spells it`(host: String) async throws {
    let server = try FeedServer { _ in .json("{}") }
    let server6 = try FeedServer(host: .loopback6) { _ in .json("{}") }
    let transport = CurlTransport.test(allowsPrivateHosts: false)

    for port in [server.port, server6.port] {
      let url = try #require(URL(string: "http://\(host):\(port)/"))
      let outcome = await transport.outcome(of: HTTPRequest(url: url, reach: .publicHosts))
      guard case .failure(.privateAddressRefused) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
    }

    expectEqual(server.connectionCount, 0)
    expectEqual(server6.connectionCount, 0)
  }

  @Test(arguments: [(false, HTTPRequest.Reach.anyHost), (true, .publicHosts)])
  func `a host that the user names is asked, wherever it is, and so are all if that is allowed`(
    allowsPrivateHosts: Bool, reach: HTTPRequest.Reach
  ) async throws {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test(allowsPrivateHosts: allowsPrivateHosts)

    try await expectEqual(transport.send(HTTPRequest(url: server.url(), reach: reach)).status, 200)
  }

  @Test func `a host on the local network may lead to another one`() async throws {
    let other = try FeedServer(host: .otherLoopback) { _ in .json("{}") }
    let server = try FeedServer { _ in .redirect(to: other.address + "/") }
    let transport = CurlTransport.test(allowsPrivateHosts: false)

    try await expectEqual(transport.send(HTTPRequest(url: server.url())).status, 200)
  }

  @Test(arguments: [HTTPRequest.Reach.anyHost, .publicHosts])
  func `a public host does not lead into the local network`(reach: HTTPRequest.Reach) async throws {
    let inside = try FeedServer { _ in .json("{}") }
    // Through a proxy any name is a public host.
    let proxy = try FeedServer { _ in .redirect(to: inside.address + "/admin") }
    let transport = CurlTransport.test(allowsPrivateHosts: false) {
      $0.environment = ["http_proxy": proxy.address, "no_proxy": "127.0.0.1"]
    }
    let url = try #require(URL(string: "http://photos.example/"))

    let outcome = await transport.outcome(of: HTTPRequest(url: url, reach: reach))

    expectEqual(outcome, .failure(.privateAddressRefused(host: "127.0.0.1")))
    expectEqual(proxy.requestCount, 1)
    expectEqual(inside.connectionCount, 0)
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a host that leads to this machine after all is not connected to`(host: String) async throws
  {
    // As when a name has changed its address since the check: the route is taken without a check.
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()
    let request = HTTPRequest(url: try #require(URL(string: "http://\(host):\(server.port)/")))

    for _ in 1...3 {
      await #expect(throws: TransportFailure(.privateAddressRefused(host: host))) {
        try await transport.exchange(request, isPublicOnly: true)
      }
    }

    expectEqual(server.connectionCount, 0)
  }

  @Test func `an answer says whether it came from the internet`() async throws {
    let server = try FeedServer { _ in .json("{}") }
    let direct = CurlTransport.test(allowsPrivateHosts: false)
    let proxied = CurlTransport.test(allowsPrivateHosts: false) {
      $0.environment = ["http_proxy": server.address]
    }
    let url = try #require(URL(string: "http://feed.example/"))
    let local = try #require(URL(string: "http://nas.local/"))

    try await expectEqual(direct.send(HTTPRequest(url: server.url())).isFromPublicAddress, false)
    // The proxy looks the name up.
    try await expectEqual(proxied.send(HTTPRequest(url: url)).isFromPublicAddress, nil)
    try await expectEqual(proxied.send(HTTPRequest(url: local)).isFromPublicAddress, false)
  }

  @Test
  func `connections of hosts that may be anywhere aren't used for those that have to be public`()
    async throws
  {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()
    let request = HTTPRequest(url: try #require(URL(string: "http://localhost:\(server.port)/")))
    try await transport.exchange(request, isPublicOnly: false)

    await #expect(throws: TransportFailure(.privateAddressRefused(host: "localhost"))) {
      try await transport.exchange(request, isPublicOnly: true)
    }

    expectEqual(server.requestCount, 1)
  }
}

extension CurlTransport {
  /// A request past all checks that come before it.
  fileprivate func exchange(_ request: HTTPRequest, isPublicOnly: Bool) async throws {
    let origin = try #require(Origin(request.url))
    let transfer = CurlTransfer(
      request, origin, TransportConfiguration(version: "1"), isPublicOnly: isPublicOnly,
      into: BodySink(.memory, byteLimit: 1_000, name: ""))
    _ = try await perform(transfer, request, origin)
  }
}
