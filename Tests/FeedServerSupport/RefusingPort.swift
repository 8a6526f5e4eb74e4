import Foundation
import Glibc
import Synchronization

/// A port that no other server gets as long as this object exists, and for some time after it: it refuses all
/// connections, unless a program listens there with the option SO_REUSEADDR, as servers do.
///
/// The port of a stopped server would soon be that of another one, which would find the requests of those that still ask
/// the old one among its own: `OrderServerTests` once failed by that.
public final class RefusingPort: Sendable {
  public let port: UInt16
  private let descriptor: Int32

  /// How many are kept afterwards. What is still under way comes within seconds, and each of them costs a descriptor.
  private static let keptCount = 256
  private static let kept = Mutex<[Int32]>([])

  /// - Throws: `POSIXError` if no socket could be opened.
  public convenience init() throws {
    try self.init(host: .loopback)
  }

  init(host: FeedServer.Host) throws {
    descriptor = try ListeningSocket.open(host)
    do {
      port = try ListeningSocket.bind(descriptor, to: host)
    } catch {
      close(descriptor)
      throw error
    }
    // Not before, or the port might be one that another socket shares.
    ListeningSocket.share(descriptor)
  }

  deinit {
    let oldest = Self.kept.withLock { kept -> Int32? in
      kept.append(descriptor)
      return kept.count > Self.keptCount ? kept.removeFirst() : nil
    }
    if let oldest { close(oldest) }
  }

  /// For example `http://127.0.0.1:40001`.
  public var address: String { "http://127.0.0.1:\(port)" }
}
