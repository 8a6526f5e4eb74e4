import PictureProtocol

/// The callers that are each waiting for a picture, or for what a file says.
struct PendingCompletions {
  typealias Completion = (Result<Picture, PictureFailure>) -> Void

  struct Waiter {
    let id: UInt64
    let lane: RequestLane
    let complete: Completion
  }

  private var byKey: [PictureKey: [Waiter]] = [:]
  private var nextID: UInt64 = 0

  var keys: [PictureKey] { Array(byKey.keys) }

  mutating func add(
    _ key: PictureKey, in lane: RequestLane, complete: @escaping Completion
  ) -> UInt64 {
    nextID += 1
    byKey[key, default: []].append(Waiter(id: nextID, lane: lane, complete: complete))
    return nextID
  }

  /// - Returns: The removed caller, and whether no other caller in its lane is waiting.
  mutating func remove(_ id: UInt64, of key: PictureKey) -> (waiter: Waiter, isLast: Bool)? {
    guard var waiting = byKey[key], let index = waiting.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    let waiter = waiting.remove(at: index)
    byKey[key] = waiting.isEmpty ? nil : waiting
    return (waiter, !waiting.contains { $0.lane == waiter.lane })
  }

  /// Removes and returns all callers that wait for it.
  mutating func take(_ key: PictureKey) -> [Waiter] {
    byKey.removeValue(forKey: key) ?? []
  }
}

/// Connects a request with a Swift task, so that cancelling works whether it comes before or after the request starts
/// waiting.
final class CancellationHandle {
  private var isCancelled = false
  private var stop: (() -> Void)?

  init() {}

  func begin(stop: @escaping () -> Void) {
    if isCancelled { stop() } else { self.stop = stop }
  }

  func cancel() {
    isCancelled = true
    stop?()
    stop = nil
  }
}
