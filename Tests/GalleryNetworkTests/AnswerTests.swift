import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Testing

/// What is waited for comes at once, or the test has failed.
@Suite(.timeLimit(.minutes(10)))
struct AnswerTests {
  @Test func `an answer comes with its status, headers, body and address`() async throws {
    let server = try FeedServer { _ in .json(#"{"photos":[]}"#).adding("ETag", "\"a\"") }

    let response = try await CurlTransport.test().send(
      HTTPRequest(url: server.url("/v1/photos?page=1")))

    expectEqual(response.status, 200)
    expectEqual(response.headers["etag"], "\"a\"")
    expectEqual(response.text, #"{"photos":[]}"#)
    expectEqual(response.url, server.url("/v1/photos?page=1"))
    expectEqual(server.requests.map(\.target), ["/v1/photos?page=1"])
  }

  @Test func `without descriptors for the network no server is asked, and nothing traps`()
    async throws
  {
    let server = try FeedServer { _ in .status(200) }
    let transport = CurlTransport.test { $0.mayOpenFiles = { _ in false } }

    let error = await transport.error(for: server.url())

    expectEqual(error, .connectionFailed(host: "127.0.0.1:\(server.port)", cause: .tooManyFiles))
    #expect(server.requests.isEmpty)
  }

  @Test func `a request carries its headers, the program's name and the encodings that are read`()
    async throws
  {
    let server = try FeedServer { _ in .status(200) }

    _ = try await CurlTransport.test().send(
      HTTPRequest(url: server.url(), headers: ["X-API-Key": "k", "Accept": "application/json"]))

    let request = try #require(server.requests.first)
    expectEqual(request.method, "GET")
    expectEqual(request.header("X-API-Key"), "k")
    expectEqual(request.header("Accept"), "application/json")
    expectEqual(request.header("User-Agent")?.hasPrefix("Vitrine/1.2.3 ("), true)
    expectEqual(request.header("Accept-Encoding"), "gzip, deflate")
    expectEqual(request.header("Host"), "127.0.0.1:\(server.port)")
  }

  @Test func `a header that would begin another is left out`() async throws {
    let server = try FeedServer { _ in .status(200) }

    _ = try await CurlTransport.test().send(
      HTTPRequest(url: server.url(), headers: ["X-Key": "k\r\nX-Evil: 1", "X-Good": "1"]))

    expectEqual(server.requests.first?.header("X-Evil"), nil)
    expectEqual(server.requests.first?.header("X-Key"), nil)
    expectEqual(server.requests.first?.header("X-Good"), "1")
  }

  @Test(arguments: [304, 400, 401, 403, 404, 410, 500, 501])
  func `a failed status is an answer, and not asked for again`(status: Int) async throws {
    let server = try FeedServer { _ in Answer.text("why").with(status: status) }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.status, status)
    expectEqual(response.text, (status == 304 ? "" : "why"))
    expectEqual(server.requestCount, 1)
  }

  @Test func `bytes that aren't text are kept`() async throws {
    let bytes: [UInt8] = [0, 0xFF, 0xC3, 0x28, 0x1B, 0x5B]
    let server = try FeedServer { _ in .bytes(bytes) }

    try await expectEqual(CurlTransport.test().send(HTTPRequest(url: server.url())).body, bytes)
  }

  @Test func `requests one after the other share a connection`() async throws {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()

    for _ in 1...3 { _ = try await transport.send(HTTPRequest(url: server.url())) }

    expectEqual(server.requestCount, 3)
    expectEqual(server.connectionCount, 1)
  }

  @Test func `requests beside each other run beside each other`() async throws {
    let gate = Gate()
    let server = try FeedServer { _ in Answer.json("{}").delivered(.hang(gate)) }
    let transport = CurlTransport.test()

    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...6 {
        group.addTask { try await transport.send(HTTPRequest(url: server.url())).status }
      }
      await server.until { $0.concurrency == 6 }
      gate.open()
      for try await status in group { expectEqual(status, 200) }
    }

    expectEqual(server.peakConcurrency, 6)
  }

  @Test func `an address of IPv6 is asked`() async throws {
    let server = try FeedServer(host: .loopback6) { _ in .json("{}") }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.status, 200)
    expectEqual(server.requests.first?.header("Host"), "[::1]:\(server.port)")
  }

  @Test func `user and password of an address become a header and stay out of the line`()
    async throws
  {
    let server = try FeedServer { _ in .json("{}") }
    let url = try #require(URL(string: "http://me:p%40ss@127.0.0.1:\(server.port)/a"))

    _ = try await CurlTransport.test().send(HTTPRequest(url: url))

    let credentials = Data("me:p@ss".utf8).base64EncodedString()
    expectEqual(server.requests.first?.header("Authorization"), "Basic \(credentials)")
    expectEqual(server.requests.first?.target, "/a")
  }

  @Test func `a transport that was shut down sends no request`() async throws {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()
    _ = try await transport.send(HTTPRequest(url: server.url()))

    await transport.shutDown()

    await expectEqual(transport.error(for: server.url()), .cancelled)
    expectEqual(server.requestCount, 1)
  }
}
