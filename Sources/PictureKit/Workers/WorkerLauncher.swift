import Glibc
import PictureProtocol

/// Starts workers; `ProcessLauncher` is the real implementation.
nonisolated public protocol WorkerLauncher: Sendable {
  /// Starts a worker. Called off the main actor; may block while a process is being started.
  func launch() throws(WorkerProblem) -> LaunchedWorker
}

/// A running worker.
nonisolated public struct LaunchedWorker: Sendable {
  /// Our end of the socket pair.
  public let socket: OwnedDescriptor
  /// The process id if it is a process; for logs and tests only.
  public let processID: Int32?
  /// Ends it immediately and for good; may be called more than once, from any thread, and does not block.
  public let end: @Sendable () -> Void

  public init(
    socket: OwnedDescriptor, processID: Int32? = nil, end: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.processID = processID
    self.end = end
  }
}
