import Glibc
import PseudoTerminalSupport

/// A program in a pseudo-terminal of its own, as a person at a keyboard has it.
///
/// The terminal does not answer what the program asks it, like an old one.
final class TerminalSession {
  let terminal: PseudoTerminal
  let program: TerminalProgram
  /// Just before the program was started.
  let startTime: ContinuousClock.Instant
  /// Where the output begins that is looked at.
  private(set) var mark = 0

  /// - Parameter environment: Over a usual one of UTF-8 and 24-bit colour.
  init(
    _ arguments: [String], columns: Int = 120, rows: Int = 40, environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    // The usual size of a cell: 10×20 pixels.
    terminal.resize(
      columns: columns, rows: rows, pixelWidth: columns * 10, pixelHeight: rows * 20)
    var variables = BuiltProgram.environment
    variables["COLORTERM"] = "truecolor"
    variables.merge(environment) { $1 }
    startTime = .now
    program = try TerminalProgram(arguments, in: terminal, environment: variables)
  }

  var pid: pid_t { program.pid }

  /// Types, and forgets what was written before.
  ///
  /// - Returns: When it was typed.
  @discardableResult
  func press(_ keys: String) -> ContinuousClock.Instant {
    terminal.readAvailable()
    mark = terminal.output.count
    let time = ContinuousClock.now
    terminal.send(keys)
    return time
  }

  /// How many bytes were written since the last key.
  var byteCount: Int { terminal.output.count - mark }

  /// Reads until a text was written since the last key, contiguously.
  ///
  /// - Returns: When the bytes that complete it had been read.
  func wait(for text: String) throws -> ContinuousClock.Instant {
    let wanted = Array(text.utf8)
    var searched = 0
    var time = ContinuousClock.now
    try terminal.read(text.debugDescription, from: mark) { output in
      // Taken before searching, which is not the program's time.
      time = .now
      let from = max(0, searched - wanted.count)
      searched = output.count
      return output.dropFirst(from).holds(wanted)
    }
    return time
  }

  /// Reads until something was written since the last key.
  func waitForBytes() throws -> ContinuousClock.Instant {
    try terminal.read("bytes", from: mark) { !$0.isEmpty }
    return .now
  }

  /// Reads until nothing was written for a while.
  func waitForQuiet(milliseconds: UInt32 = 60) {
    var count = -1
    while count != terminal.output.count {
      count = terminal.output.count
      usleep(milliseconds * 1000)
      terminal.readAvailable()
    }
  }

  /// Leaves as people do, and closes the terminal if that does not help.
  func end() {
    press("qqq")
    terminal.readAvailable()
    terminal.hangUp()
    for _ in 0..<200 {
      if kill(pid, 0) != 0 || waitpid(pid, nil, WNOHANG) != 0 { return }
      usleep(5_000)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes stand somewhere in these; by hand, because the standard library's search
  /// takes milliseconds for the bytes of a picture.
  fileprivate func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    return withUnsafeBytes { own in
      guard own.count >= wanted.count else { return false }
      return (0...(own.count - wanted.count)).contains { place in
        own[place] == first
          && (1..<wanted.count).allSatisfy { own[place + $0] == wanted[$0] }
      }
    }
  }
}
