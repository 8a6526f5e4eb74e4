import ExpectationSupport
import Glibc
import Processes
import Testing
import WaitSupport

/// Real programs, most of them shell scripts.
@Suite(.timeLimit(.minutes(10)))
struct ChildProcessTests {
  private func shell(
    _ script: String, environment: [[UInt8]]? = nil, input: ChildProcess.Input = .nothing,
    output: ChildProcess.Output = .joined, endsGroup: Bool = false
  ) throws -> ChildProcess {
    try ChildProcess(
      ["sh", "-c", script].map { Array($0.utf8) }, environment: environment, input: input,
      output: output, endsGroup: endsGroup)
  }

  /// What a stream says until the end.
  private func text(_ process: ChildProcess, _ stream: ChildProcess.Stream = .output) -> String {
    var bytes: [UInt8] = []
    _ = process.read {
      if $0 == stream { bytes += $1 }
      return true
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Starting

  @Test func `arguments are passed byte for byte, without a shell`() throws {
    let process = try ChildProcess(
      [Array("printf".utf8), Array("%s|".utf8), Array("a b $(c) *".utf8), [], [0xFF, 0x0A]],
      output: .standard)
    var bytes: [UInt8] = []

    let end = process.read {
      bytes += $1
      return true
    }

    expectEqual(bytes, Array("a b $(c) *||".utf8) + [0xFF, 0x0A, 0x7C])
    expectEqual(end, .status(0))
  }

  @Test func `the environment is that of this process, or another one, or has other values`() throws
  {
    // Variables that there are: setenv(3) would move all of them while other tests start programs.
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let path = try #require(getenv("PATH").map { String(cString: $0) })
    let script = "echo \"$HOME,$PATH,$VITRINE_TEST_NEW\""

    try expectEqual(text(shell(script)), "\(home),\(path),\n")
    try expectEqual(
      text(shell(script, environment: [Array("PATH=/usr/bin:/bin".utf8)])), ",/usr/bin:/bin,\n")
    let changed = ChildProcess.environment(
      replacing: ["HOME": nil, "VITRINE_TEST_NEW": Array("a=b".utf8)])
    try expectEqual(text(shell(script, environment: changed)), ",\(path),a=b\n")
  }

  @Test func `it has no descriptors but its own three, no terminal, and leads a session`() throws {
    // Open without close-on-exec, as a careless library would have it.
    let leak = open("/dev/zero", O_RDONLY)
    defer { close(leak) }

    let words = try text(
      shell(
        """
        read line && echo input
        (: < /dev/tty) 2> /dev/null && echo terminal
        for fd in /proc/$$/fd/*; do readlink $fd; done
        cut -d ' ' -f 5,6 /proc/$$/stat
        echo $$
        """)
    ).split(whereSeparator: \.isWhitespace).map(String.init)

    #expect(!words.contains("input") && !words.contains("terminal") && !words.contains("/dev/zero"))
    expectEqual(words.first, "/dev/null")
    expectEqual(Set(words.suffix(3)).count, 1)
  }

  @Test func `no signal is blocked or ignored in it, whatever this process does`() throws {
    signal(SIGPIPE, SIG_IGN)

    let masks = try text(shell("grep -E '^Sig(Blk|Ign)' /proc/self/status | cut -f 2"))
      .split(separator: "\n").map { UInt64($0, radix: 16) }

    // glibc's posix_spawn(3) leaves two signals ignored that it has for itself: 32 and 33.
    expectEqual(masks.map { $0.map { $0 & 0x7FFF_FFFF } }, [0, 0])
  }

  @Test func `its input is a file of the caller's`() throws {
    let file = open("/etc/hostname", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }

    let words = try text(shell("readlink /proc/$$/fd/0", input: .descriptor(file)))

    expectEqual(words, "/etc/hostname\n")
  }

  @Test func `its input is bytes of any number`() throws {
    for count in [0, 1, 300_000] {
      let bytes = [UInt8](repeating: 0x78, count: count)

      try expectEqual(text(shell("wc -c", input: .bytes(bytes))), "\(count)\n")
    }
  }

  @Test(arguments: [
    (["no-such-program-here"], ENOENT), ([], ENOENT), ([""], ENOENT), (["/"], EACCES),
  ])
  func `a program that can't be started says why`(arguments: [String], code: Int32) {
    let failure = #expect(throws: ChildProcess.Failure.self) {
      try ChildProcess(arguments.map { Array($0.utf8) })
    }
    expectEqual(failure?.code, code)
    expectEqual(failure?.isMissing, code == ENOENT)
  }

  @Test func `arguments that take more room than there is are too long`() {
    let word = [UInt8](repeating: 0x78, count: 1 << 18)

    let failure = #expect(throws: ChildProcess.Failure.self) {
      try ChildProcess([Array("true".utf8), word])
    }
    expectEqual(failure?.code, E2BIG)
  }

