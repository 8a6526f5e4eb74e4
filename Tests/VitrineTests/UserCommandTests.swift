import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryScreens
import Glibc
import PseudoTerminalSupport
import Testing

@testable import GalleryPresentation
@testable import vitrine

/// `[commands]` in `config.toml`.
@Suite(.timeLimit(.minutes(10)))
struct UserCommandConfigurationTests {
  @Test func `a command has a name, keys, arguments and options`() {
    let (found, complaints) = configuration(
      """
      [commands.rotate]
      keys = [", r", "f6"]
      run = ["jpegtran", "-outfile", "{}", "{}"]
      each = true
      refresh = true

      [commands.edit]
      run = "gimp  {}"
      mode = "detached"
      stdin = "paths0"
      confirm = true

      [keys.photo]
      "commands.edit" = "W"
      """)

    expectEqual(complaints, [])
    let commands = found.commands
    expectEqual(commands.map(\.name), ["edit", "rotate"])
    expectEqual(commands.map(\.words), [["gimp", "{}"], ["jpegtran", "-outfile", "{}", "{}"]])
    expectEqual(commands.map(\.mode), [.detached, .quiet])
    expectEqual(commands.map(\.readsPaths), [true, false])
    expectEqual(commands.map(\.asksFirst), [true, false])
    expectEqual(commands.map(\.runsForEach), [false, true])
    expectEqual(commands.map(\.refreshes), [false, true])
    let keys = found.keys
    let own = keys.commands.filter(\.isOfUser)
    expectEqual(own.map(\.name), ["commands.edit", "commands.rotate"])
    expectEqual(keys.keys(of: own[1], on: .grid).map(\.notation), [", r", "f6"])
    expectEqual(keys.keys(of: own[0], on: .photo).map(\.notation), ["W"])
    expectEqual(keys.keys(of: own[0], on: .list), [])
  }

