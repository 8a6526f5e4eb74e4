import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Where a feed may lead, and which secrets are sent.
@Suite(.timeLimit(.minutes(10))) struct RemoteReachTests {
  private func second(
    of next: String, base: String = "https://feed.example/list", isPublic: Bool? = nil
  ) async throws -> HTTPRequest? {
    let format = LineFormat(base: base, paging: .continued, secret: "s3cret")
    let feed = RemoteFeed(format) { request in
      var response = HTTPResponse.text(
        request.url.absoluteString == base ? "a !url=\(next)" : "b", for: request)
      response.isFromPublicAddress = isPublic
      return response
    }
    _ = try await feed.page(2)
    expectEqual(feed.transport.requests.first?.reach, .anyHost)
    return feed.transport.requests.count == 2 ? feed.transport.requests.last : nil
  }

  @Test func `the feed's own host gets its key and may be anywhere`() async throws {
    let request = try await second(of: "https://FEED.example/2")
    expectEqual(request?.headers["X-Key"], "s3cret")
    expectEqual(request?.reach, .anyHost)
  }

  @Test func `another host gets no key and has to be public`() async throws {
    let request = try await second(of: "https://other.example/2")
    expectEqual(request?.url.absoluteString, "https://other.example/2")
    expectEqual(request?.headers["X-Key"], nil)
    expectEqual(request?.reach, .publicHosts)
  }

  @Test func `https stays https`() async throws {
    try await expectEqual(
      second(of: "http://feed.example:80/2")?.url.absoluteString, "https://feed.example/2")
    try await expectEqual(
      second(of: "http://other.example/2")?.url.absoluteString, "https://other.example/2")
    let plain = try await second(
      of: "http://feed.example/2", base: "http://feed.example/list")
    expectEqual(plain?.url.absoluteString, "http://feed.example/2")
  }

  @Test func `a feed on the local network may lead into it`() async throws {
    let request = try await second(of: "http://10.0.0.7/2", base: "http://nas.local/list")
    expectEqual(request?.reach, .anyHost)
    try await expectEqual(second(of: "https://10.0.0.7/2")?.reach, .publicHosts)
    // Its name says nothing, but its address does.
    try await expectEqual(second(of: "https://10.0.0.7/2", isPublic: false)?.reach, .anyHost)
  }

  @Test func `pictures follow the same rules, except for http`() {
    let policy = HostPolicy(source: URL(string: "https://feed.example/list"))
    func bounded(_ address: String) -> HTTPRequest? {
      URL(string: address).map {
        policy.bounded(
          HTTPRequest(url: $0, headers: ["X-Key": "s"], secretNames: ["x-key", "key"]))
      }
    }
    expectEqual(
      bounded("http://cdn.example/a.jpg?key=1&w=2")?.url.absoluteString,
      "http://cdn.example/a.jpg?w=2")
    expectEqual(bounded("http://cdn.example/a.jpg")?.reach, .publicHosts)
    expectEqual(bounded("http://cdn.example/a.jpg")?.headers["X-Key"], nil)
    expectEqual(bounded("https://feed.example/a.jpg")?.headers["X-Key"], "s")
  }

  /// How a feed whose page was stored in an earlier run is asked for again, and a picture at its own host.
  private func reachOfStoredFeed(
    isPublic: Bool?, refreshedFrom refreshed: Bool? = nil
  ) async throws -> [HTTPRequest.Reach?] {
    let (store, clock) = (MemoryPageStore(), TestClock())
    func feed(_ isPublic: Bool?) -> RemoteFeed {
      RemoteFeed(store: store, clock: clock) { request in
        var response = HTTPResponse.text("a b", for: request, ["Cache-Control": "max-age=100"])
        response.isFromPublicAddress = isPublic
        return response
      }
    }
    _ = try await feed(isPublic).page(1)
    let later = feed(refreshed)
    _ = try await later.page(1)
    expectEqual(later.transport.requestCount, 0)
    let picture = try #require(URL(string: "https://feed.example:8080/a.jpg"))
    let ofPicture = later.repository.imageRequest(for: picture).reach
    _ = try await later.page(1, isRefresh: true)
    return [ofPicture, later.transport.requests.last?.reach]
  }

  @Test func `a source that was public is held to public addresses, also the next time`()
    async throws
  {
    try await expectEqual(reachOfStoredFeed(isPublic: true), [.publicHosts, .publicHosts])
    try await expectEqual(
      reachOfStoredFeed(isPublic: true, refreshedFrom: false), [.publicHosts, .publicHosts])
    // Behind a proxy and at home.
    try await expectEqual(reachOfStoredFeed(isPublic: nil), [.anyHost, .anyHost])
    try await expectEqual(
      reachOfStoredFeed(isPublic: false, refreshedFrom: false), [.anyHost, .anyHost])
  }

  @Test func `a feed that has been public isn't asked at a private address by its next page`()
    async throws
  {
    try await expectEqual(
      second(of: "https://feed.example/2", isPublic: true)?.reach, .publicHosts)
    try await expectEqual(
      second(of: "http://nas.example/2", base: "http://nas.example/list", isPublic: false)?.reach,
      .anyHost)
  }

  @Test func `an answer that nothing has changed, or that fails, says where a feed is, too`()
    async throws
  {
    for status in [304, 500] {
      let (store, clock) = (MemoryPageStore(), TestClock())
      let feed = RemoteFeed(store: store, clock: clock) { request in
        var response = HTTPResponse.text("a b", for: request, ["ETag": "\"1\""])
        if request.headers["If-None-Match"] != nil { response.status = status }
        response.isFromPublicAddress = request.headers["If-None-Match"] == nil ? nil : true
        return response
      }
      _ = try await feed.page(1)
      _ = try? await feed.page(1, isRefresh: true)

      let picture = try #require(URL(string: "https://feed.example/a.jpg"))
      expectEqual(feed.transport.requestCount, 2)
      expectEqual(feed.repository.imageRequest(for: picture).reach, .publicHosts)
    }
  }

  @Test func `an address learns where it is from the feed that it was taken for`() async throws {
    let store = MemoryPageStore()
    func requests(_ text: String, isPublic: Bool?) async throws -> [HTTPRequest] {
      let transport = ScriptedTransport { request in
        var response = HTTPResponse.text(text, for: request)
        response.isFromPublicAddress = isPublic
        return response
      }
      let repository = AddressRepository(
        url: try #require(URL(string: "https://feed.example/list")),
        dependencies: AddressRepository.Dependencies(
          catalog: StubCatalog(), transport: transport, store: store, zone: .gmt,
          now: { Date(timeIntervalSince1970: 1_700_000_000) }))
      _ = try? await repository.page(for: PageRequest())
      return transport.requests
    }
    _ = try await requests("lines: a", isPublic: nil)

    // The same feed as the last time, and then what the address is now.
    try await expectEqual(
      requests("<html>", isPublic: true).map(\.reach), [.anyHost, .publicHosts])
  }

  @Test func `what a public page leads to has to be public before its format is known`()
    async throws
  {
    let store = MemoryPageStore()
    let transport = ScriptedTransport { request in
      var response = HTTPResponse.text(
        request.url.path() == "/feed" ? "lines: a" : "<html>", for: request)
      response.isFromPublicAddress = true
      return response
    }
    func repository() throws -> AddressRepository {
      AddressRepository(
        url: try #require(URL(string: "https://feed.example/list")),
        dependencies: AddressRepository.Dependencies(
          catalog: StubCatalog(links: ["https://feed.example/feed"]), transport: transport,
          store: store, zone: .gmt, now: { Date(timeIntervalSince1970: 1_700_000_000) }))
    }
    let picture = try #require(URL(string: "https://feed.example/a.jpg"))

    let first = try repository()
    expectEqual(first.imageRequest(for: picture).reach, .anyHost)
    _ = try await first.page(for: PageRequest())
    expectEqual(transport.requests.map(\.reach), [.anyHost, .publicHosts])
    // Without the feed's pages its address is still known to have been public.
    for key in store.keys where !key.sourceID.hasPrefix("format of") {
      await store.removePages(from: 1, of: key)
    }
    let again = try repository()
    _ = try await again.page(for: PageRequest())
    expectEqual(transport.requests.last?.reach, .publicHosts)
    expectEqual(again.imageRequest(for: picture).reach, .publicHosts)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST.", "a.localhost", "nas", "nas.local", "x.lan", "a.home.arpa",
    "127.0.0.1", "127.1", "127.255.0.1", "0x7f.1", "2130706433", "10.1.2.3", "172.16.0.1",
    "172.31.255.1", "172.31.255.255", "192.168.0.1", "192.168.1.1", "169.254.1.1",
    "169.254.169.254", "100.64.0.1", "100.127.255.255", "0.0.0.0", "198.18.0.1", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "[::1]", "::", "::127.0.0.1",
    "[fe80::1%25eth0]", "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1",
    "[::ffff:10.0.0.1]", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::192.168.0.1",
    "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::1",
    // Of the registries' special purposes, which are on no local network, and on no other.
    "192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.9", "192.88.99.1", "100::1", "2001::1",
    "[2001:db8::1]", "2002:a00:1::", "3fff::1", "4000::1",
  ])
  func `a host of the local network is known by its name or number`(host: String) {
    #expect(PrivateAddress.isNamed(by: host))
  }

  @Test(arguments: [
    "example.org", "local.example", "mylocalhost.example", "1.1.1.1", "8.8.8.8", "100.63.255.255",
    "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.1.1", "192.169.0.1",
    "198.17.0.1", "198.20.0.1", "198.51.101.1", "223.255.255.255", "[2a00::1]",
    "2606:4700:4700::1111", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    "2002:808:808::1",
  ])
  func `other hosts are public`(host: String) {
    #expect(!PrivateAddress.isNamed(by: host))
  }

  @Test func `bytes that aren't an address count as private`() {
    #expect(PrivateAddress.contains([]))
    #expect(PrivateAddress.contains([8, 8, 8]))
  }
}
