import GalleryDomain
import Synchronization

/// One piece of work that several callers wait for.
///
/// A caller whose task is cancelled gets `.cancelled` immediately, whatever the work does; when the last of them has
/// left, the work is cancelled as well, and no caller can join it any more.
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

  /// - Parameter operation: Starts immediately.
  package init(_ operation: @escaping @Sendable () async -> Outcome) {
    let task = Task { self.finish(await operation()) }
    state.withLock { $0.task = task }
  }

  /// Whether another caller may wait for it.
  package var isOpen: Bool { state.withLock { !$0.isAbandoned } }

  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Ends the work; waiting callers get `.cancelled`.
  package func cancel() {
    finish(.failure(.cancelled), isAbandoned: true)
    let task = state.withLock { $0.task }
    task?.cancel()
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

  /// - Returns: The outcome if there is nothing to wait for.
  private func enter(
    _ continuation: CheckedContinuation<Outcome, Never>, _ ticket: Int
  ) -> Outcome? {
    let outcome = state.withLock { state -> Outcome? in
      if let outcome = state.outcome { return outcome }
      // The handler of a task that was already cancelled has run.
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
