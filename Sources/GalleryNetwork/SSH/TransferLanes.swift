import GalleryDomain
import Synchronization

/// Lanes for work that needs a connection of its own, which limits how many are open to a server.
///
/// The lane used last comes first, since its connection is still open; callers wait in turn.
final class TransferLanes: Sendable {
  private struct State {
    var idle: [SSHLane] = []
    var all: [SSHLane] = []
    var limit = 1
    var waiting: [(number: Int, continuation: CheckedContinuation<SSHLane?, Never>)] = []
    var askedCount = 0
  }

  private let state = Mutex(State())

  /// Allows more transfers at a time.
  func widen(to limit: Int) {
    let served = state.withLock { state in
      state.limit = max(state.limit, limit)
      var served: [(CheckedContinuation<SSHLane?, Never>, SSHLane)] = []
      while !state.waiting.isEmpty, let lane = Self.lane(&state) {
        served.append((state.waiting.removeFirst().continuation, lane))
      }
      return served
    }
    for (continuation, lane) in served { continuation.resume(returning: lane) }
  }

  /// - Throws: `.cancelled`.
  func enter() async throws(PhotoSourceError) -> SSHLane {
    let number = state.withLock { state in
      state.askedCount += 1
      return state.askedCount
    }
    let lane: SSHLane? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let lane: SSHLane?? = state.withLock { state in
          // Inside the lock, so that a cancellation either finds it waiting or is seen here.
          if Task.isCancelled { return .some(nil) }
          if let lane = Self.lane(&state) { return lane }
          state.waiting.append((number, continuation))
          return nil
        }
        if let lane { continuation.resume(returning: lane) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume(returning: nil)
    }
    guard let lane else { throw .cancelled }
    return lane
  }

  func leave(_ lane: SSHLane) {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.idle.append(lane)
        return nil as CheckedContinuation<SSHLane?, Never>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: lane)
  }

  func shutDown() async {
    for lane in state.withLock(\.all) { await lane.shutDown() }
  }

  private static func lane(_ state: inout State) -> SSHLane? {
    if let lane = state.idle.popLast() { return lane }
    guard state.all.count < state.limit else { return nil }
    let lane = SSHLane()
    state.all.append(lane)
    return lane
  }
}
