import Synchronization

/// What goes on after the answer was given: throwing away the oldest, looking for leftovers. Of each kind one
/// at a time.
final class PendingWork: Sendable {
  enum Kind: Hashable, Sendable {
    case eviction, sweep, uses
  }

  private let tasks = Mutex<[Kind: Task<Void, Never>]>([:])

  /// Starts work, unless some of its kind is under way.
  func start(_ kind: Kind, _ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      guard tasks[kind] == nil else { return }
      tasks[kind] = Task(priority: .utility) {
        await work()
        self.tasks.withLock { $0[kind] = nil }
      }
    }
  }

  /// Waits until nothing is under way.
  func finish() async {
    while let task = tasks.withLock({ $0.first?.value }) { await task.value }
  }
}
