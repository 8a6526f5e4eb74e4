import CLinux
import Dispatch
import GalleryDomain
import Glibc
import Synchronization

/// Asks mounts that may not answer (a server that sleeps, a phone that went away) on a thread of their own: a call may never return.
/// It keeps that thread, and holds up nothing else.
///
/// A process of which a thread waits in the kernel for FUSE can't end. So a process of its own asks first whether the mount answers
/// at all (`isAnswering`). A call into one that stops answering after that still keeps the program from ending: to have all calls made
/// by such a process would take a message and an answer for each of them.
package enum FileAnswer {
  /// A mount that is silent for so long is like one that can't be read.
  package static let limit = Duration.seconds(10)
  /// After this, the caller continues with what doesn't need the answer.
  package static let pause = Duration.milliseconds(500)

  /// A long call gives it to say that it is still being answered.
  package final class Sign: Sendable {
    private let last = Mutex(ContinuousClock.now)

    package func give() { last.withLock { $0 = .now } }

    fileprivate var instant: ContinuousClock.Instant { last.withLock(\.self) }
  }

  /// Waits, on the caller's thread; a mount that always answers is asked there.
  ///
  /// - Parameter path: What is asked for; absolute.
  /// - Returns: nil if the answer takes longer than the limit.
  package static func within<Answer: Sendable>(
    _ limit: Duration, at path: [UInt8], mounts: MountTable = .now(),
    _ ask: @escaping @Sendable () -> Answer
  ) -> Answer? {
    guard let mount = mounts.resolve(path).silent else { return ask() }
    let deadline = ContinuousClock.now + limit
    guard isAnswering(mount.point, within: limit) else { return nil }
    return onThread(within: deadline - .now) { _ in ask() }
  }

  /// Waits, on the caller's thread, for one of its own.
  ///
  /// - Parameter isCancelled: Called after each pause.
  /// - Returns: nil when there was no sign of an answer for so long, or it is cancelled.
  static func onThread<Answer: Sendable>(
    within limit: Duration, pause: Duration = pause, isCancelled: () -> Bool = { false },
    _ ask: @escaping @Sendable (Sign) -> Answer
  ) -> Answer? {
    let answer = Box<Answer>()
    let isThere = DispatchSemaphore(value: 0)
    let sign = Sign()
    thread().async {
      // Before the lock: a call that doesn't return would hold it.
      let value = ask(sign)
      answer.value.withLock { $0 = value }
      isThere.signal()
    }
    var left = limit
    while left > .zero, !isCancelled(),
      isThere.wait(timeout: .now() + min(left, pause).dispatched) == .timedOut
    {
      left = sign.instant + limit - .now
    }
    return answer.value.withLock(\.self)
  }

  /// Waits without a thread of the caller's.
  ///
  /// - Parameter path: What is asked for; nil for what was asked for just before.
  /// - Returns: nil when there was no sign of an answer for so long.
  package static func get<Answer: Sendable>(
    within limit: Duration = limit, at path: [UInt8]?,
    _ ask: @escaping @Sendable (Sign) -> Answer
  ) async -> Answer? {
    await withCheckedContinuation { continuation in
      thread().async {
        let deadline = ContinuousClock.now + limit
        if let mount = path.flatMap({ MountTable.now().resolve($0).silent }),
          !isAnswering(mount.point, within: limit)
        {
          return continuation.resume(returning: nil)
        }
        continuation.resume(returning: onThread(within: deadline - .now, ask))
      }
    }
  }

  /// The global queues have few threads, which two calls that don't return would hold.
  static func thread() -> DispatchQueue {
    DispatchQueue(label: "vitrine.file", qos: .userInitiated)
  }

  /// Asks a mount for its state and its first names, in a process of its own, which ends when the mount answers.
  static func isAnswering(_ point: [UInt8], within limit: Duration) -> Bool {
    let end = FilePath.withCString(point) { vitrine_probe_mount($0) }
    // Without such a process, the mount is asked directly.
    guard end >= 0 else { return true }
    defer { close(end) }
    let deadline = ContinuousClock.now + limit
    while true {
      var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let left = max(.zero, deadline - .now).components
      let count = poll(
        &request, 1,
        Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Outlives the caller if the call doesn't return.
  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}

extension Duration {
  var dispatched: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
