import Dispatch
import Glibc
import PictureProtocol
import Synchronization

@testable import PictureKit

/// Workers controlled by a test, at the other end of real sockets.
nonisolated final class FakeWorkers: WorkerLauncher {
  private let started: Mailbox<FakeWorker>
  private let problem: Mutex<WorkerProblem?>
  let count = Mutex(0)

  /// - Parameter started: Receives every worker, in order.
  @MainActor init(started: Inbox<FakeWorker>, problem: WorkerProblem? = nil) {
    self.started = Mailbox { workers in
      for worker in workers { started.put(worker) }
    }
    self.problem = Mutex(problem)
  }

  func set(_ problem: WorkerProblem?) { self.problem.withLock { $0 = problem } }

  func launch() throws(WorkerProblem) -> LaunchedWorker {
    if let problem = problem.withLock({ $0 }) { throw problem }
    do throws(PictureProtocolError) {
      let (ours, theirs) = try PictureSocket.pair()
      let worker = FakeWorker(socket: theirs)
      count.withLock { $0 += 1 }
      started.post(worker)
      return LaunchedWorker(socket: ours) { worker.beKilled() }
    } catch {
      throw .doesNotAnswer
    }
  }
}

/// The other end of one worker's socket.
nonisolated final class FakeWorker: Sendable {
  private let socket: OwnedDescriptor
  private let isKilledNow = Mutex(false)

  init(socket: OwnedDescriptor) {
    self.socket = socket
  }

  var isKilled: Bool { isKilledNow.withLock { $0 } }

  /// All requests, until its socket is closed.
  @MainActor func requests() -> Inbox<ReceivedMessage<WorkerRequest>> {
    let inbox = Inbox<ReceivedMessage<WorkerRequest>>()
    let mailbox = Mailbox<ReceivedMessage<WorkerRequest>?> { messages in
      for message in messages { inbox.put(message) }
    }
    let socket = socket
    // A separate queue gets a separate thread; there are only as many shared ones as cores.
    DispatchQueue(label: "fake worker").async {
      var receiver = MessageReceiver<WorkerRequest>(PictureSocket(descriptor: socket.number))
      while let message = try? receiver.receive() { mailbox.post(message) }
      mailbox.post(nil)
    }
    return inbox
  }

  func say(_ answer: WorkerAnswer) { say(answer.frame()) }

  func say(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes {
      Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Ends as in a crash.
  func crash() { shutdown(socket.number, Int32(SHUT_RDWR)) }

  func beKilled() {
    isKilledNow.withLock { $0 = true }
    crash()
  }
}

/// Values that arrive one by one; waiting for the next one costs nothing.
final class Inbox<Element> {
  private var elements: [Element?] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init() {}

  /// - Parameter element: nil at the end.
  func put(_ element: Element?) {
    elements.append(element)
    wake()
  }

  var isEmpty: Bool { elements.isEmpty }

  /// The next one; nil at the end, or when the test's time is over.
  func next() async -> Element? {
    while elements.isEmpty, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiting = $0 }
      } onCancel: {
        Task { @MainActor in wake() }
      }
    }
    return elements.isEmpty ? nil : elements.removeFirst()
  }

  private func wake() {
    waiting?.resume()
    waiting = nil
  }
}
