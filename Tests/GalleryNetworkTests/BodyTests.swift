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
struct BodyTests {
  static let text = #"{"photos":[{"id":1},{"id":2}]}"#
  static let bytes = Array(text.utf8)

  @Test(arguments: [
    Answer.gzip(bytes), .deflate(bytes), Answer.gzip(bytes).framed(.chunked),
    Answer.gzip(bytes).framed(.close), Answer.json(text).framed(.chunked),
    Answer.json(text).framed(.close),
    // A deflate stream without zlib's header, as some servers send it.
    Answer.bytes([1, 2, 0, 0xFD, 0xFF] + Array("ok".utf8)).adding("Content-Encoding", "deflate"),
    Answer.gzip(bytes).adding("Content-Encoding", "identity"),
  ])
  func `a body in any framing and encoding is read`(answer: Answer) async throws {
    let server = try FeedServer { _ in answer }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    #expect([Self.text, "ok"].contains(response.text))
    #expect(response.headers["Content-Encoding"] != "gzip")
  }

  @Test(arguments: [304, 204, 200])
  func `an empty body that names an encoding is empty`(status: Int) async throws {
    let server = try FeedServer { _ in
      Answer(status: status, headers: ["Content-Encoding": "gzip"])
    }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.status, status)
    #expect(response.body.isEmpty)
  }

  @Test(arguments: [
    Answer.json(text).framed(.statedLength("1000")),
    Answer.json(text).delivered(.closeAfter(byteCount: 10)),
    Answer.json(text).framed(.chunked).delivered(.closeAfter(byteCount: 10)),
    Answer.json(text).delivered(.resetAfter(byteCount: 10)),
    Answer.gzip(bytes).framed(.statedLength("1000")),
  ])
  func `a body that ends too soon is an error, and requested again`(answer: Answer) async throws {
    let server = try FeedServer { _ in answer }

    let error = await CurlTransport.test().error(for: server.url())

    expectEqual(error, .truncated(host: "127.0.0.1"))
    expectEqual(server.requestCount, 4)
  }

  /// A compression that can't be read isn't asked for again.
  @Test(arguments: [("gzip", 4), ("deflate", 4), ("Compress", 1)])
  func `a body that can't be decompressed is reported`(
    encoding: String, requestCount: Int
  ) async throws {
    let server = try FeedServer { _ in .json(Self.text).adding("Content-Encoding", encoding) }

    await expectEqual(
      CurlTransport.test().error(for: server.url()),
      .truncated(host: "127.0.0.1", cause: .compression))
    expectEqual(server.requestCount, requestCount)
  }

  /// How an answer is broken, and whether it is noticed before its body.
  private static let brokenAnswers: [(String, ConnectionFault)] = [
    ("", .closed),
    ("HTTP/1.1 200 OK\r\nContent-Ty", .closed),
    ("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP),
    (text, .notHTTP),
    ("HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", .notHTTP),
    ("HTTP/1.1 99999 OK\r\n\r\n", .notHTTP),
    ("HTTP/1.1 200 OK\r\nX\u{0}: y\r\n\r\n", .notHTTP),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", .notHTTP),
  ]

  @Test(arguments: brokenAnswers)
  func `an answer that is broken before its body says how`(
    text: String, cause: ConnectionFault
  ) async throws {
    let server = try FeedServer { _ in .raw(text) }

    await expectEqual(
      CurlTransport.test().error(for: server.url()),
      .connectionFailed(host: "127.0.0.1:\(server.port)", cause: cause))
  }

  @Test(arguments: ["zz\r\n{}\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n{}\r\n", "-2\r\n{}\r\n"])
  func `chunks without a length are reported, and not requested again`(
    chunks: String
  ) async throws {
    let server = try FeedServer { _ in
      .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
    }

    await expectEqual(
      CurlTransport.test().error(for: server.url()), .truncated(host: "127.0.0.1", cause: .chunks))
    expectEqual(server.requestCount, 1)
  }

  @Test func `a length that no body has is too large`() async throws {
    let server = try FeedServer { _ in
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n{}")
    }

    await expectEqual(
      CurlTransport.test().error(for: server.url()),
      .tooLarge(name: "127.0.0.1", byteCount: .max, byteLimit: 64 << 20))
  }

  @Test(arguments: [(length: 2 << 20, count: 1), (length: 1, count: 400_000)])
  func `headers without end are an error`(length: Int, count: Int) async throws {
    let header = "X: " + String(repeating: "x", count: length) + "\r\n"
    let headers = String(repeating: header, count: count)
    let server = try FeedServer { _ in .raw("HTTP/1.1 200 OK\r\n\(headers)\r\n") }

    await expectEqual(
      CurlTransport.test().error(for: server.url()),
      .connectionFailed(host: "127.0.0.1:\(server.port)", cause: .notHTTP))
  }

  @Test func `a body of exactly the limit is read and one byte more is not`() async throws {
    let server = try FeedServer { request in
      .bytes([UInt8](repeating: 1, count: request.path == "/full" ? 1_000 : 1_001))
    }
    let transport = CurlTransport.test { $0.limits.feedByteCount = 1_000 }

    let response = try await transport.send(HTTPRequest(url: server.url("/full")))
    let error = await transport.error(for: server.url("/more"))

    expectEqual(response.body.count, 1_000)
    expectEqual(error, .tooLarge(name: "127.0.0.1", byteCount: 1_001, byteLimit: 1_000))
    expectEqual(server.requestCount, 2)
  }

  @Test(arguments: [
    Answer.endless([UInt8](repeating: 0x20, count: 4_096)),
    Answer.endless([UInt8](repeating: 0x20, count: 4_096)).framed(.close),
    Answer.bomb(), Answer.bomb(encoding: "deflate"),
    Answer.bomb().framed(.statedLength("100000000")),
  ])
  func `a body without end is stopped at the limit, and not asked for again`(answer: Answer)
    async throws
  {
    let server = try FeedServer { _ in answer }
    let transport = CurlTransport.test { $0.limits.feedByteCount = 1 << 20 }

    let error = await transport.error(for: server.url())

    expectEqual(error, .tooLarge(name: "127.0.0.1", byteCount: 1 << 20, byteLimit: 1 << 20))
    expectEqual(server.requestCount, 1)
    // The connection does not stay open behind it.
    await server.until { $0.openConnectionCount == 0 }
  }

  @Test(arguments: ["utf-8", "UTF-8, x", "none"])
  func `a body in an encoding that says nothing stays as it is, under its name`(encoding: String)
    async throws
  {
    let server = try FeedServer { _ in Answer.text("?").adding("Content-Encoding", encoding) }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.text, "?")
    expectEqual(response.headers["Content-Encoding"], encoding)
    expectEqual(server.requestCount, 2)
  }

  @Test func `what may be sent only once isn't sent again for the encoding of its answer`()
    async throws
  {
    let server = try FeedServer { _ in Answer.text("?").adding("Content-Encoding", "utf-8") }
    let request = HTTPRequest(method: .post, url: server.url(), body: [0x31])

    let outcome = await CurlTransport.test().outcome(of: request)

    expectEqual(outcome, .failure(.truncated(host: "127.0.0.1", cause: .compression)))
    expectEqual(server.requestCount, 1)
  }

  @Test func `trailers change nothing, neither headers nor a file`() async throws {
    let server = try FeedServer { _ in
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: one\r\n\r\n2\r\n{}\r\n0\r\nX-A: two\r\n"
          + "Content-Length: 9\r\n\r\n")
    }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))
    let (outcome, bytes) = try await CurlTransport.test().downloaded(HTTPRequest(url: server.url()))

    expectEqual(response.text, "{}")
    for headers in [response.headers, try outcome.get().headers] {
      expectEqual(headers.values(of: "X-A"), ["one"])
      expectEqual(headers["Content-Length"], nil)
    }
    expectEqual(bytes, Array("{}".utf8))
  }

  @Test func `headers are read as they are sent, also on several lines and after interim answers`()
    async throws
  {
    let server = try FeedServer { _ in
      .raw(
        "HTTP/1.1 103 Early Hints\r\nX-A: early\r\n\r\nHTTP/1.1 200 OK\r\nX-A:  one \r\nX-Empty:\r\n"
          + "X-B: a\r\n  b\r\nx-a: two\r\nContent-Length: 2\r\n\r\n{}")
    }

    let response = try await CurlTransport.test().send(HTTPRequest(url: server.url()))

    expectEqual(response.headers.values(of: "X-A"), ["one", "two"])
    expectEqual(response.headers["x-b"], "a b")
    expectEqual(response.headers["X-Empty"], "")
    expectEqual(response.text, "{}")
  }
}
