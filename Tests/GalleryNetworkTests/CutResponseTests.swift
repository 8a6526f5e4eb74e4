import ExpectationSupport
import FeedFormats
import FeedServerSupport
import GalleryData
import GalleryDomain
import Testing

@testable import GalleryNetwork

/// The beginning of a file, of servers that give a part of it and of those that do not.
@Suite(.timeLimit(.minutes(10)))
struct CutResponseTests {
  private static func request(_ server: FeedServer) -> HTTPRequest {
    var request = HTTPRequest(url: server.url())
    request.headers["Range"] = "bytes=0-999"
    request.responseByteLimit = 1_000
    request.cutsResponse = true
    return request
  }

  @Test(arguments: [999, 1_000, 1_001, 500_000])
  func `no more is kept than was asked for`(byteCount: Int) async throws {
    let body = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
    let server = try FeedServer { _ in .bytes(body) }

    let response = try await CurlTransport.test().send(Self.request(server))

    expectEqual(response.status, 200)
    expectEqual(response.body, Array(body.prefix(1_000)))
    expectEqual(server.requestCount, 1)
  }

  @Test func `an answer without end is cut as well`() async throws {
    let server = try FeedServer { _ in .endless([UInt8](repeating: 7, count: 4_096)) }

    let response = try await CurlTransport.test().send(Self.request(server))

    expectEqual(response.body, [UInt8](repeating: 7, count: 1_000))
  }

  @Test func `a part that ends too soon is an error all the same`() async throws {
    let server = try FeedServer { _ in
      .raw("HTTP/1.1 206 Partial Content\r\nContent-Length: 1000\r\n\r\nabc")
    }

    await #expect(throws: PhotoSourceError.truncated(host: "127.0.0.1", cause: .ended)) {
      try await CurlTransport.test().send(Self.request(server))
    }
  }

  @Test(arguments: [HTTPRequest.Method.post, .propfind])
  func `other methods reach the server with their body`(method: HTTPRequest.Method) async throws {
    let server = try FeedServer { request in
      .bytes(Array("\(request.method) \(String(decoding: request.body, as: UTF8.self))".utf8))
    }
    let request = HTTPRequest(method: method, url: server.url(), body: Array("<x/>".utf8))

    let response = try await CurlTransport.test().send(request)

    expectEqual(response.text, "\(method.rawValue) <x/>")
    expectEqual(request.isRepeatable, (method != .post))
  }

  @Test func `the beginning of an answer that is compressed all the same is decompressed`()
    async throws
  {
    let body = [UInt8](repeating: 7, count: 500_000)
    let server = try FeedServer { _ in .gzip(body) }

    let response = try await CurlTransport.test().send(Self.request(server))

    expectEqual(response.body, Array(body.prefix(1_000)))
  }

  @Test(
    arguments: [
      ("identity", "identity"), ("Identity", "Identity"), (nil, "gzip, deflate"),
      ("br", "gzip, deflate"),
    ] as [(String?, String)])
  func `a request that wants the file itself says so`(wanted: String?, sent: String) async throws {
    let server = try FeedServer { _ in .json("{}") }
    var request = HTTPRequest(url: server.url())
    request.headers["Accept-Encoding"] = wanted

    _ = try await CurlTransport.test().send(request)

    expectEqual(server.requests.map { $0.header("Accept-Encoding") }, [sent])
  }
}
