import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CertificateTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

  @Test(arguments: [
    ("localhost", TestCertificate.valid, false, "its issuer is not trusted"),
    ("127.0.0.1", TestCertificate.valid, false, "its issuer is not trusted"),
    ("localhost", TestCertificate.expired, true, "it has expired"),
    ("localhost", TestCertificate.early, true, "it is not valid yet"),
    ("localhost", TestCertificate.otherName, true, "it is for another name"),
    ("127.0.0.1", TestCertificate.otherName, true, "it is for another name"),
  ])
  func `a certificate that does not hold is refused, with the reason, and nothing is asked`(
    host: String, certificate: TestCertificate, isTrusted: Bool, reason: String
  ) async throws {
    let server = try EncryptedServer(certificate: certificate, answer: Self.answer)
    let time = TestTime()
    let transport = CurlTransport.test(time: time.time) {
      if isTrusted { $0.environment = server.trust }
    }
    let url = try #require(URL(string: "https://\(host):\(server.port)/?key=secret"))

    let error = await transport.error(for: url)

    expectEqual(error, .certificateInvalid(host: host, reason: reason))
    #expect(server.receivedText.isEmpty)
    #expect(time.waits.isEmpty)
    server.stop()
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func `a trusted certificate for the name is taken`(host: String) async throws {
    let server = try EncryptedServer(answer: Self.answer)
    let transport = CurlTransport.test { $0.environment = server.trust }

    let url = try #require(URL(string: "https://\(host):\(server.port)/a"))
    let response = try await transport.send(HTTPRequest(url: url))

    expectEqual(response.text, "{}")
    #expect(server.receivedText.hasPrefix("GET /a HTTP/1.1\r\n"))
    server.stop()
  }

  @Test func `an encrypted address does not lead to one that is not`() async throws {
    let plain = try FeedServer { _ in .json("{}") }
    let server = try EncryptedServer(
      answer: "HTTP/1.1 302 Found\r\nLocation: \(plain.address)/\r\nContent-Length: 0\r\n\r\n")
    let transport = CurlTransport.test { $0.environment = server.trust }

    let error = await transport.error(
      for: try #require(URL(string: "https://localhost:\(server.port)/")))

    expectEqual(error, .redirectRefused(host: "localhost", reason: "it is not encrypted"))
    expectEqual(plain.requestCount, 0)
    server.stop()
  }

  @Test func `an address that is not encrypted may lead to one that is`() async throws {
    let server = try EncryptedServer(answer: Self.answer)
    let plain = try FeedServer { _ in .redirect(to: "https://localhost:\(server.port)/") }
    let transport = CurlTransport.test { $0.environment = server.trust }

    try await expectEqual(transport.send(HTTPRequest(url: plain.url())).text, "{}")
    server.stop()
  }

  @Test func `an encrypted body that is cut short is an error`() async throws {
    // The server says nothing more, and the time for silence is short.
    let server = try EncryptedServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}")
    let transport = CurlTransport.test {
      $0.environment = server.trust
      $0.timeOuts.idle = .milliseconds(50)
    }

    let error = await transport.error(
      for: try #require(URL(string: "https://localhost:\(server.port)/")))

    expectEqual(error, .timedOut(host: "localhost"))
    server.stop()
  }

  @Test func `a server that does not encrypt is a failed connection, once`() async throws {
    // It takes the handshake for a request that it does not understand.
    let answer = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
    let server = try SocketServer { descriptor in
      _ = write(descriptor, answer, answer.count)
      var rest = [UInt8](repeating: 0, count: 1_024)
      while read(descriptor, &rest, rest.count) > 0 {}
    }
    let time = TestTime()
    let port = server.port

    let error = await CurlTransport.test(time: time.time).error(
      for: try #require(URL(string: "https://127.0.0.1:\(port)/")))

    expectEqual(error, .connectionFailed(host: "127.0.0.1:\(port)", cause: .notHTTPS))
    #expect(time.waits.isEmpty)
  }
}
