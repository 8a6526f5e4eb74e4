import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import TerminalKit
import Testing
import WaitSupport

@testable import NcursesTerminal

/// Questions and answers in a real pseudo-terminal.
struct AnsweringProcessTests {
  private func session(
    _ extra: [String: String] = [:], arguments: String = "", afterwards: String = ""
  ) throws -> ShellSession {
    try ShellSession(
      "\(BuiltProgram.path("terminal-probe")) \(arguments)",
      environment: BuiltProgram.environment.merging(extra) { $1 }, afterwards: afterwards)
  }

  /// One that shows its first frame.
  private func shown(_ extra: [String: String] = [:]) throws -> ShellSession {
    let session = try session(extra)
    try session.terminal.read(until: "probe 80x24")
    try session.terminal.read(until: "@")
    return session
  }

  private func expectQuits(_ session: ShellSession, answering: String = "") throws {
    session.terminal.send("\(answering)q")
    try expectEqual(session.status(), 0)
  }

  private static let kitty = RecordedTerminal.recorded[0]
  private static let cellQuestion = "\u{1B}[16t\u{1B}[14t\u{1B}[c"

  @Test
  func
    `the questions come before the first frame, which does not wait for answers and clears them`()
    throws
  {
    let session = try shown()

    let output = session.terminal.output
    let entered = try #require(output.firstRange(of: Array("\u{1B}[?1049h".utf8)))
    let asked = try #require(output.firstRange(of: Array("\u{1B}_G".utf8)))
    let end = try #require(output.firstRange(of: Array("\u{1B}[14t\u{1B}[?1;1;0S".utf8)))
    let cleared = try #require(output.firstRange(of: Array("\u{1B}[H\u{1B}[J".utf8)))
    #expect(entered.upperBound <= asked.lowerBound)
    #expect(asked.upperBound <= end.lowerBound)
    #expect(end.upperBound <= cleared.lowerBound)
    try expectQuits(session, answering: "\u{1B}[?62c")
  }

  @Test(arguments: ["linux", "vt100", "screen", "tmux-256color"])
  func `a terminal that would show or misinterpret strings gets none`(_ type: String) throws {
    let session = try shown(["TERM": type])

    #expect(!session.terminal.output.contains("\u{1B}_"))
    expectEqual(session.terminal.output.contains("\u{1B}[c"), !["linux", "vt100"].contains(type))
    expectEqual(session.terminal.output.contains("\u{1B}]"), (type == "tmux-256color"))
    try expectQuits(session, answering: "\u{1B}[?62c")
  }

  @Test func `answers make one event and no key, in one piece or byte by byte`() throws {
    let session = try shown()
    let terminal = session.terminal

    terminal.send(Self.kitty.sent)
    let start = try terminal.read(until: "capabilities kitty shared 9x20.")
    // Repeated answers are not news.
    for byte in Self.kitty.sent.utf8 { terminal.send([byte]) }
    terminal.send("x")
    try terminal.read(until: "key character(\"x\") 0", from: start)

    #expect(!terminal.output[start...].contains("capabilities"))
    expectEqual(terminal.output.ranges(of: Array("key ".utf8)).count, 1)
    try expectQuits(session)
  }

  @Test(arguments: [true, false])
  func `no shared memory is left behind, even if it exits before any answer`(
    isAnswered: Bool
  ) throws {
    let session = try shown()
    let pid = try session.pid()
    expectEqual(SharedMemory.count(of: pid), 1)

    if isAnswered {
      session.terminal.send("\u{1B}[?62cx")
      try session.terminal.read(until: "key character(\"x\") 0")
      expectEqual(SharedMemory.count(of: pid), 0)
    }
    try expectQuits(session)

    expectEqual(SharedMemory.count(of: pid), 0)
  }

  @Test func `Esc right before the answers to a resize is a key`() throws {
    let session = try shown()
    let terminal = session.terminal
    terminal.send(Self.kitty.sent)
    let start = try terminal.read(until: "capabilities kitty shared 9x20.")

    terminal.resize(columns: 81, rows: 24)
    try terminal.read(until: Self.cellQuestion, from: start)
    terminal.send("\u{1B}\u{1B}[6;20;9t\u{1B}[4;480;729t\u{1B}[?62;c")
    try terminal.read(until: "key escape 0", from: start)

    try expectQuits(session)
  }

