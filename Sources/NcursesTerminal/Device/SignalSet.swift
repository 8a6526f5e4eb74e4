import Glibc
import TerminalKit

/// Signals that arrived together.
nonisolated struct SignalSet: Hashable, Sendable {
  /// Bit n for signal n.
  let bits: UInt64

  /// Those that end a program in order, the terminal given back; those of crashes are caught apart.
  static let endings = [SIGHUP, SIGTERM, SIGQUIT, SIGINT] + otherEndings
  private static let otherEndings = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU]

  func contains(_ signal: Int32) -> Bool {
    bits >> UInt64(signal) & 1 == 1
  }

  /// The reasons to end, the gravest first.
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
