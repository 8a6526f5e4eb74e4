import Dispatch
import Glibc
import NcursesTerminal
import Synchronization

/// What signals do in a command without an interface.
enum Interruption {
  /// The time limit for `exit` handlers, such as removing unfinished files.
  private static let exitLimit = DispatchTimeInterval.seconds(1)

  /// Handles Ctrl-C in a command that has to clean up: the first press cancels the work, the second one ends the process
  /// even if something hangs. Neither waits for the main thread.
  ///
  /// - Parameter cancel: Called once, on any thread.
  /// - Returns: To be kept alive until the process ends.
  static func cancelling(_ cancel: @escaping @Sendable () -> Void) -> CaughtSignals {
    let isFirst = Atomic(true)
    return CaughtSignals([SIGINT]) { _ in
      if isFirst.exchange(false, ordering: .relaxed) {
        DispatchQueue.global().async { cancel() }
      } else {
        DispatchQueue.global().asyncAfter(deadline: .now() + exitLimit) { _exit(130) }
        exit(130)
      }
    }
  }

  /// Handles the signals that end a command that has started programs: those are ended first. Before the command ends by
  /// itself it calls `settle()`: work that a signal has ended is not work that failed.
  ///
  /// - Parameter end: Called before the signal does what it always does, on any thread.
  /// - Returns: To be kept alive until the process ends.
  static func ending(_ end: @escaping @Sendable () -> Void) -> CaughtSignals {
    CaughtSignals([SIGHUP, SIGTERM, SIGQUIT, SIGINT]) { number in
      end()
      CaughtSignals.end(by: number)
    }
  }
}
