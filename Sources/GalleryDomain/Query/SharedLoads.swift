import Synchronization

/// Work that several callers wait for, under way at most once for each key.
///
/// A caller whose task is cancelled gets `.cancelled` immediately, whatever the work does; when the last of them has
/// left, the work is cancelled as well, and the next caller starts it again.
package final class SharedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  package typealias Operation = @Sendable () async throws(PhotoSourceError) -> Value

  private typealias Outcome = Result<Value, PhotoSourceError>

  private struct Load {
    let number: Int
    var task: Task<Void, Never>?
    var waiters: [Int: AsyncStream<Outcome>.Continuation] = [:]

    func end(with outcome: Outcome) {
      for waiter in waiters.values {
        waiter.yield(outcome)
        waiter.finish()
      }
    }
  }

  private struct State {
    var loads: [Key: Load] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits for the work on a key, which is started unless it is under way.
  package func value(
    of key: Key, _ operation: @escaping Operation
  ) async throws(PhotoSourceError) -> Value {
    guard !Task.isCancelled else { throw .cancelled }
    let (outcomes, waiter) = AsyncStream.makeStream(of: Outcome.self)
    let (number, isNew) = state.withLock { state in
      state.lastNumber += 1
      let isNew = state.loads[key] == nil
      state.loads[key, default: Load(number: state.lastNumber)].waiters[state.lastNumber] = waiter
      return (state.lastNumber, isNew)
    }
    if isNew { run(operation, key, number) }
    for await outcome in outcomes { return try outcome.get() }
    // The caller's task was cancelled.
    leave(key, number)
    throw .cancelled
  }

  package func waiterCount(of key: Key) -> Int {
    state.withLock { $0.loads[key]?.waiters.count ?? 0 }
  }

  package var keys: [Key] { state.withLock { Array($0.loads.keys) } }

  /// Ends the work on a key; waiting callers get `.cancelled`.
  package func cancel(_ key: Key) {
    let load = state.withLock { $0.loads.removeValue(forKey: key) }
    load?.end(with: .failure(.cancelled))
    load?.task?.cancel()
  }

  package func cancelAll() {
    for key in keys { cancel(key) }
  }

  private func leave(_ key: Key, _ number: Int) {
    let load = state.withLock { state -> Load? in
      guard state.loads[key]?.waiters.removeValue(forKey: number) != nil,
        state.loads[key]?.waiters.isEmpty == true
      else { return nil }
      return state.loads.removeValue(forKey: key)
    }
    load?.task?.cancel()
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
    load?.end(with: outcome)
  }
}

/// Does work that takes long, such as decoding, on no actor.
@concurrent
package func offActor<Value: Sendable, Failure: Error>(
  _ work: @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value { try work() }