  // MARK: What it prints

  @Test func `both streams are read apart, as one, or only the first`() throws {
    let script = "echo output; echo errors >&2"

    try expectEqual(text(shell(script, output: .both)), "output\n")
    try expectEqual(text(shell(script, output: .both), .errors), "errors\n")
    try expectEqual(text(shell(script, output: .joined)), "output\nerrors\n")
    try expectEqual(text(shell(script, output: .standard)), "output\n")
    try expectEqual(text(shell(script, output: .nowhere)), "")
  }

  @Test func `more than a pipe holds is read whole`() throws {
    var count = 0
    let process = try shell("head -c 3000000 /dev/zero")

    let end = process.read {
      count += $1.count
      return true
    }

    expectEqual(count, 3_000_000)
    expectEqual(end, .status(0))
  }

  @Test func `its end is not awaited by what it leaves running, which is kept or killed`()
    async throws
  {
    for endsGroup in [false, true] {
      let process = try shell("sleep 1000 & echo $!", endsGroup: endsGroup)

      let rest = try #require(pid_t(text(process).dropLast()))

      expectEqual(process.wait(), .status(0))
      if endsGroup {
        try await wait(for: "the end of the rest") { kill(rest, 0) != 0 }
      } else {
        expectEqual(kill(rest, SIGKILL), 0)
      }
    }
  }

  @Test func `a reader may stop before the end`() throws {
    let process = try shell("yes")
    var count = 0

    let end = process.read {
      count += $1.count
      return count < 100_000
    }

    expectEqual(end, nil)
    process.end()
    expectEqual(process.wait(), .signal(SIGKILL))
  }

  // MARK: Its end

  @Test(arguments: [
    ("exit 0", ChildProcess.End.status(0)), ("exit 255", .status(255)), ("kill -9 $$", .signal(9)),
  ])
  func `how it ends is known`(script: String, end: ChildProcess.End) throws {
    try expectEqual(shell(script).wait(), end)
    let read = try shell(script)
    expectEqual(read.read { _, _ in true }, end)
    expectEqual(read.wait(), end)
    expectEqual(end.isSuccess, end == .status(0))
  }

  @Test func `a deadline passes while it prints nothing, or prints for ever`() throws {
    for script in [
      "sleep 1000", "exec >&- 2>&-; sleep 1000", "while :; do echo x; sleep 0.01; done",
    ] {
      let process = try shell(script)

      expectEqual(process.read(until: .now + .milliseconds(50)) { _, _ in true }, nil)
      expectEqual(process.awaitEnd(until: .now), nil)
      process.end()
      expectEqual(process.wait(), .signal(SIGKILL))
    }
  }

  @Test func `it is asked to end, and killed with all its group when it doesn't`() async throws {
    let obedient = try shell("trap 'exit 7' TERM; echo ready; sleep 1000 & wait")
    _ = obedient.read { _, _ in false }
    obedient.end(within: .seconds(1_000))
    expectEqual(obedient.wait(), .status(7))

    let stubborn = try shell(
      "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done'; :")
    var child: [UInt8] = []
    _ = stubborn.read {
      child += $1
      return false
    }
    let rest = try #require(pid_t(String(decoding: child.dropLast(), as: UTF8.self)))
    stubborn.end(within: .milliseconds(50))
    expectEqual(stubborn.wait(), .signal(SIGKILL))
    try await wait(for: "the end of the rest") { kill(rest, 0) != 0 }
  }

  @Test func `one that nothing refers to is killed, unless it is awaited`() async throws {
    var id: pid_t = 0
    do { id = try shell("sleep 1000").id }
    try await wait(for: "the end of the process") { kill(id, 0) != 0 }

    let process = try shell("echo $$; exec sleep 1000")
    // Long enough for a busy machine to start it.
    let (bytes, end) = await process.output(upTo: 3, until: .now + .seconds(2))
    expectEqual(bytes, Array("\(process.id)".utf8.prefix(3)))
    expectEqual(end, nil)
    expectEqual(kill(process.id, SIGKILL), 0)
  }

  @Test func `after its end nothing gets its signals, and it is no zombie`() throws {
    let process = try shell("exit 3")
    process.wait()

    process.signal(SIGKILL)

    expectEqual(process.wait(), .status(3))
    expectEqual(waitpid(process.id, nil, WNOHANG), -1)
    expectEqual(errno, ECHILD)
  }
}
