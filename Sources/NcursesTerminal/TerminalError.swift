/// Why no terminal could be opened.
nonisolated public enum TerminalError: Error, Hashable, Sendable {
  /// Neither standard input and output nor a controlling terminal, such as in a pipe or a cron job.
  case noTerminal
  /// The terminal type doesn't speak ECMA-48, such as `dumb` and `vt52`.
  case unsuitable(type: String)
  /// The user's locale has another character set than UTF-8.
  case notUTF8(variable: String, locale: String)
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
    case .unsuitable(let type):
      "a terminal of type \(type) can't show the gallery, since it doesn't speak ECMA-48 (see $TERM)"
    case .notUTF8(let variable, let locale):
      "\(variable)=\(locale) isn't UTF-8; try \(variable)=C.UTF-8"
    case .noThread: "can't start another thread (see 'ulimit -u' and 'ulimit -v')"
    case .system(let call, let code): "can't open the terminal (\(call): error \(code))"
    }
  }
}
