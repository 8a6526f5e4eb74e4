/// Why no terminal could be opened.
nonisolated public enum TerminalError: Error, Hashable, Sendable {
  /// Neither standard input and output nor a controlling terminal, such as in a pipe or a cron job.
  case noTerminal
  /// The terminal type cannot position its cursor, such as `dumb`.
  case unsuitable(type: String)
  /// The limit of processes and threads is reached.
  case noThread
  /// The system refused a call that every terminal needs; `code` is `errno`.
  case system(call: String, code: Int32)
}

nonisolated extension TerminalError: CustomStringConvertible {
  /// One line for standard error.
  public var description: String {
    switch self {
    case .noTerminal: "no terminal to draw on"
    case .unsuitable(let type): "the terminal type \(type) can't position its cursor (see $TERM)"
    case .noThread: "can't start another thread (see 'ulimit -u' and 'ulimit -v')"
    case .system(let call, let code): "can't open the terminal (\(call): error \(code))"
    }
  }
}
