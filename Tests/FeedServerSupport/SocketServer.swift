import Foundation
import Glibc
import Synchronization

/// A server on loopback that speaks any protocol of a closure, with a thread per connection.
///
/// It ends with `stop()`, or when it is no longer referenced.
public final class SocketServer: Sendable {
  private struct State {
    var isStopped = false
    var connections: Set<Int32> = []
    var count = 0
  }

  private final class Core: Sendable {
    let state = Mutex(State())
  }

  public let port: UInt16
  private let listener: Int32
  private let core = Core()

  /// - Parameter serve: Called with a connection's descriptor, which is closed when it returns.
  /// - Throws: `POSIXError` if no socket could be opened.
  public init(serve: @escaping @Sendable (Int32) -> Void) throws {
    // If a client has gone, writing fails.
    signal(SIGPIPE, SIG_IGN)
    let socket = try ListeningSocket(host: .loopback)
    port = socket.port
    listener = socket.descriptor
    let core = core
    Thread.detachNewThread {
      while let descriptor = socket.accept() {
        let isTaken = core.state.withLock { state in
          guard !state.isStopped else { return false }
          state.count += 1
          return state.connections.insert(descriptor).inserted
        }
        guard isTaken else {
          close(descriptor)
          break
        }
        Thread.detachNewThread {
          serve(descriptor)
          core.state.withLock { _ = $0.connections.remove(descriptor) }
          close(descriptor)
        }
      }
      close(socket.descriptor)
    }
  }

  deinit {
    stop()
  }

  /// The total number of connections.
  public var connectionCount: Int { core.state.withLock { $0.count } }

  public func stop() {
    core.state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }
}
