import Glibc
import PictureProtocol

/// Makes workers; the live one is `ProcessLauncher`.
nonisolated public protocol WorkerLauncher: Sendable {
  /// Starts one. Called off the main actor; may block for as long as starting a process takes.
  func launch() throws(WorkerProblem) -> LaunchedWorker
}

extension WorkerLauncher {
  /// Starts a worker only to hear what it says of itself, and ends it. Blocks for at most ten seconds a message.
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
