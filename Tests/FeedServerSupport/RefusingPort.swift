import Foundation
import Glibc

/// A port that refuses every connection while this lives.
///
/// The port of a server that was stopped is soon another server's.
public final class RefusingPort: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  /// - Throws: `POSIXError` when no socket could be opened.
  public init() throws {
    let socket = try ListeningSocket(host: .loopback, listens: false)
    port = socket.port
    descriptor = socket.descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Such as `http://127.0.0.1:40001`.
  public var address: String { "http://127.0.0.1:\(port)" }
}
