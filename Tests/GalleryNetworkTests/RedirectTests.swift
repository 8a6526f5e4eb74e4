import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryNetwork

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
  @Test func `five redirects are followed, and the answer says where it came from`() async throws {
    let server = try FeedServer { request in
      let step = Int(request.path.dropFirst()) ?? 0
      return step < 5 ? .redirect(to: "\(step + 1)?page=2") : .json("{}")
    }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url("/0")))

    expectEqual(response.status, 200)
    expectEqual(response.url, server.url("/5?page=2"))
    expectEqual(server.requestCount, 6)
  }

  @Test func `a sixth redirect is refused, in a loop too`() async throws {
    let server = try FeedServer { _ in .redirect(to: "/again", status: 301) }

    let error = await CurlTransport.test().error(for: server.url("/again"))

    expectEqual(error, .redirectRefused(host: "127.0.0.1", reason: "more than 5 redirects"))
    expectEqual(server.requestCount, 6)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://example.org/x", "javascript:alert(1)", "data:,x"])
  func `a redirect to another kind of address is refused`(location: String) async throws {
    let server = try FeedServer { _ in .redirect(to: location) }

    let error = await CurlTransport.test().error(for: server.url())

    guard case .redirectRefused(host: "127.0.0.1", let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(reason, "it leads to \(location.prefix { $0 != ":" }):")
    expectEqual(server.requestCount, 1)
  }

  @Test(arguments: [
    Answer.redirect(to: "/elsewhere", status: 300), .redirect(to: "/elsewhere", status: 304),
    .redirect(to: "/elsewhere", status: 305), .status(302),
  ])
  func `other statuses with a location, and a redirect without one, are answers`(
    answer: Answer
  ) async throws {
    let server = try FeedServer { _ in answer }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.status, answer.status)
    expectEqual(server.requestCount, 1)
  }

  @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func `a POST is repeated as the status says`(status: Int, method: String) async throws {
    let server = try FeedServer { request in
      request.path == "/" ? .redirect(to: "/next", status: status) : .json("{}")
    }

    _ = try await CurlTransport.test().send(
      HTTPRequest(
        method: .post, url: server.url(), headers: ["Content-Type": "application/json"],
        body: Array("{}".utf8)))

    let next = try #require(server.requests.last)
    expectEqual(next.method, method)
    expectEqual(next.body.isEmpty, (method == "GET"))
    expectEqual((next.header("Content-Type") == nil), (method == "GET"))
  }

  @Test(arguments: [
    ("http://a.example/x", "http://a.example/y", true), ("http://a.example/x", "/y", true),
    ("http://a.example/x", "https://a.example/x", true),
    ("http://a.example:8080/x", "https://a.example/x", true),
    ("http://a.example/x", "https://A.example./x", true),
    ("http://a.example/x", "http://a.example:8080/x", false),
    ("https://a.example/x", "https://a.example:8443/x", false),
    ("http://a.example/x", "https://www.a.example/x", false),
    ("http://a.example/x", "//b.example/x", false),
  ])
  func `what only one host may get stays there, and may become encrypted`(
    from: String, to: String, isFollowed: Bool
  ) throws {
    let request = HTTPRequest(
      method: .post, url: try #require(URL(string: from)), body: [1], redirects: .sameHost)

    let next = Result { try RedirectRule.next(after: request, status: 301, location: to, count: 0) }

    expectEqual((try? next.get())?.method, (isFollowed ? .post : nil))
    expectEqual((try? next.get())?.body, (isFollowed ? [1] : nil))
  }

  @Test func `no redirect makes an order readable on the way`() throws {
    let request = HTTPRequest(
      method: .post, url: try #require(URL(string: "https://a.example/")), redirects: .sameHost)

    #expect(
      throws: PhotoSourceError.redirectRefused(host: "a.example", reason: "it is not encrypted")
    ) {
      try RedirectRule.next(after: request, status: 308, location: "http://a.example/", count: 0)
    }
  }

  @Test func `secrets go on to the same host`() async throws {
    let server = try FeedServer { request in
      request.path == "/" ? .redirect(to: "/next?key=k") : .json("{}")
    }

    _ = try await CurlTransport.test().send(Self.secretRequest(server.url("/")))

    expectEqual(server.requests.last?.header("X-API-Key"), "secret")
    expectEqual(server.requests.last?.header("Authorization"), "Bearer t")
    expectEqual(server.requests.last?.target, "/next?key=k")
  }

  @Test func `no secret goes to another host, and not to another port`() async throws {
    for host in [FeedServer.Host.loopback, .otherLoopback] {
      let other = try FeedServer(host: host) { _ in .json("{}") }
      let server = try FeedServer { _ in
        .redirect(to: other.address + "/next?key=k&page=2")
      }

      let response = try await CurlTransport.test().send(Self.secretRequest(server.url("/?key=k")))

      expectEqual(response.status, 200)
      let request = try #require(other.requests.first)
      expectEqual(request.target, "/next?page=2")
      expectEqual(request.header("X-API-Key"), nil)
      expectEqual(request.header("Authorization"), nil)
      expectEqual(request.header("Cookie"), nil)
      expectEqual(request.header("Accept"), "application/json")
    }
  }

  @Test func `a user in the URL of a redirect to another host is dropped`() async throws {
    let other = try FeedServer(host: .otherLoopback) { _ in .json("{}") }
    let server = try FeedServer { _ in .redirect(to: "http://me:pw@127.0.0.2:\(other.port)/") }

    _ = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(other.requests.first?.header("Authorization"), nil)
  }

  private static func secretRequest(_ url: URL) -> HTTPRequest {
    HTTPRequest(
      url: url,
      headers: [
        "X-API-Key": "secret", "Authorization": "Bearer t", "Cookie": "a=b",
        "Accept": "application/json",
      ], secretNames: ["x-api-key", "key"])
  }
}
