import Dispatch
import Synchronization

/// Asks the file system on a thread of its own: a call into a mount that doesn't answer (a server that sleeps, a phone that went
/// away) may never return. It keeps that thread, and holds up nothing else.
package enum FileAnswer {
  /// A mount that is silent for so long is like one that can't be read.
  package static let limit = Duration.seconds(10)
  /// After this, what can go on without the answer goes on.
  package static let pause = Duration.milliseconds(500)

  /// That a call which takes longer is still being answered.
  package final class Sign: Sendable {
    private let last: Mutex<ContinuousClock.Instant>

    package init(_ now: ContinuousClock.Instant = .now) { last = Mutex(now) }

    package func give(_ now: ContinuousClock.Instant = .now) { last.withLock { $0 = now } }

    package var instant: ContinuousClock.Instant { last.withLock(\.self) }
  }

  /// Waits, on the caller's thread.
  ///
  /// - Returns: nil if the answer takes longer than the limit.
  package static func within<Answer: Sendable>(
    _ limit: Duration, _ ask: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let answer = Box<Answer>()
    let isThere = DispatchSemaphore(value: 0)
    thread().async {
      // Before the lock: a call that doesn't return would hold it.
      let value = ask()
      answer.value.withLock { $0 = value }
      isThere.signal()
    }
    _ = isThere.wait(timeout: .now() + limit.dispatched)
    return answer.value.withLock(\.self)
  }

  /// Waits without a thread.
  ///
  /// - Returns: nil when there was no sign of an answer for so long.
  package static func get<Answer: Sendable>(
    within limit: Duration = limit, _ ask: @escaping @Sendable (Sign) -> Answer
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      let waiting = Box(continuation)
      let sign = Sign()
      thread().async {
        let answer = ask(sign)
        waiting.take()?.resume(returning: answer)
      }
      giveUp(waiting, sign, limit)
    }
  }

  /// The global queues have few threads, which two calls that don't return would hold.
  static func thread() -> DispatchQueue {
    DispatchQueue(label: "vitrine.file", qos: .userInitiated)
  }

  private static func giveUp<Answer: Sendable>(
    _ waiting: Box<CheckedContinuation<Answer?, Never>>, _ sign: Sign, _ limit: Duration
  ) {
    let left = sign.instant + limit - .now
    guard left > .zero else {
      waiting.take()?.resume(returning: nil)
      return
    }
    thread().asyncAfter(deadline: .now() + left.dispatched) {
      if waiting.value.withLock({ $0 != nil }) { giveUp(waiting, sign, limit) }
    }
  }

  /// Outlives the caller if the call doesn't return.
  final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value?>

    init(_ value: Value? = nil) { self.value = Mutex(value) }

    func take() -> Value? {
      value.withLock { value in
        defer { value = nil }
        return value
      }
    }
  }
}

extension Duration {
  var dispatched: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
