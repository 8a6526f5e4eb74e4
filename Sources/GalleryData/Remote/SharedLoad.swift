import GalleryDomain
import Synchronization

/// One piece of work that several callers wait for.
///
/// A caller whose task is cancelled gets `.cancelled` at once, whatever the work does; when the last of
/// them has gone, the work is cancelled as well, and nobody can join it any more.
package final class SharedLoad<Value: Sendable>: Sendable {
  package typealias Outcome = Result<Value, PhotoSourceError>

  private struct State {
    var task: Task<Void, Never>?
    var outcome: Outcome?
    var isAbandoned = false
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var lastTicket = 0
  }

  private let state = Mutex(State())

  /// - Parameter operation: Starts at once.
  package init(_ operation: @escaping @Sendable () async -> Outcome) {
    let task = Task { self.finish(await operation()) }
    state.withLock { $0.task = task }
  }

  /// Whether another caller may wait for it.
  package var isOpen: Bool { state.withLock { !$0.isAbandoned } }

  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Returns when the work itself has ended, also one that was cancelled.
  func finished() async { await state.withLock { $0.task }?.value }

  /// Ends the work; whoever waits gets `.cancelled`.
  package func cancel() {
    finish(.failure(.cancelled), isAbandoned: true)
    state.withLock { $0.task }?.cancel()
  }

  package func value() async throws(PhotoSourceError) -> Value {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome = enter(continuation, ticket) { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      leave(ticket)
    }
    return try outcome.get()
  }

  /// - Returns: The outcome where there is nothing to wait for.
  private func enter(
    _ continuation: CheckedContinuation<Outcome, Never>, _ ticket: Int
  ) -> Outcome? {
    let outcome = state.withLock { state -> Outcome? in
      if let outcome = state.outcome { return outcome }
      // The handler of a task that was cancelled before has run already.
      if state.isAbandoned || Task.isCancelled { return .failure(.cancelled) }
      state.waiters[ticket] = continuation
      return nil
    }
    if outcome != nil { abandonIfAlone() }
    return outcome
  }

  private func leave(_ ticket: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: ticket) }
    guard let waiter else { return }
    waiter.resume(returning: .failure(.cancelled))
    abandonIfAlone()
  }

  private func abandonIfAlone() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.waiters.isEmpty, state.outcome == nil else { return nil }
      state.isAbandoned = true
      return state.task
    }
    task?.cancel()
  }

  private func finish(_ outcome: Outcome, isAbandoned: Bool = false) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      state.isAbandoned = state.isAbandoned || isAbandoned
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}
