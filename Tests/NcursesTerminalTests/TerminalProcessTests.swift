import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

/// The terminal in a real pseudo-terminal, under a shell, the way users start programs.
@Suite(.timeLimit(.minutes(10)))
struct TerminalProcessTests {
  /// - Parameter limits: For prlimit(1).
  private func session(
    _ extra: [String: String] = [:], without: String? = nil, limits: String? = nil,
    redirection: String = "", hasJobControl: Bool = false, afterwards: String = ""
  ) throws -> ShellSession {
    var environment = BuiltProgram.environment.merging(extra) { $1 }
    if let without { environment[without] = nil }
    let path = try BuiltProgram.path("terminal-probe")
    return try ShellSession(
      "\(limits.map { "prlimit \($0) " } ?? "")\(path) \(redirection)", environment: environment,
      hasJobControl: hasJobControl, afterwards: afterwards)
  }

  /// One that shows its first frame, whose last row ends in `@`.
  ///
  /// - Parameter answers: Whether the terminal answers that it has no synchronized updates, and nothing else;
  ///   otherwise, exiting waits for that answer for a moment.
  private func shown(_ session: ShellSession? = nil, answers: Bool = true) throws -> ShellSession {
    let session = try session ?? self.session()
    try session.terminal.read(until: "probe 80x24")
    try session.terminal.read(until: "@")
    #expect(session.terminal.isRaw)
    if answers { session.terminal.send("\u{1B}[?2026;0$y\u{1B}[?62c") }
    return session
  }

  /// One whose main thread hangs.
  private func hanging() throws -> ShellSession {
    let session = try shown()
    session.terminal.send("H")
    try session.terminal.read(until: "hangs")
    return session
  }

  private func expectQuits(_ session: ShellSession) throws {
    session.terminal.send("q")
    try expectEqual(session.status(), 0)
    try expectRestored(session)
  }

  private static let leave = "\u{1B}[?1049l"

  private func expectRestored(_ session: ShellSession) throws {
    let terminal = session.terminal
    _ = try session.status()
    expectEqual(terminal.modes, session.formerModes)
    #expect(!terminal.isRaw)
    for mode in [1000, 1002, 1006, 2004, 1049] {
      let on = try #require(terminal.output.lastRange(of: "\u{1B}[?\(mode)h"), "\(mode)")
      let off = try #require(terminal.output.lastRange(of: "\u{1B}[?\(mode)l"), "\(mode)")
      #expect(on.upperBound <= off.lowerBound, "\(mode)")
    }
    let hidden = try #require(terminal.output.lastRange(of: "\u{1B}[?25l"))
    let shown = try #require(terminal.output.lastRange(of: "\u{1B}[?25h"))
    #expect(hidden.upperBound <= shown.lowerBound)
  }

  // MARK: - Colours and types

