import Glibc

/// A program that is started from a shell, as users do: the shell leads the session and outlives it.
///
/// That makes the final modes visible: Linux resets them when a session's leader exits.
public final class ShellSession {
  public let terminal: PseudoTerminal
  public let shell: TerminalProgram
  /// The modes before the program started.
  public let formerModes: String

  /// - Parameters:
  ///   - command: A program and its arguments, quoted for the shell; redirections may follow.
  ///   - hasJobControl: Whether the shell gives each program a group of its own and takes the terminal back when it
  ///     stops.
  ///   - afterwards: What the shell does after the program has stopped or exited.
  public init(
    _ command: String, environment: [String: String], columns: Int = 80, rows: Int = 24,
    hasJobControl: Bool = false, directory: String? = nil, afterwards: String = ""
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    formerModes = terminal.modes
    // The last `read` keeps the session until the test has seen enough.
    let script = """
      \(hasJobControl ? "set -m" : ":")
      /bin/bash -c '\(directory.map { "cd \($0) || exit; " } ?? "")echo "pid=$$."; exec \(command)'
      echo "status=$?."
      \(afterwards)
      read line
      """
    shell = try TerminalProgram(
      ["/bin/bash", "--norc", "-c", script], in: terminal, environment: environment)
  }

  /// The program's process; waits until the shell has printed it.
  public func pid() throws -> pid_t {
    try terminal.read("pid") { Self.number(after: "pid=", in: $0) != nil }
    return Self.number(after: "pid=", in: terminal.output[...]) ?? -1
  }

  /// The program's exit status from the shell: 128 plus the signal's number after a signal.
  public func status() throws -> Int32 {
    try terminal.read("status") { Self.number(after: "status=", in: $0) != nil }
    return Self.number(after: "status=", in: terminal.output[...]) ?? -1
  }

  /// Waits until the shell has noticed the end of a process.
  public func awaitEnd(of pid: pid_t) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.patience
    while kill(pid, 0) == 0 {
      guard ContinuousClock.now < deadline else {
        throw PseudoTerminal.TimedOut(
          awaited: "end", output: PseudoTerminal.readable(terminal.output[...]))
      }
      poll(nil, 0, 5)
    }
  }

  private static func number(after mark: String, in bytes: ArraySlice<UInt8>) -> Int32? {
    guard let range = bytes.firstRange(of: Array(mark.utf8)) else { return nil }
    let rest = bytes[range.upperBound...]
    guard let end = rest.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return Int32(String(decoding: rest[..<end], as: UTF8.self))
  }
}