  @Test(
    arguments: ConfigurationMistake.table(
      #"""
      commands = 1 ⇒ line 1: commands: must be a table: [commands]
      [commands]¶x = 1 ⇒ line 2: x: must be a table: [commands.x]
      [commands."a b"]¶run = "p" ⇒ line 1: a b: the name must be letters, digits, - and _
      [commands.x]¶keys = "f5" ⇒ line 1: x: needs run, e.g. run = ["gimp", "{}"]
      [commands.x]¶run = 5 ⇒ line 2: run: must be a list of words, e.g. ["gimp", "{}"]
      [commands.x]¶run = ["p", 1] ⇒ line 2: run: must be a list of words, e.g. ["gimp", "{}"]
      [commands.x]¶run = "" ⇒ line 2: run: names no program
      [commands.x]¶run = "a | b" ⇒ line 2: run: | has no effect without a shell; write a list of words, e.g. ["sh", "-c", "…", "sh", "{}"]
      [commands.x]¶run = "p"¶mode = "loud" ⇒ line 3: mode: must be one of quiet, foreground, detached
      [commands.x]¶run = "p"¶stdin = "x" ⇒ line 3: stdin: must be "paths0"
      [commands.x]¶run = "p"¶confirm = "yes" ⇒ line 3: confirm: must be true or false
      [commands.x]¶run = "p"¶shell = true ⇒ line 3: shell: unknown setting
      [commands.x]¶run = "p"¶mode = "detached"¶each = true ⇒ line 4: each: would start all programs together; not with mode = "detached"
      [commands.x]¶run = "p"¶keys = 5 ⇒ line 3: keys: must be a key or a list of keys, in quotes
      [commands.x]¶run = "p"¶keys = "r" ⇒ line 3: keys: "r" calls both list.refresh and commands.x; give one of them another key
      [commands.x]¶run = "p"¶keys = "ctrl-c" ⇒ line 3: keys: ctrl-c is always program.interrupt
      """#))
  func `a mistake is reported with its line`(mistake: ConfigurationMistake) {
    expectEqual(configuration(mistake.text).1, mistake.complaints)
  }

  @Test(arguments: ["confirm = \"yes\"", "mode = \"detached\"\neach = true"])
  func `a command that may do something unintended is none`(text: String) {
    expectEqual(configuration("[commands.x]\nrun = \"p\"\n\(text)").0.commands.count, 0)
  }
}

/// Programs one after the other, without a terminal.
@Suite(.timeLimit(.minutes(10)))
struct ProgramSeriesTests {
  private func run(_ scripts: String..., mode: UserCommand.Mode = .quiet) -> ProgramSeries {
    ProgramSeries(
      scripts.map { script in
        UserCommandRun(
          arguments: ["sh", "-c", script].map { Array($0.utf8) }, input: nil, variables: [:])
      }, mode: mode, pauses: false)
  }

  private func outcome(of series: ProgramSeries) async -> UserCommandOutcome {
    await withCheckedContinuation { continuation in
      series.start { continuation.resume(returning: $0) }
    }
  }

  /// Has started when this returns: a caller that waits for a pipe then must not block the thread that a task would
  /// start on.
  private func started(_ series: ProgramSeries) -> AsyncStream<UserCommandOutcome> {
    let (outcomes, answer) = AsyncStream.makeStream(of: UserCommandOutcome.self)
    series.start { outcome in
      answer.yield(outcome)
      answer.finish()
    }
    return outcomes
  }

  @Test func `the last line of megabytes is shown`() async {
    let series = run("yes | head -c 5000000; echo; echo end; echo")

    await expectEqual(
      outcome(of: series), UserCommandOutcome(doneCount: 1, totalCount: 1, lastLine: "end"))
  }

  @Test func `a failure does not stop the others, and its line is shown`() async {
    let series = run("echo one", "echo two; exit 5", "echo three; kill -9 $$", "echo four")

    await expectEqual(
      outcome(of: series),
      UserCommandOutcome(doneCount: 2, totalCount: 4, failure: .status(5), lastLine: "two"))
  }

  @Test func `more than the system accepts for one run is reported as that`() async {
    let word = [UInt8](repeating: 0x61, count: 1 << 20)
    let run = UserCommandRun(arguments: [Array("true".utf8), word], input: nil, variables: [:])

    for mode in [UserCommand.Mode.quiet, .detached] {
      let series = ProgramSeries([run, run], mode: mode, pauses: false)
      await expectEqual(outcome(of: series), UserCommandOutcome(totalCount: 2, failure: .tooLong))
    }
  }

  @Test func `a file that cannot be executed is reported with the reason`() async throws {
    let folder = ScratchFolder()
    let file = try folder.write("x", to: "program")
    let run = UserCommandRun(arguments: [Array(file.utf8)], input: nil, variables: [:])

    let series = ProgramSeries([run], mode: .quiet, pauses: false)

    await expectEqual(outcome(of: series).failure, .notStarted(reason: SystemError.reason(EACCES)))
  }

  @Test func `stopping ends the running program with its children, and starts no other`()
    async throws
  {
    let folder = ScratchFolder()
    let pipe = folder.path("pipe")
    expectEqual(mkfifo(pipe, 0o600), 0)
    // A process that keeps the pipe open is not over.
    let series = run("exec 3>'\(pipe)'; sleep 100 & wait; echo late", "touch '\(folder.path("x"))'")
    let outcomes = started(series)
    let descriptor = open(pipe, O_RDONLY | O_CLOEXEC)

    series.stop()

    let outcome = await outcomes.first { _ in true }
    expectEqual(outcome, UserCommandOutcome(totalCount: 2, failure: .stopped))
    var byte: UInt8 = 0
    expectEqual(read(descriptor, &byte, 1), 0)
    close(descriptor)
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }

  @Test func `stopped the second time, it is killed, and no other is started`() async throws {
    let folder = ScratchFolder()
    let pipe = folder.path("pipe")
    expectEqual(mkfifo(pipe, 0o600), 0)
    let series = run(
      "trap '' TERM; echo >'\(pipe)'; while :; do sleep 100; done", "touch '\(folder.path("x"))'")
    let outcomes = started(series)
    // Opened when the script has done so, and from then on it ignores signals.
    let descriptor = open(pipe, O_RDONLY | O_CLOEXEC)
    var byte: UInt8 = 0
    expectEqual(read(descriptor, &byte, 1), 1)
    close(descriptor)

    series.stop()
    series.stop()

    let outcome = await outcomes.first { _ in true }
    expectEqual(outcome, UserCommandOutcome(totalCount: 2, failure: .stopped))
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }

  @Test func `a detached program that fails immediately is reported`() async {
    await expectEqual(outcome(of: run("exit 3", mode: .detached)).failure, .status(3))
  }
}

/// The user's own programs with the real program, in a terminal.
@Suite(.timeLimit(.minutes(10))) struct UserCommandTests {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg", "c.jpg"])
    home = ScratchFolder()
  }

  /// - Parameter commands: The table of each command, without the header; its key is its number.
  private func started(
    _ commands: String..., arguments: String = "", hasJobControl: Bool = false,
    afterwards: String = ""
  ) throws -> GallerySession {
    let tables = commands.enumerated().map { index, text in
      "[commands.c\(index + 1)]\nkeys = \", \(index + 1)\"\n\(text)\n"
    }
    try home.write(tables.joined(separator: "\n"), to: "vitrine/config.toml")
    return try GallerySession.started(
      "\(arguments) '\(folder.path)'",
      environment: [
        "XDG_STATE_HOME": home.path(".state"), "XDG_CONFIG_HOME": home.path, "OUT": home.path,
        "VITRINE_FILE": "/from/outside",
      ], columns: 120, hasJobControl: hasJobControl, afterwards: afterwards, showing: "1/")
  }

  private func said(_ name: String) throws -> String {
    String(decoding: try home.read(name), as: UTF8.self)
  }

  private func leave(_ session: GallerySession) throws {
    try session.leave()
    try session.expectRestored()
  }

  @Test func `malicious names arrive byte for byte, as arguments, on standard input, as variables`()
    throws
  {
    let names: [[UInt8]] = [
      Array("$(touch pwned) `x`;'\".jpg".utf8), Array("-rf\nx.jpg".utf8),
      [0xFF, 0xFE] + Array(".jpg".utf8),
    ]
    let picture = try folder.read("a.jpg")
    for name in ["a.jpg", "b.jpg", "c.jpg"] { folder.remove(name) }
    var expected: [UInt8] = []
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let path = Array("\(folder.path)/".utf8) + name
      expected += path + [0]
      let file = path.map(CChar.init(bitPattern:)) + [0]
      let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
      _ = picture.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    let session = try started(
      """
      run = ["sh", "-c", 'printf "%s\\\\0" "$@" >"$OUT/args"; cat >"$OUT/input"; printf "%s" "$VITRINE_COUNT"', "sh", "{}"]
      stdin = "paths0"
      """,
      """
      run = ["sh", "-c", 'printf "%s\\\\0" "$VITRINE_FILE" >>"$OUT/files"; echo "$VITRINE_COMMAND"', "sh", "{}"]
      each = true
      """)

    try session.send("A,1", showing: "c1: 3")
    try session.send(",2", showing: "c2: c2")

    func sorted(_ bytes: [UInt8]) -> [[UInt8]] {
      bytes.split(separator: 0).map(Array.init).sorted { $0.lexicographicallyPrecedes($1) }
    }
    expectEqual(sorted(try home.read("args")), sorted(expected))
    try expectEqual(home.read("input"), home.read("args"))
    expectEqual(sorted(try home.read("files")), sorted(expected))
    #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
    session.send("U")
    try leave(session)
  }

  @Test func `a program in the foreground has the terminal, and returns it`() throws {
    let session = try started(
      """
      run = ["sh", "-c", 'stty -a | grep -o " icanon"; echo "say $VITRINE_COUNT:"; read x; echo "$x" >"$OUT/x"', "sh", "{}"]
      mode = "foreground"
      """,
      """
      run = ["sh", "-c", "echo it went wrong; exit 4"]
      mode = "foreground"
      """,
      """
      run = ["sh", "-c", "echo all is well"]
      mode = "foreground"
      pause = true
      """)

    session.forgetScreen()
    try session.send(",1", showing: "say 1:")
    try session.wait(for: "icanon")
    // A key of the list is text here.
    try session.send("quit\n", showing: "/3 ")
    try expectEqual(said("x"), "quit\n")

    session.answerQuery()
    try session.send(",2", showing: "[status 4, press Enter]")
    try session.wait(for: "it went wrong")
    try session.send("\r", showing: "c2 failed (status 4)")

    session.answerQuery()
    try session.send(",3", showing: "[press Enter]")
    try session.send("\r", showing: "/3 ")
    session.answerQuery()
    try leave(session)
  }

  @Test func `Ctrl-C ends only the program in the foreground`() throws {
    let session = try started(
      """
      run = ["sh", "-c", "echo ready; exec sleep 100"]
      mode = "foreground"
      """)

    try session.send(",1", showing: "ready")
    try session.send("\u{3}", showing: "c1 failed (signal 2)")
    session.answerQuery()
    try leave(session)
  }

  @Test func `a hang-up ends both`() throws {
    let session = try started(
      """
      run = ["sh", "-c", 'echo $$ >"$OUT/pid"; echo ready; exec sleep 100']
      mode = "foreground"
      """)

    try session.send(",1", showing: "ready")
    let program = try #require(pid_t(try said("pid").dropLast()))
    kill(try session.shell.pid(), SIGTERM)

    try expectEqual(session.shell.status(), 143)
    try session.awaitEnd(of: [program])
  }

  @Test func `a detached program keeps running`() throws {
    let session = try started(
      """
      run = ["sh", "-c", 'echo $$ >"$OUT/pid"; mv "$OUT/pid" "$OUT/ready"; exec sleep 100', "sh", "{}"]
      mode = "detached"
      """)

    try session.send(",1", showing: "Running c1 on a.jpg")
    try ProcessTable.wait(for: "the program") {
      session.terminal.readAvailable()
      return FileManager.default.fileExists(atPath: home.path("ready"))
    }
    let program = try #require(pid_t(try said("ready").dropLast()))
    try leave(session)

    #expect(ProcessTable.isAlive(program))
    kill(program, SIGKILL)
  }

  @Test func `a quiet program that takes long is stopped with its key, including its children`()
    throws
  {
    let session = try started(
      """
      run = ["sh", "-c", 'echo $$ >"$OUT/pid"; sleep 100; echo late']
      """)

    try session.send(",1", showing: "Running c1")
    try session.send("j", showing: ", 1 stop c1")
    try session.send(",1", showing: "Stop c1?")
    try session.send("y", showing: "c1 stopped")
    try leave(session)
  }

  @Test func `quitting waits for a quiet program, and says so`() throws {
    let session = try started(
      """
      run = ["sh", "-c", 'read x <"$OUT/gate"; echo "$x" >"$OUT/end"']
      """)
    expectEqual(mkfifo(home.path("gate"), 0o600), 0)

    try session.send(",1", showing: "Running c1")
    try session.send("q", showing: "vitrine: waiting for c1 to end; Ctrl-C leaves without it")
    try home.open(gate: "gate", writing: "done\n")

    try expectEqual(session.shell.status(), 0)
    try expectEqual(said("end"), "done\n")
  }

  @Test func `Ctrl-Z stops the program in the foreground and this one; both continue`() throws {
    let session = try started(
      """
      run = ["sh", "-c", 'echo $$ >"$OUT/pid"; echo ready; read x; echo "got $x"; read y']
      mode = "foreground"
      """, hasJobControl: true, afterwards: "echo stopped; read z; fg")

    try session.send(",1", showing: "ready")
    try session.send("\u{1A}", showing: "stopped")
    // The shell takes notice when Vitrine stops. The program that waits for a line stops when it next runs; until then a
    // line is given to it, though it is in the background (Linux looks for input before it looks for signals).
    let program = try #require(pid_t(try said("pid").dropLast()))
    try ProcessTable.wait(for: "the stop of the program") { ProcessTable.isStopped(program) }
    session.send("\n")
    try session.send("word\n", showing: "got word")
    try session.send("\n", showing: "/3 ")
    session.answerQuery()
    session.send("q")
    _ = try session.shell.status()
  }
}

extension ScratchFolder {
  /// Writes to a named pipe, which waits until there is a reader.
  fileprivate func open(gate name: String, writing text: String) throws {
    let descriptor = Glibc.open(path(name), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
