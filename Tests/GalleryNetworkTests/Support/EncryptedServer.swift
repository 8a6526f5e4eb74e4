import CTestTLS
import FeedServerSupport
import Foundation
import Synchronization

/// A server that speaks TLS on loopback.
final class EncryptedServer: Sendable {
  /// One connection, decrypted.
  struct Connection {
    fileprivate let handle: UnsafeMutableRawPointer

    /// nil at the end.
    func read() -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 16_384)
      let count = test_tls_read(handle, &bytes, Int32(bytes.count))
      return count > 0 ? Array(bytes[..<Int(count)]) : nil
    }

    /// - Returns: Whether the other side is there still.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool { test_tls_write(handle, bytes, bytes.count) }
  }

  private let server: SocketServer
  private let received: ReceivedBytes

  /// Answers everything with the same bytes.
  convenience init(certificate: TestCertificate, answer: String) throws {
    let received = ReceivedBytes()
    try self.init(certificate: certificate, received: received) { connection in
      while let bytes = connection.read() {
        let isWhole = received.bytes.withLock { all in
          all += bytes
          return all.suffix(4) == [13, 10, 13, 10]
        }
        if isWhole { connection.write(Array(answer.utf8)) }
      }
    }
  }

  /// Speaks as a closure does, which is called on a thread of its own for each connection.
  convenience init(
    certificate: TestCertificate = .valid, serve: @escaping @Sendable (Connection) -> Void
  ) throws {
    try self.init(
      certificate: certificate, received: ReceivedBytes(), speaksHTTP2: true, serve: serve)
  }

  private init(
    certificate: TestCertificate, received: ReceivedBytes, speaksHTTP2: Bool = false,
    serve: @escaping @Sendable (Connection) -> Void
  ) throws {
    let pem = certificate.pem
    self.received = received
    server = try SocketServer { descriptor in
      guard let context = test_tls_context(pem, TestCertificate.key, speaksHTTP2) else { return }
      defer { test_tls_context_free(context) }
      guard let handle = test_tls_accept(context, descriptor) else { return }
      serve(Connection(handle: handle))
      test_tls_close(handle)
    }
  }

  var port: Int { Int(server.port) }
  var connectionCount: Int { server.connectionCount }

  /// What came over all connections, decrypted.
  var receivedText: String {
    String(decoding: received.bytes.withLock { $0 }, as: UTF8.self)
  }

  func stop() {
    server.stop()
  }

  private final class ReceivedBytes: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }
}
