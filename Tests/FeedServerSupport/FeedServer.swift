import Foundation
import Glibc
import Synchronization

/// A real HTTP/1.1 server on loopback that answers as a closure says: rightly or, on demand, as no server
/// should.
///
/// On plain sockets, with a thread a connection, so that it has no opinion of its own about what HTTP
/// allows. It records every request. It ends with `stop()`, or when nobody holds it any more.
///
/// ```swift
/// let server = try FeedServer { request in
///   request.path == "/feed" ? .json(#"{"photos":[]}"#) : .status(404)
/// }
/// ```
public final class FeedServer: Sendable {
  /// Where a server listens. Each is another host to a client, and so is each port.
  public enum Host: String, Sendable {
    case loopback = "127.0.0.1"
    /// The same machine under another address.
    case otherLoopback = "127.0.0.2"
    case loopback6 = "[::1]"
  }

  public typealias Route = @Sendable (FeedRequest) -> Answer

  /// How far a client has come, before it is answered.
  public enum Stage: Sendable {
    case connected
    /// The head of a request with a body is there, and nothing of the body has been read for it.
    case head
  }

  public let host: Host
  public let port: UInt16
  let state: ServerState

  /// - Throws: `POSIXError` when no socket could be opened.
  ///
  /// - Parameter watch: Called on a connection's thread at each stage; answers whether the connection goes on.
  public init(
    host: Host = .loopback, watch: @escaping @Sendable (Stage) -> Bool = { _ in true },
    route: @escaping Route
  ) throws {
    let socket = try ListeningSocket(host: host)
    let state = ServerState(listener: socket.descriptor)
    self.host = host
    port = socket.port
    self.state = state
    Thread.detachNewThread {
      while let descriptor = socket.accept() {
        guard let connection = state.opened(descriptor) else { break }
        Thread.detachNewThread {
          if watch(.connected) {
            FeedConnection(
              descriptor: descriptor, number: connection, state: state, watch: watch
            ).serve(route)
          }
          state.closed(connection)
        }
      }
      close(socket.descriptor)
    }
  }

  deinit {
    state.stop()
  }

  /// Ends all connections and opens all gates; further connections are refused.
  public func stop() {
    state.stop()
  }

  /// Such as `http://127.0.0.1:40001`.
  public var address: String { "http://\(host.rawValue):\(port)" }

  /// - Parameter target: A path with its query, from the slash on.
  public func url(_ target: String = "/") -> URL {
    guard let url = URL(string: address + target) else {
      preconditionFailure("no address: \(target)")
    }
    return url
  }

  /// All so far, in the order of arrival.
  public var requests: [FeedRequest] { state.log.requests }
  public var requestCount: Int { state.log.requests.count }
  /// The most requests that were being answered at a time.
  public var peakConcurrency: Int { state.log.peakConcurrency }
  /// Connections that were made, over all.
  public var connectionCount: Int { state.log.connectionCount }
  /// Connections that are open now.
  public var openConnectionCount: Int { state.log.openConnectionCount }

  /// Waits for something to have happened, without looking again and again.
  ///
  /// - Parameter condition: Asked after every change; quick, and asks nothing of the server itself.
  public func until(_ condition: @escaping @Sendable (FeedServerLog) -> Bool) async {
    await state.until(condition)
  }
}

/// What happened at a server so far.
public struct FeedServerLog: Sendable {
  public internal(set) var requests: [FeedRequest] = []
  public internal(set) var connectionCount = 0
  public internal(set) var openConnectionCount = 0
  /// Requests that are being answered.
  public internal(set) var concurrency = 0
  public internal(set) var peakConcurrency = 0
  public internal(set) var isStopped = false
}
