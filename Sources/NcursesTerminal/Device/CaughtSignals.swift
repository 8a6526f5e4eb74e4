import CTerminalRestore
import Dispatch
import Glibc

/// Signals that a program without a screen takes itself; a program with a screen starts `NcursesTerminal` instead.
///
/// Caught by a handler from the first moment on. A signal source of libdispatch ignores them until its manager thread has
/// run, and what arrives in between is lost.
nonisolated public final class CaughtSignals: Sendable {
  // libdispatch's objects may be used from any thread; their Swift protocol just does not declare it.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "vitrine.signals")
  private let take: @Sendable (SignalSet) -> Void

  /// Catches the signals until the process ends; keep it alive that long. One that is ignored stays ignored (`nohup`).
  ///
  /// - Parameters:
  ///   - numbers: Up to 64.
  ///   - take: Called on a queue of its own with each signal, in the order of `numbers` if several arrived. The same
  ///     signal many times in a moment may be one.
  public init(_ numbers: [Int32], _ take: @escaping @Sendable (Int32) -> Void) {
    let descriptor = terminal_signals_open()
    let caught = numbers.filter { descriptor >= 0 && !Self.isIgnored($0) }
    self.take = { signals in
      for number in caught where signals.contains(number) { take(number) }
    }
    source =
      descriptor < 0
      ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source?.setEventHandler { [weak self] in self?.deliver() }
    source?.activate()
    for number in caught { terminal_signals_catch(number) }
  }

  /// Whether a signal is ignored (`nohup`), and has to stay so.
  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    // `SIG_IGN` is 1, a macro that Swift cannot see; the handler is compared as a number and never called.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Returns when all signals that have arrived are taken.
  public func settle() { queue.sync { deliver() } }

  private func deliver() { take(SignalSet(bits: terminal_signals_take())) }

  /// From now on a crash for want of memory is reported as such. A program with a screen also restores the terminal then.
  public static func reportLackOfMemory() { terminal_restore_catch_crashes() }

  /// Ends the process by the signal's default action, before it returns.
  public static func end(by number: Int32) {
    terminal_signals_default(number)
    // For this thread, not for the process: another thread would take it at a time of its own.
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
  }
}
