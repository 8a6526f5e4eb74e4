import Glibc
import TerminalKit

/// Signals that arrived together.
nonisolated struct SignalSet: Hashable, Sendable {
  /// Bit n for signal n.
  let bits: UInt64

  /// Signals that end a program in an orderly way, with the terminal restored; crash signals are caught separately.
  static let endings = [SIGHUP, SIGTERM, SIGQUIT, SIGINT] + otherEndings
  private static let otherEndings = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU]

  /// All signals that the program handles itself.
  static let caught = endings + [SIGTSTP, SIGCONT, SIGWINCH]

  func contains(_ signal: Int32) -> Bool {
    bits >> UInt64(signal) & 1 == 1
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
