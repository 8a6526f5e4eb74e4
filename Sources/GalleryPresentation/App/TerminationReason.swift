/// Why a program has to end though nobody chose to leave it.
public enum TerminationReason: Hashable, Sendable {
  /// Ctrl-C or SIGINT.
  case interrupted
  /// SIGTERM.
  case terminated
  /// SIGHUP, or the terminal went away without it.
  case hungUp
  /// SIGQUIT.
  case aborted

  /// 128 and the signal's number, as shells report it.
  public var exitStatus: Int32 {
    switch self {
    case .hungUp: 129
    case .interrupted: 130
    case .aborted: 131
    case .terminated: 143
    }
  }
}
