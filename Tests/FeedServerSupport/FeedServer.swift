import Foundation
import Glibc
import Synchronization

/// A real HTTP/1.1 server on loopback whose responses come from a closure: correct or, on request, deliberately wrong.
///
/// It uses plain sockets, with a thread per connection, so that it has no opinion of its own about valid HTTP. It
/// records every request. It ends with `stop()`, or when it is no longer referenced.
///
/// ```swift
/// let server = try FeedServer { request in
///   request.path == "/feed" ? .json(#"{"photos":[]}"#) : .status(404)
/// }
/// ```
public final class FeedServer: Sendable {
  /// Where a server listens. Each address is a different host to a client, and so is each port.
  public enum Host: String, Sendable {
    case loopback = "127.0.0.1"
    /// The same machine with another address.
    case otherLoopback = "127.0.0.2"
    case loopback6 = "[::1]"
  }

  public typealias Route = @Sendable (FeedRequest) -> Answer

  /// How far a client's request has come, before it gets a response.
  public enum Stage: Sendable {
    case connected
    /// The head of a request with a body has arrived, and nothing of the body has been read. The line is its first one,
    /// such as `POST /order HTTP/1.1`.
    case head(line: String)
  }

  public let host: Host
  public let port: UInt16
  let state: ServerState

  /// - Throws: `POSIXError` if no socket could be opened.
  ///
  /// - Parameter watch: Called on a connection's thread at each stage; returns whether the connection continues.
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
            FeedConnection(descriptor: descriptor, number: connection, state: state, watch: watch)
              .serve(route)
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

  /// Closes all connections and opens all gates; further connections are refused.
  public func stop() { state.stop() }

  /// For example `http://127.0.0.1:40001`.
  public var address: String { "http://\(host.rawValue):\(port)" }

  /// - Parameter target: A path with its query, from the slash on.
  public func url(_ target: String = "/") -> URL {
    guard let url = URL(string: address + target) else {
      preconditionFailure("no address: \(target)")
    }
    return url
  }

  /// All requests so far, in the order of arrival.
  public var requests: [FeedRequest] { state.log.requests }
  public var requestCount: Int { state.log.requests.count }
  /// The maximum number of requests in progress at a time.
  public var peakConcurrency: Int { state.log.peakConcurrency }
  /// The total number of connections.
  public var connectionCount: Int { state.log.connectionCount }
  /// Connections that are open now.
  public var openConnectionCount: Int { state.log.openConnectionCount }

  /// Waits for an event, without polling.
  ///
  /// - Parameter condition: Checked after every change; quick, and does not call the server itself.
  public func until(_ condition: @escaping @Sendable (FeedServerLog) -> Bool) async {
    await state.until(condition)
  }
}

/// What has happened on a server so far.
public struct FeedServerLog: Sendable {
  public internal(set) var requests: [FeedRequest] = []
  public internal(set) var connectionCount = 0
  public internal(set) var openConnectionCount = 0
  /// Requests in progress.
  public internal(set) var concurrency = 0
  public internal(set) var peakConcurrency = 0
  public internal(set) var isStopped = false
}
