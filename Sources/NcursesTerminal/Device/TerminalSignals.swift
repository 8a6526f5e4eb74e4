import CTerminalRestore
import Dispatch
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

/// Signals that arrived together.
nonisolated struct SignalSet: Hashable, Sendable {
  /// Bit n - 1 for signal n.
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ signals: [Int32]) { bits = signals.reduce(0) { $0 | 1 << UInt64($1 - 1) } }

  /// Signals that end a program in an orderly way, with the terminal restored: all that would end it otherwise, up to the
  /// last real-time signal, but SIGKILL.
  static let endings = [SIGHUP, SIGTERM, SIGQUIT, SIGINT] + otherEndings
  private static let otherEndings = (1...64).filter { !hasMeaning.contains($0) }
  private static let hasMeaning: Set = [
    SIGHUP, SIGTERM, SIGQUIT, SIGINT, SIGKILL,
    // Crashes, which are caught separately.
    SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE,
    // Discarded.
    SIGPIPE,
    // These end no program.
    SIGSTOP, SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU, SIGCHLD, SIGURG, SIGWINCH,
    // The C library's own.
    32, 33,
  ]

  /// All signals that the program handles itself.
  static let caught = endings + [SIGTSTP, SIGCONT, SIGWINCH]

  func contains(_ signal: Int32) -> Bool {
    bits >> UInt64(signal - 1) & 1 == 1
  }

  /// The reasons to exit, the most serious first.
  var terminations: [TerminationReason] {
    var reasons: [TerminationReason] = []
    if contains(SIGHUP) { reasons.append(.hangUp) }
    if contains(SIGTERM) { reasons.append(.terminate) }
    if contains(SIGQUIT) { reasons.append(.quit) }
    if contains(SIGINT) { reasons.append(.interrupt) }
    reasons += Self.otherEndings.filter(contains).map { .signal($0) }
    return reasons
  }
}