  @Test func `the font is queried at every change of the window, one question at a time`()
    throws
  {
    let session = try shown()
    let terminal = session.terminal
    terminal.send("\u{1B}[6;20;10t\u{1B}[?62c")
    let start = try terminal.read(until: "capabilities symbols 10x20.")

    // The same number of cells with another size, which the system does not know.
    terminal.resize(columns: 80, rows: 24, pixelWidth: 1, pixelHeight: 1)
    try terminal.read(until: Self.cellQuestion, from: start)
    terminal.resize(columns: 80, rows: 24, pixelWidth: 2, pixelHeight: 2)
    terminal.resize(columns: 80, rows: 24, pixelWidth: 3, pixelHeight: 3)
    terminal.send("x")
    try terminal.read(until: "key character(\"x\") 0", from: start)
    expectEqual(terminal.output[start...].ranges(of: Array(Self.cellQuestion.utf8)).count, 1)
    terminal.send("\u{1B}[6;32;16t\u{1B}[?62c")
    try terminal.read(until: "capabilities symbols 16x32.", from: start)

    try expectQuits(session, answering: "\u{1B}[?62c")
  }

  @Test func `tmux is asked in parallel with the terminal, and its answer arrives as an event`()
    throws
  {
    let folder = "/tmp/vitrine-test-tmux-\(getpid())"
    mkdir(folder, 0o700)
    defer {
      unlink("\(folder)/tmux")
      rmdir(folder)
    }
    // Prints tmux's answer, if it has no terminal and is asked correctly.
    let script = """
      #!/bin/sh
      [ "$1 $2 $3 $4 $5 $6" = '-S /tmp/socket display-message -p -t %7' ] || exit 1
      (: </dev/tty) 2>/dev/null && exit 1
      echo '3.4|on|kitty(0.35.1)'
      """
    try writeProgram(script, to: "\(folder)/tmux")

    let session = try session([
      "TERM": "tmux-256color", "TMUX": "/tmp/socket,1,0", "TMUX_PANE": "%7",
      "PATH": "\(folder):/usr/bin:/bin",
    ])
    try session.terminal.read(until: "capabilities kittyPlaceholders passed no cell.")

    try expectQuits(session, answering: "\u{1B}[?1;2c")
  }

  // MARK: - Without an interface

  @Test func `without an interface, the query ends at the end mark and restores the modes`()
    throws
  {
    let session = try session(arguments: "--ask")
    let terminal = session.terminal
    try terminal.read(until: "\u{1B}[c\u{1B}8")
    #expect(terminal.isRaw)
    terminal.send(Self.kitty.sent)

    try terminal.read(until: "found kitty shared 9x20.")
    try expectEqual(session.status(), 0)
    expectEqual(terminal.modes, session.formerModes)
  }

  @Test func `silence ends the wait at the time limit`() throws {
    let session = try session(arguments: "--ask-briefly")

    try session.terminal.read(until: "found symbols no cell.")
    try expectEqual(session.status(), 0)
    expectEqual(session.terminal.modes, session.formerModes)
  }

  @Test(arguments: [
    ("linux", "--ask"), ("dumb", "--ask"), ("screen", "--ask"), ("tmux-256color", "--ask"),
    ("xterm-256color", "--ask | cat"),
  ])
  func `nothing is asked unnecessarily, nor in a pipe`(_ type: String, _ arguments: String) throws {
    let session = try session(["TERM": type], arguments: arguments)

    try session.terminal.read(until: "found symbols no cell.")
    #expect(!session.terminal.output.contains("\u{1B}"))
    try expectEqual(session.status(), 0)
  }

  @Test func `keys typed before stay for the next reader`() throws {
    let path = try BuiltProgram.path("terminal-probe")
    let session = try ShellSession(
      "/bin/bash -c \"read go; exec \(path) --ask\"", environment: BuiltProgram.environment,
      afterwards: "read typed; echo \"typed=$typed.\"")
    session.terminal.send("go\nabc\n")

    try session.terminal.read(until: "found symbols no cell.")
    #expect(!session.terminal.output.contains("\u{1B}"))
    try session.terminal.read(until: "typed=abc.")
  }

  @Test(arguments: ["key", "signal"])
  func `interrupted while it asks, it exits like interrupted programs`(_ way: String) throws {
    let session = try session(arguments: "--ask")
    try session.terminal.read(until: "\u{1B}[c\u{1B}8")

    if way == "key" {
      session.terminal.send([3])
    } else {
      kill(try session.pid(), SIGTERM)
      session.terminal.send("\u{1B}[?62c")
    }

    try expectEqual(session.status(), (way == "key" ? 130 : 143))
    expectEqual(session.terminal.modes, session.formerModes)
  }
}
