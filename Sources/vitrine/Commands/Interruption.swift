import Dispatch
import Glibc

/// Handles Ctrl-C in a command without an interface that has to clean up.
///
/// The first press cancels the work, the second one ends the process even if something hangs: neither waits for the
/// main thread.
final class Interruption: Sendable {
  // libdispatch's objects may be used from any thread; their Swift protocol just does not declare it.
  nonisolated(unsafe) private let source: any DispatchSourceSignal

  /// The time limit for `exit` handlers, such as removing unfinished files.
  private static let exitLimit = DispatchTimeInterval.seconds(1)

  /// Catches SIGINT until the process ends; keep it alive that long.
  ///
  /// - Parameter cancel: Called once, on any thread.
  init(cancel: @escaping @Sendable () -> Void) {
    signal(SIGINT, SIG_IGN)
    let queue = DispatchQueue(label: "vitrine.interruption")
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: queue)
    var count: UInt = 0
    source.setEventHandler {
      if count == 0 { DispatchQueue.global().async { cancel() } }
      count += source.data
      guard count > 1 else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.exitLimit) { _exit(130) }
      exit(130)
    }
    self.source = source
    source.activate()
  }
}

/// The signals that end a command, in one that has started programs: those are ended first.
final class EndingSignals: Sendable {
  // As above.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]
  private let queue = DispatchQueue(label: "vitrine.signals")

  /// Takes the signals until the process ends; hold it that long. One that is ignored stays so.
  ///
  /// - Parameter end: Called before the signal does what it always does, on any thread.
  init(_ end: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].compactMap { [queue] number in
      let former = signal(number, SIG_IGN)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        end()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      source.activate()
      return source
    }
  }

  /// Call when the work has ended: if that was because of a signal, the process ends by the signal, and not with the
  /// status of work that failed.
  func settle() {
    queue.sync {}
  }
}
