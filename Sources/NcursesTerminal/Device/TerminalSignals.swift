import CTerminalRestore
import Glibc
import TerminalKit

/// The signals of a program with a terminal: what it takes itself, and how it stops and waits.
enum TerminalSignals {
  /// Starts the thread that ends the program if this one doesn't, and has it take the signals.
  static func startWatchdog(on device: TerminalDevice) throws(TerminalError) {
    guard terminal_signals_open() >= 0 else { throw .system(call: "pipe2", code: errno) }
    let code = terminal_watch_start(
      device.fd, SignalSet(SignalSet.endings).bits, SignalSet(SignalSet.caught).bits)
    guard code == 0 else {
      throw code == EAGAIN ? .noThread : .system(call: "eventfd", code: code)
    }
  }

  /// Becomes readable when a signal has arrived.
  static var descriptor: Int32 { terminal_signals_open() }

  /// The signals that arrived since the last call.
  static func take() -> SignalSet { SignalSet(bits: terminal_signals_take()) }

  static func catchAll() {
    for signal in SignalSet.caught { terminal_signals_catch(signal) }
    terminal_signals_ignore_library()
    // Writing to a closed pipe is an error that is handled where it happens.
    terminal_signals_discard(SIGPIPE)
  }

  /// - Parameter isAskedToExit: A second Ctrl-C must not cut off what the program is still writing then.
  static func release(isAskedToExit: Bool) {
    for signal in SignalSet.caught { terminal_signals_default(signal) }
    if isAskedToExit { terminal_signals_discard(SIGINT) }
  }

  /// Leaves Ctrl-C and Ctrl-Z to another program until it has exited.
  ///
  /// - Parameter descriptor: Becomes readable then; -1 if it already has.
  /// - Returns: The signals that arrived in the meantime.
  static func awaitProgram(_ start: () -> Int32) -> SignalSet {
    for signal in [SIGINT, SIGQUIT] { terminal_signals_discard(signal) }
    terminal_signals_default(SIGTSTP)
    let signals = awaitEnd(of: start())
    awaitDelivery(of: [SIGINT, SIGQUIT])
    for signal in [SIGINT, SIGQUIT, SIGTSTP] { terminal_signals_catch(signal) }
    return signals
  }

  /// Waits until all sent signals have been delivered with their current action; a fifth of a second at most.
  ///
  /// Ctrl-C reaches both programs in one call, but the thread that takes signals here may get to it long after it has
  /// ended the other program. This thread blocks the signals (`startWatchdog`), and can therefore see what is pending.
  private static func awaitDelivery(of numbers: [Int32]) {
    var pending = sigset_t()
    for _ in 0..<200 {
      guard sigpending(&pending) == 0, numbers.contains(where: { sigismember(&pending, $0) == 1 })
      else { return }
      usleep(1_000)
    }
  }

  /// Waits until a descriptor becomes readable, or something asks the program to exit.
  private static func awaitEnd(of descriptor: Int32) -> SignalSet {
    var signals = take()
    var ready = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Self.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while descriptor >= 0, ready[0].revents == 0, signals.terminations.isEmpty {
      poll(&ready, 2, -1)
      signals = SignalSet(bits: signals.bits | take().bits)
    }
    return signals
  }

  /// Stops the process group with a signal's default action, and returns when it is continued.
  ///
  /// - Returns: The signals that arrived in the meantime: SIGCONT if it stopped. An orphaned group does not stop.
  static func stopGroup(_ signal: Int32) -> SignalSet {
    terminal_signals_default(signal)
    // This thread blocks it, and for SIGTTOU so do all others.
    var (own, former) = (sigset_t(), sigset_t())
    sigemptyset(&own)
    sigaddset(&own, signal)
    pthread_sigmask(SIG_UNBLOCK, &own, &former)
    kill(0, signal)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    // Another thread may take the signal a moment later.
    let signals = awaitAny()
    if signal == SIGTSTP { terminal_signals_catch(SIGTSTP) }
    return signals
  }

  /// The signals that arrive within a fifth of a second.
  static func awaitAny() -> SignalSet {
    // Time also passes during a stop: several short waits make sure that the last ones are after it.
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<10 where ready.revents == 0 { poll(&ready, 1, 20) }
    return take()
  }
}
