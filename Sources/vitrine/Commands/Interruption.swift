import Dispatch
import Glibc

/// Ctrl-C in a command that has no interface and ends its work in order.
///
/// The first press cancels the work, the second ends the process whatever hangs: neither waits for the main thread.
final class Interruption: Sendable {
  // libdispatch's objects may be used from any thread; only their Swift protocol does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceSignal

  /// How long what runs at `exit` may take, such as removing unfinished files.
  private static let exitLimit = DispatchTimeInterval.seconds(1)

  /// Takes SIGINT until the process ends; hold it that long.
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
