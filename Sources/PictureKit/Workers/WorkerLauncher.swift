import Glibc
import PictureProtocol

/// Starts workers; `ProcessLauncher` is the real implementation.
nonisolated public protocol WorkerLauncher: Sendable {
  /// Starts a worker. Called off the main actor; may block while a process is being started.
  func launch() throws(WorkerProblem) -> LaunchedWorker
}

extension WorkerLauncher {
  /// Starts a worker only to read its description of itself, and ends it. Blocks for at most ten seconds per message.
  nonisolated public func askForCell() throws(WorkerProblem) -> (WorkerHello, WorkerCell) {
    let worker = try launch()
    defer { worker.end() }
    let socket = PictureSocket(descriptor: worker.socket.number)
    var decoder = MessageDecoder<WorkerAnswer>()
    var hello: WorkerHello?
    do throws(PictureProtocolError) {
      try socket.send(
        WorkerRequest.configuration(WorkerConfiguration(loadsAllDecoders: true)))
      while true {
        while let next = try decoder.next() {
          if case .hello(let said) = next.message { hello = said }
          if case .cell(let cell) = next.message, let hello { return (hello, cell) }
        }
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 10_000) > 0, case .received(let received) = try socket.receive()
        else { throw .endedWithinMessage }
        decoder.feed(received)
      }
    } catch {
      throw .doesNotAnswer
    }
  }
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
