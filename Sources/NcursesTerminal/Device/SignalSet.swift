import Glibc
import TerminalKit

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
