// What scripts/check-locks has to catch in types that live in a mutex, and in functions that run a closure inside one.
// Not compiled.

struct ScanState {
  var waiters: [CheckedContinuation<Void, Never>] = []
  private var observers: [Int: AsyncStream<Int>.Continuation] = [:]

  mutating func append(_ number: Int) {
    for observer in observers.values { observer.yield(number) }  // caught
    resumeAll()  // caught
  }

  mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
    defer { waiters = [] }
    return waiters
  }

  var isEmpty: Bool {
    waiters.first?.resume()  // caught
    return waiters.isEmpty
  }

  private mutating func resumeAll() {
    waiters.removeFirst().resume()  // caught
  }
}

extension ScanState {
  mutating func end() {
    for observer in observers.values {
      observer.finish()  // caught
    }
  }
}

final class Scan {
  private let state = Mutex(ScanState())

  func update<Result>(_ change: (inout ScanState) -> Result) -> Result {
    let (result, waiters) = state.withLock { state in
      let result = change(&state)
      return (result, state.takeWaiters())
    }
    for waiter in waiters { waiter.resume() }
    return result
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    update { $0.waiters.append(continuation) }
    update {
      $0.waiters.append(continuation)
      continuation.resume()  // caught
    }
  }
}

/// In no mutex: it may resume.
struct Effects {
  var waiters: [CheckedContinuation<Void, Never>] = []

  func carryOut() {
    for waiter in waiters { waiter.resume() }
  }
}

final class Once {
  enum State {
    case empty
    case held(CheckedContinuation<Void, Never>)

    func end() {
      if case .held(let continuation) = self { continuation.resume() }  // caught
    }
  }

  private let state = Mutex<State>(.empty)
}

/// Has a state of the same name, which is in no mutex.
final class Loader {
  struct State {
    var task: Task<Void, Never>?

    func end() { task?.cancel() }
  }

  private var state = State()
}
