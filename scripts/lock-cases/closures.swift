// What scripts/check-locks has to catch in the closures of withLock, and what it has to let pass. Not compiled.

final class Waiting: Sendable {
  private struct State {
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var observers: [AsyncStream<Int>.Continuation] = []
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let running = Mutex<Task<Void, Never>?>(nil)
  private let changed: @Sendable (Int) -> Void
  private let read: (@Sendable () -> Int)?

  func oneLine() {
    running.withLock { $0?.cancel() }  // caught
    running.withLock({ $0?.cancel() })  // caught
    running.withLock { $0 }?.cancel()
  }

  func severalLines(_ number: Int) {
    state.withLock { state in
      // A comment with waiter.resume() in it, and "a string with .cancel() in it".
      for waiter in state.waiters.values {
        waiter.resume()  // caught
      }
      if number > 0 {
        for observer in state.observers {
          observer
            .yield(number)  // caught
          observer.finish()  // caught
        }
      }
      print("} \(state.waiters.map { "\($0)" }) .finish()")
      state.task!.cancel()  // caught
    }
  }

  func returned() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
    if let task = state.withLock({ $0.task }) {
      task.cancel()
    }
  }

  func later() {
    state.withLock { state in
      let former = state.task
      state.task = Task(priority: .utility) {
        former?.cancel()
        self.changed(1)
      }
    }
  }

  func throughAnother() {
    state.withLock { state in
      wakeAll(state)  // caught
      self.indirectly(state)  // caught
      note(state)
    }
  }

  func callsOut(_ completion: @escaping () -> Void) {
    state.withLock { _ in
      changed(1)  // caught
      _ = self.read?()  // caught
      completion()  // caught
    }
    changed(1)
    completion()
  }

  private func indirectly(_ state: State) { wakeAll(state) }

  private func wakeAll(_ state: State) {
    for waiter in state.waiters.values { waiter.resume() }
  }

  private func note(_ state: State) { print(state) }

  // Its declaration looks like a call with a closure; what is resumed is behind the lock.
  private func afterwards(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      return state.waiters.popFirst()?.value
    }
    waiter?.resume()
  }
}
