import Glibc
import Synchronization

/// State that is shared by the threads of a server.
final class ServerState: Sendable {
  private struct Waiter {
    var id: Int
    var condition: @Sendable (FeedServerLog) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct Shared {
    var log = FeedServerLog()
    var descriptors: [Int: Int32] = [:]
    var gates: [Gate] = []
    var waiters: [Waiter] = []
    var waiterCount = 0
  }

  private let listener: Int32
  private let shared = Mutex(Shared())

  init(listener: Int32) {
    self.listener = listener
  }

  var log: FeedServerLog { shared.withLock { $0.log } }

  /// - Returns: nil if the server has stopped; the descriptor is closed then.
  func opened(_ descriptor: Int32) -> Int? {
    change { shared -> Int? in
      guard !shared.log.isStopped else {
        close(descriptor)
        return nil
      }
      let number = shared.log.connectionCount
      shared.log.connectionCount += 1
      shared.log.openConnectionCount += 1
      shared.descriptors[number] = descriptor
      return number
    }
  }

  /// Closes the connection's descriptor: only here, so that its number is not reused when `stop` needs it.
  func closed(_ connection: Int) {
    change { shared in
      if let descriptor = shared.descriptors.removeValue(forKey: connection) { close(descriptor) }
      shared.log.openConnectionCount -= 1
    }
  }

  func received(_ request: FeedRequest) -> FeedRequest {
    change { shared in
      var request = request
      request.number = shared.log.requests.count
      shared.log.requests.append(request)
      shared.log.concurrency += 1
      shared.log.peakConcurrency = max(shared.log.peakConcurrency, shared.log.concurrency)
      return request
    }
  }

  func answered() {
    change { $0.log.concurrency -= 1 }
  }

  /// Keeps a gate to be opened at the end.
  func guards(_ gate: Gate) {
    let isStopped = shared.withLock { shared in
      shared.gates.append(gate)
      return shared.log.isStopped
    }
    if isStopped { gate.open() }
  }

  func stop() {
    let gates = change { shared -> [Gate] in
      guard !shared.log.isStopped else { return [] }
      shared.log.isStopped = true
      // Wakes the threads that wait in `accept` and `recv`; they close the descriptors.
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in shared.descriptors.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return shared.gates
    }
    for gate in gates { gate.open() }
  }

  /// Also ends when the task is cancelled, such as a test whose time is over.
  func until(_ condition: @escaping @Sendable (FeedServerLog) -> Bool) async {
    let id = shared.withLock { shared in
      shared.waiterCount += 1
      return shared.waiterCount
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isTrue = shared.withLock { shared in
          if shared.log.isStopped || Task.isCancelled || condition(shared.log) { return true }
          shared.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
          return false
        }
        if isTrue { continuation.resume() }
      }
    } onCancel: {
      let waiter = shared.withLock { shared in
        shared.waiters.firstIndex { $0.id == id }.map { shared.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  @discardableResult
  private func change<Result>(_ body: (inout Shared) -> Result) -> Result {
    let (result, ready) = shared.withLock { shared -> (Result, [Waiter]) in
      let result = body(&shared)
      let ready = shared.waiters.filter { shared.log.isStopped || $0.condition(shared.log) }
      if !ready.isEmpty {
        shared.waiters.removeAll { shared.log.isStopped || $0.condition(shared.log) }
      }
      return (result, ready)
    }
    for waiter in ready { waiter.continuation.resume() }
    return result
  }
}
