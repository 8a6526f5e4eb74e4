import Dispatch
import Glibc
import PictureProtocol

/// A separate worker for one PDF document: it handles no files from others, and keeps the document between steps, which
/// the workers of the pool cannot do.
///
/// It is started with the first step. Steps are processed one after the other; the first failure ends the document.
// @unchecked: `worker`, `decoder` and `lastID` are used on `queue` only; everything else is constant.
nonisolated public final class SheetWorker: @unchecked Sendable {
  private let launcher: any WorkerLauncher
  private let log: WorkerLog
  private let queue = DispatchQueue(label: "vitrine.sheet")
  private var worker: LaunchedWorker?
  private var decoder = MessageDecoder<WorkerAnswer>()
  private var lastID: UInt32 = 0

  /// The time limit for a step; the first one looks for the system's fonts.
  private static let timeLimit: Int32 = 60_000

  public init(launcher: any WorkerLauncher = ProcessLauncher(), log: WorkerLog = .none) {
    self.launcher = launcher
    self.log = log
  }

  deinit {
    worker?.end()
  }

  /// - Returns: The bytes of the file that are finished.
  /// - Throws: `workerDied` also if there is no worker; `timedOut`, or the worker's error.
  public func perform(_ step: SheetStep) async throws(PictureFailure) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.result(of: step)) }
    }
    return try result.get()
  }

  /// Ends the worker.
  public func end() {
    queue.async { self.endWorker() }
  }

  // MARK: On the queue

  private func result(of step: SheetStep) -> Result<[UInt8], PictureFailure> {
    do throws(PictureFailure) {
      return .success(try answer(to: step))
    } catch {
      endWorker()
      return .failure(error)
    }
  }

  private func answer(to step: SheetStep) throws(PictureFailure) -> [UInt8] {
    if case .begin = step { try start() }
    guard let worker else { throw .workerDied }
    let socket = PictureSocket(descriptor: worker.socket.number)
    lastID &+= 1
    do throws(PictureProtocolError) {
      try socket.send(WorkerRequest.sheet(SheetRequest(id: lastID, step: step)))
    } catch {
      throw .workerDied
    }
    switch try receive(from: socket) {
    case .sheet(let answer) where answer.id == lastID: return answer.bytes
    case .failure(let answer) where answer.id == lastID: throw answer.failure
    default: throw .workerDied
    }
  }

  private func start() throws(PictureFailure) {
    endWorker()
    decoder = MessageDecoder()
    do throws(WorkerProblem) {
      worker = try launcher.launch()
    } catch {
      throw .workerDied
    }
    guard let worker,
      case .hello(let hello) = try receive(
        from: PictureSocket(descriptor: worker.socket.number)),
      hello.protocolVersion == PictureProtocolVersion.current
    else { throw .workerDied }
  }

  private func receive(from socket: PictureSocket) throws(PictureFailure) -> WorkerAnswer {
    while true {
      if let next = try took({ () throws(PictureProtocolError) in try decoder.next() }) {
        switch next.message {
        case .unlistedCall(let number): log.note(unlistedCall: number)
        case .cell(let cell): log.note(cell)
        default: return next.message
        }
        continue
      }
      guard socket.wait(for: POLLIN, milliseconds: Self.timeLimit) else { throw .timedOut }
      switch try took({ () throws(PictureProtocolError) in try socket.receive() }) {
      case .received(let received): decoder.feed(received)
      case .wouldBlock: continue
      case .ended: throw .workerDied
      }
    }
  }

  /// A worker whose answers make no sense is treated as dead.
  private func took<Value>(
    _ take: () throws(PictureProtocolError) -> Value
  ) throws(PictureFailure) -> Value {
    do throws(PictureProtocolError) {
      return try take()
    } catch {
      throw .workerDied
    }
  }

  private func endWorker() {
    worker?.end()
    worker = nil
  }
}
