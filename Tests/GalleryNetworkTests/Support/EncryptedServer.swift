import CTestTLS
import FeedServerSupport
import Foundation
import Synchronization

/// A server that speaks TLS on loopback, and answers everything with the same bytes.
final class EncryptedServer: Sendable {
  private let server: SocketServer
  private let received = ReceivedBytes()
  private let file = FileManager.default.temporaryDirectory.appending(
    path: "vitrine-\(UUID().uuidString).pem")

  private final class ReceivedBytes: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  init(certificate: TestCertificate = .valid, answer: String) throws {
    try Data(certificate.pem.utf8).write(to: file)
    let (pem, received, answer) = (certificate.pem, received, Array(answer.utf8))
    server = try SocketServer { descriptor in
      guard let context = test_tls_context(pem, TestCertificate.key) else { return }
      defer { test_tls_context_free(context) }
      guard let handle = test_tls_accept(context, descriptor) else { return }
      defer { test_tls_close(handle) }
      var piece = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = test_tls_read(handle, &piece, Int32(piece.count))
        guard count > 0 else { return }
        let isWhole = received.bytes.withLock { all in
          all += piece[..<Int(count)]
          return all.suffix(4) == [13, 10, 13, 10]
        }
        if isWhole { _ = test_tls_write(handle, answer, answer.count) }
      }
    }
  }

  var port: Int { Int(server.port) }

  /// The environment in which its certificate is trusted.
  var trust: [String: String] { ["SSL_CERT_FILE": file.path(percentEncoded: false)] }

  /// What came over all connections, decrypted.
  var receivedText: String {
    String(decoding: received.bytes.withLock { $0 }, as: UTF8.self)
  }

  /// Call at the end of a test.
  func stop() {
    server.stop()
    try? FileManager.default.removeItem(at: file)
  }
}
