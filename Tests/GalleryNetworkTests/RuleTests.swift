import AsyncHTTPClient
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import NIOCore
import Testing

@testable import GalleryNetwork

struct RuleTests {
  @Test func `delays double, hang on chance by half, and end`() {
    let rule = RetryRule()
    func milliseconds(_ retry: Int, _ random: Double) -> Double? {
      rule.delay(beforeRetry: retry, wished: nil, random: random).map { $0 / .milliseconds(1) }
    }
    #expect(milliseconds(1, 0) == 200)
    #expect(milliseconds(1, 1) == 400)
    #expect(milliseconds(2, 0) == 400)
    #expect(milliseconds(3, 1) == 1_600)
    #expect(milliseconds(4, 0) == nil)
  }

  @Test func `no delay is longer than the longest`() {
    let rule = RetryRule(retryLimit: 100)
    #expect(rule.delay(beforeRetry: 90, wished: nil, random: 1) == .seconds(30))
    #expect(rule.delay(beforeRetry: 1, wished: .seconds(31), random: 0) == nil)
    #expect(rule.delay(beforeRetry: 1, wished: .seconds(-5), random: 0) ?? .zero > .zero)
  }

  @Test(arguments: [
    (IOError(errnoCode: ENETUNREACH, reason: "connect"), false, PhotoSourceError.noNetwork),
    (IOError(errnoCode: ENETUNREACH, reason: "connect"), true, connectionFailed(.unreachable)),
    (IOError(errnoCode: EHOSTUNREACH, reason: "connect"), false, connectionFailed(.unreachable)),
    (IOError(errnoCode: ECONNREFUSED, reason: "connect"), false, connectionFailed(.refused)),
    (IOError(errnoCode: ECONNRESET, reason: "connect"), false, connectionFailed(.reset)),
    (IOError(errnoCode: EMFILE, reason: "socket"), true, connectionFailed(.tooManyFiles)),
    (IOError(errnoCode: ETIMEDOUT, reason: "connect"), true, connectionFailed(.timedOut)),
  ])
  func `an error of the system says what it is`(
    error: IOError, hasRoute: Bool, expected: PhotoSourceError
  ) {
    let failure = TransportFailure(
      error, host: "h", server: "h:8080", stage: .beforeHead, hasRoute: { hasRoute })
    #expect(failure.error == expected)
  }

  private static func connectionFailed(_ cause: ConnectionFault) -> PhotoSourceError {
    .connectionFailed(host: "h:8080", cause: cause)
  }

  @Test(arguments: [
    HTTPClientError.readTimeout, .connectTimeout, .tlsHandshakeTimeout,
    .getConnectionFromPoolTimeout,
    .deadlineExceeded,
  ])
  func `a time-out is one, and is not tried again`(error: HTTPClientError) {
    let failure = TransportFailure(error, host: "h", stage: .inBody, hasRoute: { true })
    #expect(failure == TransportFailure(.timedOut(host: "h")))
  }

  @Test func `a connection that ends is another thing before an answer and within`() {
    let error = HTTPClientError.remoteConnectionClosed
    #expect(
      TransportFailure(error, host: "h", stage: .beforeHead, hasRoute: { true })
        == TransportFailure(.connectionFailed(host: "h", cause: .closed), mayPass: true))
    #expect(
      TransportFailure(error, host: "h", stage: .inBody, hasRoute: { true })
        == TransportFailure(.truncated(host: "h"), mayPass: true))
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
    #expect(origin.scheme == scheme)
    #expect(origin.host == host)
    #expect(origin.port == port)
    #expect(origin.shown.hasSuffix(":\(port)"))
  }

  @Test(arguments: [
    "file:///a", "ftp://h/", "http:///a", "http://h:0/", "http://a%2Fb/", "mailto:a@b",
  ])
  func `an address without an origin is not asked`(address: String) async throws {
    let url = try #require(URL(string: address))
    #expect(Origin(url) == nil)
    let error = await AsyncHTTPTransport.test().error(for: url)
    guard case .notFound = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
