import PictureProtocol

/// Makes workers; the live one is `ProcessLauncher`.
nonisolated public protocol WorkerLauncher: Sendable {
  /// Starts one. Called off the main actor; may block for as long as starting a process takes.
  func launch() throws(WorkerProblem) -> LaunchedWorker
}

/// A worker that was started.
nonisolated public struct LaunchedWorker: Sendable {
  /// Our end of the socket pair.
  public let socket: OwnedDescriptor
  /// Its process' number, where it is a process; for logs and tests only.
  public let processID: Int32?
  /// Ends it at once and for good; may be called more than once, from anywhere, and does not block.
  public let end: @Sendable () -> Void

  public init(
    socket: OwnedDescriptor, processID: Int32? = nil, end: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.processID = processID
    self.end = end
  }
}