  @Test(
    arguments: [
      (["COLORTERM": "truecolor"], "truecolor", "[38;2;1;2;3m [31m [91m [38;5;130m", "none"),
      ([:], "indexed256", "[38;5;208m", "38;2;"),
      (["TERM": "xterm"], "ansi16", "[31m", "38;"), (["TERM": "linux"], "ansi16", "[31m", "38;"),
      (["TERM": "screen"], "ansi16", "[31m", "38;"),
    ] as [([String: String], String, String, String)])
  func `a terminal gets the theme's colours, and of others as many as it has`(
    _ extra: [String: String], _ depth: String, _ colors: String, _ others: String
  ) throws {
    let output = try shown(session(extra)).terminal.output

    #expect(output.contains(depth) && !output.contains(others))
    for color in colors.split(separator: " ") { #expect(output.contains("\u{1B}\(color)#")) }
  }

  @Test(arguments: [["NO_COLOR": "1", "COLORTERM": "truecolor"], ["TERM": "vt100"]])
  func `NO_COLOR and a terminal without colours get none`(_ extra: [String: String]) throws {
    let output = try shown(session(extra)).terminal.output
    #expect(output.contains("monochrome"))
    // SGR: only attributes and their end.
    let text = String(decoding: output, as: UTF8.self)
    let numbers = text.matches(of: /\u{1B}\[([0-9;]*)m/).map { String($0.1) }
    #expect(!numbers.isEmpty)
    #expect(Set(numbers).isSubset(of: ["", "0", "1", "7", "1;7", "0;1;7"]), "\(numbers)")
  }

  @Test(arguments: ["", "no-such-terminal", "unknown", "xterm-ghostty", nil])
  func `an unknown terminal type, or none, is used like xterm`(_ type: String?) throws {
    let session = try shown(
      session(type.map { ["TERM": $0] } ?? [:], without: type == nil ? "TERM" : nil))
    try expectQuits(session)
  }

  @Test func `a limit for the size of files doesn't end the program`() throws {
    try expectQuits(shown(session(limits: "--fsize=65536")))
  }

  @Test(arguments: ["C", "POSIX", "", "xx_YY.UTF-8", "xx_YY", "C.utf8"])
  func `a locale that says nothing, or is not installed here, draws UTF-8`(
    _ locale: String
  ) throws {
    let session = try shown(session(["LANG": locale]))

    #expect(session.terminal.output.contains("日本"))
  }

  @Test(
    arguments: ["dumb", "vt52", "wyse60", "hpterm"].map {
      ("TERM", $0, "terminal of type \($0) can't")
    }
      + [("LC_ALL", "de_DE.ISO-8859-1"), ("LC_CTYPE", "ru_RU.KOI8-R@x")].map {
        ($0, $1, "\($0)=\($1) isn't UTF-8; try \($0)=C.UTF-8")
      })
  func
    `a terminal that doesn't speak ECMA-48, or a locale with another character set, gets one clear line and no escape`(
      _ variable: String, _ value: String, _ words: String
    ) throws
  {
    let session = try session(["LANG": "C.UTF-8", variable: value])

    try expectEqual(session.status(), 1)
    #expect(session.terminal.output.contains(words))
    #expect(!session.terminal.output.contains("\u{1B}"))
    expectEqual(session.terminal.modes, session.formerModes)
  }

  // MARK: - The main thread's loop

  @Test func `keys and signals are noticed while the main queue never becomes empty`() throws {
    let session = try shown()
    let terminal = session.terminal
    terminal.send("F")
    try terminal.read(until: "floods")
    terminal.send("a")
    try terminal.read(until: "key character(\"a\") 0")

    kill(try session.pid(), SIGTERM)

    try expectEqual(session.status(), 143)
    try expectRestored(session)
    #expect(!terminal.output.contains("stopped responding"))
  }

  @Test func `the main queue is served while keys never end`() throws {
    let session = try shown()
    let terminal = session.terminal

    terminal.send("N")
    try terminal.read("work of the main queue") { output in
      terminal.send("xyz")
      return output.contains("queue ran")
    }

    try expectQuits(session)
  }

  // MARK: - Keys

  @Test func `keys, clicks and pastes arrive, answers do not`() throws {
    let session = try shown()
    let terminal = session.terminal

    terminal.send("\u{1B}[?2026;2$y\u{1B}[?62c\u{1B}]11;rgb:0/0/0\u{1B}\\x")
    try terminal.read(until: "key character(\"x\") 0")
    terminal.send("\u{1B}[<0;3;2M\u{1B}[<0;3;2m\u{1B}[<0;3;2M")
    try terminal.read(until: "mouse press 2,1")
    try terminal.read(until: "mouse doubleClick 2,1")
    terminal.send("\u{1B}[200~qqq\u{1B}[201~")
    try terminal.read(until: "paste 3")
    terminal.send([0x1B])
    try terminal.read(until: "key escape 0")
    try expectQuits(session)
  }

  @Test func `an answer that arrives after the last key does not reach the shell`() throws {
    let session = try shown(session(afterwards: "read -t 0 && echo left."), answers: false)
    let terminal = session.terminal

    terminal.send("q")
    terminal.send("\u{1B}[?2026;2$y\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[?62;4c")

    try expectEqual(session.status(), 0)
    try expectRestored(session)
    terminal.readAvailable()
    #expect(!terminal.output.contains("left."))
    #expect(!terminal.output.contains("2026;2"))
    #expect(!terminal.output.contains("62;4"))
  }

  @Test func `a moved selection costs at most 300 bytes`() throws {
    let session = try shown(session(["COLORTERM": "truecolor"]))
    let terminal = session.terminal
    terminal.send("\u{1B}[?2026;2$y\u{1B}OBx")
    let start = try terminal.read(until: "key character(\"x\") 0")

    terminal.send("\u{1B}OBy")
    let end = try terminal.read(until: "key character(\"y\") 0", from: start)

    #expect(end - start <= 300 + 25, "\(PseudoTerminal.readable(terminal.output[start..<end]))")
  }

  // MARK: - Exiting

  @Test(arguments: [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPROF, SIGXFSZ, SIGIO, SIGPWR, SIGSYS, SIGSTKFLT, 34, 64,
    // Crashes, which stay what they are.
    SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE,
  ])
  func `a signal that ends the program restores the terminal, and is its status`(
    _ signal: Int32
  ) throws {
    let session = try shown()
    kill(try session.pid(), signal)

    try expectEqual(session.status(), 128 + signal)
    try expectRestored(session)
  }

  @Test(arguments: [
    ("A", [128 + SIGABRT]), ("S", [128 + SIGSEGV]), ("T", [128 + SIGILL, 128 + SIGTRAP]),
    ("O", [128 + SIGSEGV]), ("X", [3]),
  ])
  func `a crash in the program, and a plain exit, restore the terminal`(
    _ key: String, _ statuses: [Int32]
  ) throws {
    let session = try shown()
    session.terminal.send(key)

    #expect(statuses.contains(try session.status()))
    try expectRestored(session)
    // A copy that was half written ends before the screen is left: else what the shell prints would be part of it.
    let output = session.terminal.output
    let ended = try #require(output.lastRange(of: "\u{18}\u{1B}\\"))
    let left = try #require(output.lastRange(of: "\u{1B}[?1049l"))
    #expect(ended.upperBound <= left.lowerBound)
  }

  @Test func `the C library's own signal from outside doesn't end the program`() throws {
    let session = try shown()
    kill(try session.pid(), 32)
    try expectQuits(session)
  }

  @Test func `want of memory restores the terminal, and is said`() throws {
    let session = try shown(session(limits: "--as=1000000000"))
    session.terminal.send("M")

    try expectEqual(session.status(), 1)
    try expectRestored(session)
    #expect(session.terminal.output.contains("vitrine: out of memory"))
  }

  /// A thread gets a stack of the size that the main thread may have.
  @Test func `without a thread that can end it, nothing takes the terminal`() throws {
    let session = try session(limits: "--stack=4000000000 --as=2000000000")

    try expectEqual(session.status(), 1)
    #expect(session.terminal.output.contains("can't start another thread"))
    #expect(!session.terminal.output.contains("\u{1B}"))
    expectEqual(session.terminal.modes, session.formerModes)
  }

  // MARK: - A main thread that hangs

  /// By a signal, or by Ctrl-C and what is typed and pasted before it.
  @Test(
    arguments: [
      (SIGTERM, "", 143, "SIGTERM"), (SIGINT, "", 130, "Ctrl-C"), (SIGHUP, "", 129, "SIGHUP"),
      (SIGQUIT, "", 131, "SIGQUIT"), (SIGUSR1, "", 138, "signal 10"), (nil, "\u{3}", 130, "Ctrl-C"),
      (nil, "jq\u{1B}[A\u{3}", 130, "Ctrl-C"),
      (nil, "\u{1B}[200~\u{3}\u{1B}[201~\u{3}", 130, "Ctrl-C"),
    ] as [(Int32?, String, Int32, String)])
  func `a program whose main thread hangs is ended`(
    _ signal: Int32?, _ keys: String, _ status: Int32, _ cause: String
  ) throws {
    let session = try hanging()

    if let signal { kill(try session.pid(), signal) } else { session.terminal.send(keys) }

    try expectEqual(session.status(), status)
    try expectRestored(session)
    #expect(session.terminal.output.contains("stopped responding; ended by \(cause)"))
  }

  @Test(.enabled("FUSE may be mounted") { DeadMount.isPossible })
  func `hanging in a mount that doesn't answer, it gives the terminal back at once`() throws {
    let mount = try #require(DeadMount())
    defer { mount.end() }
    let session = try shown(session(["PROBE_MOUNT": mount.path]))
    session.terminal.send("D")
    try session.terminal.read(until: "asks")
    mount.takeRequest()
    let pid = try session.pid()

    session.terminal.send("\u{3}")

    try session.terminal.read(until: "stopped responding; ended by Ctrl-C")
    #expect(session.terminal.output.contains(Self.leave))
    expectEqual(session.terminal.modes, session.formerModes)
    // Its end, which kills the thread that asks, waits for the mount. No SIGKILL is sent to show this: it could come before
    // the process has got from its last words to its end, whose status would then be another.
    expectEqual(kill(pid, 0), 0)
    mount.end()
    try expectEqual(session.status(), 130)
  }

  @Test func `a second Ctrl-C changes nothing while a program that responds exits`() throws {
    let session = try shown()

    session.terminal.send("L")
    try session.terminal.read(until: "leaves slowly")
    session.terminal.send("\u{3}")
    try session.terminal.read(until: "leaving")
    session.terminal.send("\u{3}\n")

    try session.terminal.read(until: "left.")
    try expectEqual(session.status(), 130)
  }

  @Test(arguments: [true, false], [true, false])
  func `a closed terminal ends the program, even if its main thread hangs`(
    _ isControlling: Bool, _ hangs: Bool
  ) throws {
    let terminal = try PseudoTerminal()
    let program = try TerminalProgram(
      [try BuiltProgram.path("terminal-probe")], in: terminal,
      environment: BuiltProgram.environment, isControlling: isControlling)
    try terminal.read(until: "@")
    if hangs {
      terminal.send("H")
      try terminal.read(until: "hangs")
    }

    terminal.hangUp()

    try expectEqual(program.wait(), .exited(129))
  }

  @Test func `keys typed while the main thread hangs arrive when it recovers`() throws {
    let session = try shown()
    let terminal = session.terminal
    terminal.send("W")
    let start = try terminal.read(until: "waits")

    terminal.send("abd")

    try terminal.read(until: "goes on", from: start)
    for key in ["a", "b", "d"] {
      try terminal.read(until: "key character(\"\(key)\") 0", from: start)
    }
    // And everything works as before.
    terminal.send("e")
    try terminal.read(until: "key character(\"e\") 0", from: start)
    try expectQuits(session)
  }

  // MARK: - The controlling terminal

  @Test(arguments: ["</dev/null", ">/dev/null", "</dev/null >/dev/null 2>&1", "| cat >/dev/null"])
  func `redirected, it uses the controlling terminal`(_ redirection: String) throws {
    let session = try shown(session(redirection: redirection))
    session.terminal.send("q")

    _ = try session.status()
    try expectRestored(session)
  }

  @Test func `without any terminal it prints one line and exits with 1`() throws {
    let terminal = try PseudoTerminal()
    let path = try BuiltProgram.path("terminal-probe")
    let program = try TerminalProgram(
      ["/bin/bash", "-c", "setsid --wait \(path) </dev/null 2>&1 | cat; exit ${PIPESTATUS[0]}"],
      in: terminal, environment: BuiltProgram.environment, isControlling: false)

    try expectEqual(program.wait(reading: terminal), .exited(1))
    #expect(terminal.output.contains("no terminal to draw on"))
    #expect(!terminal.output.contains("\u{1B}"))
  }

  // MARK: - Sizes and stops

  @Test func `a window that is resized while the program starts is drawn in its new size`() throws {
    let session = try session(["PROBE_RESIZE": "1"])
    try session.terminal.read(until: "probe 91x31")

    try expectQuits(session)
    #expect(!session.terminal.output.contains("probe 80x24"))
  }

  @Test func `a burst of resizes ends in the last size, drawn completely`() throws {
    let session = try shown()
    let terminal = session.terminal
    let pid = try session.pid()

    for round in 0..<300 {
      terminal.resize(columns: 1 + round * 7 % 90, rows: 1 + round * 5 % 30)
      terminal.readAvailable()
    }
    for (columns, rows) in [(0, 0), (65535, 65535), (1, 1)] {
      terminal.resize(columns: columns, rows: rows)
      terminal.readAvailable()
    }
    terminal.resize(columns: 91, rows: 31)
    try terminal.read(until: "probe 91x31")
    try terminal.read(until: "resize 91x31")

    expectEqual(kill(pid, 0), 0)
    try expectQuits(session)
  }

  @Test(arguments: ["Z", "signal"])
  func `suspended, the shell has its terminal; continued, everything is redrawn`(
    _ way: String
  ) throws {
    let session = try shown(session(hasJobControl: true, afterwards: "read go; fg; echo ended=$?."))
    let terminal = session.terminal

    if way == "Z" { terminal.send("Z") } else { kill(try session.pid(), SIGTSTP) }

    try expectEqual(session.status(), 128 + SIGTSTP)
    try expectRestored(session)
    let start = terminal.output.count
    terminal.send("\n")
    try terminal.read(until: Self.enter, from: start)
    try terminal.read(until: "probe 80x24", from: start)
    try terminal.read(until: "resumed", from: start)
    #expect(terminal.isRaw)
    // ncurses assumes that the cursor is still hidden.
    let hidden = try #require(terminal.output.lastRange(of: "\u{1B}[?25l"))
    #expect(hidden.lowerBound >= start)
    terminal.send("q")
    try terminal.read(until: "ended=0.", from: start)
    expectEqual(terminal.modes, session.formerModes)
  }

  private static let enter = "\u{1B}[?1049h"

  @Test func `stopped from outside and continued, everything is redrawn`() throws {
    let session = try shown(session(hasJobControl: true, afterwards: "fg; echo ended=$?."))
    let terminal = session.terminal
    let start = terminal.output.count

    kill(try session.pid(), SIGSTOP)

    try expectEqual(session.status(), 128 + SIGSTOP)
    try terminal.read(until: Self.enter, from: start)
    try terminal.read(until: "resumed", from: start)
    #expect(terminal.isRaw)
    terminal.send("q")
    try terminal.read(until: "ended=0.", from: start)
  }

  @Test func `continued in the background, it stops again until it is brought to the foreground`()
    throws
  {
    let session = try shown(
      session(
        hasJobControl: true,
        afterwards: """
          read go; bg; until [[ $(jobs -s) ]]; do :; done
          echo again.; read go; fg; echo ended=$?.
          """))
    let terminal = session.terminal
    terminal.send("Z")
    try expectEqual(session.status(), 128 + SIGTSTP)
    let start = terminal.output.count

    terminal.send("\n")
    // By SIGTTOU; the shell still has its terminal.
    try terminal.read(until: "again.", from: start)
    #expect(!terminal.output[start...].contains(Self.enter))
    expectEqual(terminal.modes, session.formerModes)

    terminal.send("\n")
    try terminal.read(until: Self.enter, from: start)
    try terminal.read(until: "resumed", from: start)
    terminal.send("q")
    try terminal.read(until: "ended=0.", from: start)
  }

  @Test func `ended while suspended, it leaves the shell's terminal alone`() throws {
    let session = try shown(
      session(hasJobControl: true, afterwards: "read go; kill %1; read go; jobs; echo gone."))
    let terminal = session.terminal
    terminal.send("Z")
    try expectEqual(session.status(), 128 + SIGTSTP)
    let start = terminal.output.count

    terminal.send("\n")
    try session.awaitEnd(of: session.pid())
    terminal.send("\n")
    try terminal.read(until: "gone.", from: start)
    #expect(terminal.output[start...].contains("Exit 143"))

    expectEqual(terminal.modes, session.formerModes)
    #expect(!terminal.output[start...].contains("\u{1B}["))
  }

  @Test func `with no shell to continue it, suspending returns immediately`() throws {
    let terminal = try PseudoTerminal()
    // A session leader without a shell: its group is orphaned and never stops.
    let program = try TerminalProgram(
      [try BuiltProgram.path("terminal-probe")], in: terminal,
      environment: BuiltProgram.environment)
    try terminal.read(until: "@")

    terminal.send("Z")
    try terminal.read(until: "resumed")
    terminal.send("q")

    try expectEqual(program.wait(reading: terminal), .exited(0))
  }

  // MARK: - Frames

  @Test func `a frame is a synchronized update once the terminal reports support`() throws {
    let session = try shown(session(["COLORTERM": "truecolor"]))
    let terminal = session.terminal
    #expect(!terminal.output.contains("\u{1B}[?2026h"))

    terminal.send("\u{1B}[?2026;2$yP")
    let start = try terminal.read(until: "\u{1B}[?2026h")
    try terminal.read(until: "\u{1B}[?2026l", from: start)
    try expectQuits(session)
  }

  @Test func `a terminal that reads late gets the last frame`() throws {
    let session = try shown(session(["COLORTERM": "truecolor"]))
    let terminal = session.terminal

    // The pictures are more than every buffer on the way holds.
    terminal.send("PPPPy")

    try terminal.read(until: "key character(\"y\") 0")
    try expectQuits(session)
  }

  @Test func `a terminal that does not read delays no signal`() throws {
    let session = try shown(session(["COLORTERM": "truecolor"]))
    let terminal = session.terminal
    let pid = try session.pid()

    // Nothing is read now: the pictures fill every buffer on the way.
    terminal.send("PPPP")
    kill(pid, SIGTERM)

    try expectEqual(session.status(), 143)
    expectEqual(terminal.modes, session.formerModes)
  }
}

extension [UInt8] {
  func lastRange(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    for start in stride(from: count - wanted.count, through: 0, by: -1)
    where self[start] == wanted[0] && self[start..<start + wanted.count].elementsEqual(wanted) {
      return start..<start + wanted.count
    }
    return nil
  }
}
