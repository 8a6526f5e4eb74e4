import ExpectationSupport
import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc
import Synchronization
import Testing
import WaitSupport

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct ServerSecretsTests {
  private let cloud = URL(string: "https://cloud.example/dav/") ?? URL(filePath: "/")
  private let other = URL(string: "https://other.example/") ?? URL(filePath: "/")

  private func secrets(
    _ environment: [String: String] = [:], servers: [String: ServerAccess] = [:],
    netrc: String? = nil,
    printing line: String = "printed"
  ) -> ServerSecrets {
    ServerSecrets(
      environment: { environment[$0] }, servers: servers, netrc: { netrc.map { Array($0.utf8) } },
      run: { (_) async throws(ProgramFault) in Array(line.utf8) })
  }

  private func pair(_ credentials: ServerCredentials?) -> String? {
    credentials.map { "\($0.user):\(String(decoding: $0.password, as: UTF8.self))" }
  }

  private func pair(
    _ secrets: ServerSecrets, for url: URL? = nil, user: String? = nil
  ) async throws -> String? {
    pair(try await secrets.credentials(for: url ?? cloud, user: user))
  }

  private let environment = [
    ServerSecrets.userVariable: "anna", ServerSecrets.passwordVariable: "env",
  ]
  private let access = ["cloud.example": ServerAccess(user: "anna", passwordCommand: ["pass"])]
  private let netrc = "machine cloud.example login anna password file"

  @Test func `the environment comes first, then the program, then netrc`() async throws {
    try await expectEqual(pair(secrets(environment, servers: access, netrc: netrc)), "anna:env")
    try await expectEqual(pair(secrets(servers: access, netrc: netrc)), "anna:printed")
    try await expectEqual(pair(secrets(netrc: netrc)), "anna:file")
    try await expectEqual(pair(secrets()), nil)
  }

  @Test func `the environment's password is for one server`() async throws {
    let secrets = secrets(environment)
    try await expectEqual(pair(secrets), "anna:env")
    try await expectEqual(pair(secrets, for: other), nil)
    let port = try #require(URL(string: "https://cloud.example:444/"))
    try await expectEqual(pair(secrets, for: port), nil)
    try await expectEqual(pair(secrets), "anna:env")
  }

  @Test func `a name in the URL is the user's`() async throws {
    try await expectEqual(pair(secrets(environment), user: "eve"), nil)
    let passwordOnly = secrets([ServerSecrets.passwordVariable: "env"])
    try await expectEqual(pair(passwordOnly), nil)
    try await expectEqual(pair(passwordOnly, user: "eve"), "eve:env")
    try await expectEqual(pair(secrets(netrc: netrc), user: "eve"), nil)
    try await expectEqual(pair(secrets(servers: access), user: "eve"), nil)
    try await expectEqual(
      pair(
        secrets(servers: ["cloud.example": ServerAccess(passwordCommand: ["pass"])]), user: "eve"),
      "eve:printed")
  }

  @Test func `a server is distinguished by its port, too`() async throws {
    let access = [
      "cloud.example": ServerAccess(user: "a", passwordCommand: ["p"]),
      "cloud.example:444": ServerAccess(user: "b", passwordCommand: ["p"]),
    ]
    let port = try #require(URL(string: "https://CLOUD.example:444/"))
    try await expectEqual(pair(secrets(servers: access), for: port), "b:printed")
    try await expectEqual(pair(secrets(servers: access)), "a:printed")
    try await expectEqual(pair(secrets(servers: access), for: other), nil)
  }

  @Test func `a program's failure is reported, and it is run again`() async throws {
    let runs = Mutex(0)
    let secrets = ServerSecrets(
      environment: { _ in nil }, servers: access,
      run: { (_) async throws(ProgramFault) in
        if runs.withLock({
          $0 += 1
          return $0
        }) == 1 {
          throw .status(2)
        }
        return Array("x".utf8)
      })
    await #expect(
      throws: PhotoSourceError.passwordUnavailable(
        host: "cloud.example", program: "password_command", fault: .status(2))
    ) { try await secrets.credentials(for: cloud, user: nil) }
    for _ in 0..<3 {
      try await expectEqual(pair(secrets), "anna:x")
    }
    expectEqual(runs.withLock { $0 }, 2)
  }

  // MARK: Programs

  @Test(arguments: [
    (["printf", "one\ntwo\n"], "one"), (["printf", "a b $(c) \\n"], "a b $(c) "),
    (["printf", "crlf\r\nx"], "crlf"),
  ])
  func `the first line counts, and no shell is involved`(command: [String], line: String)
    async throws
  {
    try await expectEqual(PasswordCommand.firstLine(of: command), Array(line.utf8))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a password is available with its line, whatever the program leaves running`() async throws {
    let line = try await PasswordCommand.firstLine(
      of: ["sh", "-c", "sleep 300 & echo \"word $!\""], within: .seconds(300))
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    expectEqual(words.first, "word")
    if let process = words.last.flatMap({ pid_t($0) }) { kill(process, SIGKILL) }
  }

  @Test(arguments: [
    (["vitrine-no-such-program"], ProgramFault.notInstalled), ([], .notInstalled),
    (["true"], .printedNothing),
    (["printf", "\nx"], .printedNothing), (["sh", "-c", "echo x; exit 3"], .status(3)),
    (["sh", "-c", "kill -9 $$"], .signal(9)),
    (["sh", "-c", "head -c 9000 /dev/zero | tr '\\0' x"], .printedNothing),
  ])
  func `a program that does not print a password fails`(
    command: [String], failure: ProgramFault
  ) async {
    await #expect(throws: failure) { try await PasswordCommand.firstLine(of: command) }
  }

  @Test(arguments: [
    ["sleep", "100"], ["sh", "-c", "exec >&-; sleep 100"], ["sh", "-c", "sleep 100 & wait"],
  ])
  func `a program that takes too long is ended, with its child processes`(command: [String]) async {
    await #expect(throws: ProgramFault.timedOut(seconds: 0)) {
      try await PasswordCommand.firstLine(of: command, within: .milliseconds(200))
    }
  }

  @Test func `a program that takes too long isn't left behind`() async throws {
    let time = "100.\(UInt32.random(in: 0...UInt32.max))"
    await #expect(throws: ProgramFault.timedOut(seconds: 0)) {
      try await PasswordCommand.firstLine(of: ["sleep", time], within: .milliseconds(1))
    }
    try await wait(for: "the end of sleep") {
      !FolderEntries.names(in: "/proc").contains { process in
        FileReader.beginning(of: "/proc/\(process)/cmdline".utf8, count: 100)
          .split(separator: 0).last.map { $0.elementsEqual(time.utf8) } ?? false
      }
    }
  }

  @Test func `a program has no terminal`() async throws {
    let line = try await PasswordCommand.firstLine(
      of: ["sh", "-c", "if (: </dev/tty) 2>/dev/null; then echo terminal; else echo none; fi"])
    expectEqual(line, Array("none".utf8))
  }

  // MARK: netrc

  @Test(arguments: [
    ("machine cloud.example login anna password x", "anna:x"),
    ("machine\n cloud.example\n\tlogin anna\n password x", "anna:x"),
    ("machine CLOUD.example password x login anna account y", "anna:x"),
    ("default login anna password x", "anna:x"),
    ("default login d password d\nmachine cloud.example login anna password x", "anna:x"),
    ("machine other.example login o password o default login d password d", "d:d"),
    ("machine cloud.example login \"an na\" password \"a \\\"b\\\\ c#d\"", "an na:a \"b\\ c#d"),
    (
      "# machine cloud.example login no password no\nmachine cloud.example login a password #x",
      "a:#x"
    ),
    (
      "machine other.example login o password o\nmacdef init\nmachine cloud.example login m password m\n\nmachine cloud.example login a password x",
      "a:x"
    ),
    (
      "machine cloud.example login first password 1 machine cloud.example login second password 2",
      "first:1"
    ),
    ("machine cloud.example login nopassword\nmachine cloud.example login a password x", "a:x"),
    ("machine cloud.example password x", nil), ("machine cloud.example login a", nil), ("", nil),
    ("machine cloud.example.evil login a password x", nil), ("machine", nil),
    ("login a password x", nil),
    ("machine cloud.example login a password", nil),
    ("macdef init\nmachine cloud.example login a password x", nil),
    ("machine cloud.example login \"a", nil),
  ])
  func `netrc is read as curl reads it`(text: String, expected: String?) {
    let found = Netrc.credentials(for: "cloud.example", user: nil, in: Array(text.utf8))
    expectEqual(pair(found), expected)
  }

  @Test func `a netrc with any bytes ends`() {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "machine", " ", "\n", "\"", "\\", "#", "login", "password", "macdef", "h", "\r\n", "default",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }
      _ = Netrc.credentials(for: "h", user: nil, in: Array(text.joined().utf8))
    }
  }

  @Test func `netrc is asked for a user`() {
    let text = Array(
      "machine h login a password 1\nmachine h login b password 2\nmachine h password 3".utf8)
    expectEqual(pair(Netrc.credentials(for: "h", user: "b", in: text)), "b:2")
    expectEqual(pair(Netrc.credentials(for: "h", user: "c", in: text)), "c:3")
    expectEqual(pair(Netrc.credentials(for: "h", user: nil, in: text)), "a:1")
    expectEqual(
      Netrc.credentials(
        for: "h", user: "a", in: Array("machine h login a password \u{FF}".utf8) + [0xFF])?.password
        .last, 0xFF)
  }

  @Test func `netrc has to belong to the user`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let file = path + "/.netrc"
    expectEqual(Netrc.content { ["HOME": path][$0] }, nil)

    try folder.write(".netrc", "machine x")
    chmod(file, 0o600)
    expectEqual(Netrc.content { ["HOME": path][$0] }, Array("machine x".utf8))
    expectEqual(
      Netrc.content { ["HOME": "/nowhere", "NETRC": file][$0] }, Array("machine x".utf8))
    expectEqual(Netrc.content { _ in nil }, nil)

    chmod(file, 0o622)
    expectEqual(Netrc.content { ["HOME": path][$0] }, nil)
    unlink(file)
    mkfifo(file, 0o600)
    expectEqual(Netrc.content { ["HOME": path][$0] }, nil)
    if geteuid() == 0 {
      unlink(file)
      try folder.write(".netrc", "machine x")
      chown(file, 65_534, 65_534)
      expectEqual(Netrc.content { ["HOME": path][$0] }, nil)
    }
  }
}
