import Glibc
import TerminalKit

/// Signals that arrived together.
nonisolated struct SignalSet: Hashable, Sendable {
  /// Bit n for signal n.
  let bits: UInt64

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
    return reasons
  }
}
