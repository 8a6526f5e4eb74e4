import Foundation
import Glibc

/// A port that refuses all connections as long as this object exists.
///
/// The port of a stopped server is soon used by another one.
public final class RefusingPort: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  /// - Throws: `POSIXError` if no socket could be opened.
  public init() throws {
    let socket = try ListeningSocket(host: .loopback, listens: false)
    port = socket.port
    descriptor = socket.descriptor
  }

  deinit {
    close(descriptor)
  }

  /// For example `http://127.0.0.1:40001`.
  public var address: String { "http://127.0.0.1:\(port)" }
}
