import CCurl
import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Testing

@testable import GalleryNetwork

@Suite(.timeLimit(.minutes(10)))
struct RuleTests {
  @Test(arguments: [
    (ENETUNREACH, false, PhotoSourceError.noNetwork),
    (ENETUNREACH, true, connectionFailed(.unreachable)),
    (EHOSTUNREACH, false, connectionFailed(.unreachable)),
    (ECONNREFUSED, false, connectionFailed(.refused)),
    (ECONNRESET, false, connectionFailed(.reset)),
    (EMFILE, true, connectionFailed(.tooManyFiles)),
    (ETIMEDOUT, true, connectionFailed(.timedOut)),
  ])
  func `a system error becomes the right error`(
    code: Int32, hasRoute: Bool, expected: PhotoSourceError
  ) throws {
    let end = TransferEnd(
      kind: .code(CURLE_COULDNT_CONNECT), origin: try Self.origin, systemError: code,
      hasRoute: { hasRoute })
    expectEqual(end.failure.error, expected)
  }

  private static var origin: Origin {
    get throws { try #require(URL(string: "http://h:8080").flatMap { Origin($0) }) }
  }

  private static func connectionFailed(_ cause: ConnectionFault) -> PhotoSourceError {
    .connectionFailed(host: "h:8080", cause: cause)
  }

  private static func failure(
    _ kind: TransferEnd.Kind, hasHead: Bool = false, isConnected: Bool = true
  ) throws -> TransportFailure {
    TransferEnd(kind: kind, origin: try origin, isConnected: isConnected, hasHead: hasHead).failure
  }

  @Test func `a time-out is reported, and not tried again`() throws {
    let timedOut = TransportFailure(.timedOut(host: "h"))
    try expectEqual(Self.failure(.silent), timedOut)
    try expectEqual(Self.failure(.silent, hasHead: true), timedOut)
    try expectEqual(Self.failure(.code(CURLE_OPERATION_TIMEDOUT), hasHead: true), timedOut)
    try expectEqual(
      Self.failure(.code(CURLE_OPERATION_TIMEDOUT), isConnected: false),
      TransportFailure(Self.connectionFailed(.timedOut)))
  }

  @Test
  func `a connection that ends before an answer is distinguished from one that ends within it`()
    throws
  {
    try expectEqual(
      Self.failure(.code(CURLE_GOT_NOTHING)),
      TransportFailure(Self.connectionFailed(.closed), mayPass: true))
    try expectEqual(
      Self.failure(.code(CURLE_PARTIAL_FILE), hasHead: true),
      TransportFailure(.truncated(host: "h"), mayPass: true))
  }

  @Test func `without the library an error says so, and it is not tried again`() throws {
    try expectEqual(
      Self.failure(.libraryMissing, isConnected: false),
      TransportFailure(Self.connectionFailed(.libraryMissing)))
  }

  @Test(arguments: [
    ("http://H.example:80/a", "http", "h.example", 80),
    ("https://h.example./", "https", "h.example", 443),
    ("http://[::1]:8080", "http", "::1", 8080), ("http://h%2Eexample/", "http", "h.example", 80),
  ])
  func `an origin is scheme, host and port`(
    address: String, scheme: String, host: String, port: Int
  ) throws {
    let origin = try #require(URL(string: address).flatMap { Origin($0) })
    expectEqual(origin.scheme, scheme)
    expectEqual(origin.host, host)
    expectEqual(origin.port, port)
    #expect(origin.shown.hasSuffix(":\(port)"))
  }

  @Test(arguments: [
    "file:///a", "ftp://h/", "http:///a", "http://h:0/", "http://a%2Fb/", "mailto:a@b",
    // What one reader of URLs takes for a part of the host and another for its end.
    "http://a%40b/", "http://a%5Cb/", "http://a%23b/", "http://a%3Fb/", "http://a%5Bb/",
    "http://a%25b/",
  ])
  func `a URL without an origin is not requested`(address: String) async throws {
    let url = try #require(URL(string: address))
    expectEqual(Origin(url), nil)
    let error = await CurlTransport.test().error(for: url)
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
