import Synchronization

/// Work that several callers wait for, under way at most once for each key.
///
/// A caller whose task is cancelled gets `.cancelled` immediately, whatever the work does; when the last of them has
/// left, the work is cancelled as well, and the next caller starts it again.
package final class SharedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  package typealias Operation = @Sendable () async throws(PhotoSourceError) -> Value

  private typealias Outcome = Result<Value, PhotoSourceError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct Load {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: Waiter] = [:]
  }

  private struct State {
    var loads: [Key: Load] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private enum Entry {
    case joined
    case started
    case cancelled
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits for the work on a key, which is started unless it is under way.
  package func value(
    of key: Key, _ operation: @escaping Operation
  ) async throws(PhotoSourceError) -> Value {
    let number = state.withLock { $0.nextNumber() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { enter($0, number, key, operation) }
    } onCancel: {
      leave(key, number)
    }
    return try outcome.get()
  }

  package func waiterCount(of key: Key) -> Int {
    state.withLock { $0.loads[key]?.waiters.count ?? 0 }
  }

  package var keys: [Key] { state.withLock { Array($0.loads.keys) } }

  /// Ends the work on a key; waiting callers get `.cancelled`.
  package func cancel(_ key: Key) {
    let load = state.withLock { $0.loads.removeValue(forKey: key) }
    for waiter in (load?.waiters ?? [:]).values { waiter.resume(returning: .failure(.cancelled)) }
    load?.task?.cancel()
  }

  package func cancelAll() {
    for key in keys { cancel(key) }
  }

  private func enter(
    _ waiter: Waiter, _ number: Int, _ key: Key, _ operation: @escaping Operation
  ) {
    let entry = state.withLock { state -> Entry in
      // The handler of a task that was already cancelled has run.
      if Task.isCancelled { return .cancelled }
      let isNew = state.loads[key] == nil
      state.loads[key, default: Load(number: number)].waiters[number] = waiter
      return isNew ? .started : .joined
    }
    switch entry {
    case .joined: break
    case .started: run(operation, key, number)
    case .cancelled: waiter.resume(returning: .failure(.cancelled))
    }
  }

  private func leave(_ key: Key, _ number: Int) {
    let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let waiter = state.loads[key]?.waiters.removeValue(forKey: number)
      guard waiter != nil, state.loads[key]?.waiters.isEmpty == true else { return (waiter, nil) }
      return (waiter, state.loads.removeValue(forKey: key)?.task)
    }
    waiter?.resume(returning: .failure(.cancelled))
    task?.cancel()
  }

  private func run(_ operation: @escaping Operation, _ key: Key, _ number: Int) {
    let task = Task {
      do throws(PhotoSourceError) {
        finish(key, number, .success(try await operation()))
      } catch {
        finish(key, number, .failure(error))
      }
    }
    let isOver = state.withLock { state in
      guard state.loads[key]?.number == number else { return true }
      state.loads[key]?.task = task
      return false
    }
    // It has ended, or been left, by now.
    if isOver { task.cancel() }
  }

  private func finish(_ key: Key, _ number: Int, _ outcome: Outcome) {
    let load = state.withLock { state in
      state.loads[key]?.number == number ? state.loads.removeValue(forKey: key) : nil
    }
    for waiter in (load?.waiters ?? [:]).values { waiter.resume(returning: outcome) }
  }
}
