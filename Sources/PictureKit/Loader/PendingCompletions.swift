import PictureProtocol

/// The result of a task that a caller is waiting for.
nonisolated enum TaskResult: Sendable {
  case picture(Picture)
  case metadata(PhotoMetadata)
}

/// The callers that are each waiting for a task to finish.
struct PendingCompletions {
  typealias Completion = (Result<TaskResult, PictureFailure>) -> Void

  struct Waiter {
    let id: UInt64
    let lane: RequestLane
    let complete: Completion
  }

  private var byTask: [PictureTask: [Waiter]] = [:]
  private var nextID: UInt64 = 0

  var tasks: [PictureTask] { Array(byTask.keys) }

  mutating func add(
    _ task: PictureTask, in lane: RequestLane, complete: @escaping Completion
  ) -> UInt64 {
    nextID += 1
    byTask[task, default: []].append(Waiter(id: nextID, lane: lane, complete: complete))
    return nextID
  }

  /// - Returns: The removed caller, and whether no other caller in its lane is waiting.
  mutating func remove(_ id: UInt64, of task: PictureTask) -> (waiter: Waiter, isLast: Bool)? {
    guard var waiting = byTask[task], let index = waiting.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    let waiter = waiting.remove(at: index)
    byTask[task] = waiting.isEmpty ? nil : waiting
    return (waiter, !waiting.contains { $0.lane == waiter.lane })
  }

  /// Removes and returns all callers that wait for the task.
  mutating func take(_ task: PictureTask) -> [Waiter] {
    byTask.removeValue(forKey: task) ?? []
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
