import ExpectationSupport
import FeedServerSupport
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Processes
import Synchronization
import Testing

@testable import GalleryNetwork

/// An `ssh` that is a shell script: servers that lie, flood and hang, and what ssh itself may do.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HostileSSHTests {
  private let home = TemporaryFolder.made()
  private var path: String { home.path }

  private func folder(
    script: String, url: String = "sftp://nas/x", user: String? = nil, prompts: SSHPrompts = .none,
    change: (inout TransportConfiguration) -> Void = { _ in }
  ) throws -> SFTPFileSystem {
    try SSHServer.writeProgram(script, to: home.path("ssh"))
    var configuration = TransportConfiguration(version: "1", time: TestTime().time)
    change(&configuration)
    return try SFTPFileSystem(
      configuration: configuration, folder: try #require(URL(string: url)), user: user,
      prompts: prompts, program: home.path("ssh"))
  }

  /// Somebody may be asked, and says nothing.
  private var unanswered: SSHPrompts {
    .shown(
      helper: "/bin/false", folders: [path],
      password: { (_) async throws(PhotoSourceError) in nil }, ask: { _ in nil })
  }

  private func listing(_ folder: SFTPFileSystem) async -> Result<RemoteListing, PhotoSourceError> {
    do throws(PhotoSourceError) {
      return .success(try await folder.list([], isRecursive: false, after: nil))
    } catch {
      return .failure(error)
    }
  }

  private func error(of folder: SFTPFileSystem) async -> PhotoSourceError? {
    guard case .failure(let error) = await listing(folder) else { return nil }
    return error
  }

  private func cause(of folder: SFTPFileSystem) async -> ConnectionFault? {
    guard case .connectionFailed("nas", let cause) = await error(of: folder) else { return nil }
    return cause
  }

  // MARK: A server's answers

  private func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func text(_ bytes: some Collection<UInt8>) -> [UInt8] {
    word(UInt32(bytes.count)) + bytes
  }

  private func packet(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { text([type] + body) }

  private func name(_ name: [UInt8], mode: UInt32 = 0o100_644) -> [UInt8] {
    text(name) + text([]) + word(4) + word(mode)
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let name = UUID().uuidString
    try home.write(name, bytes)
    return "'\(home.path(name))'"
  }

  /// The version, and a handle for the folder `/x`.
  private func beginning() throws -> String {
    """
    head -c 9 >/dev/null
    cat \(try file(packet(2, word(3))))
    head -c 15 >/dev/null
    cat \(try file(packet(102, word(1) + text([0x68]))))
    head -c 14 >/dev/null
    """
  }

  /// A server that answers the first request for names.
  private func folder(names answer: [UInt8], then rest: String = "cat >/dev/null") throws
    -> SFTPFileSystem
  {
    try folder(script: "\(beginning())\ncat \(file(answer))\n\(rest)")
  }

  @Test func `names that lead elsewhere are left out and counted`() async throws {
    let names =
      name(Array("a.jpg".utf8)) + name(Array("../b.jpg".utf8)) + name(Array("/etc/c.jpg".utf8))
      + name([0x2E], mode: 0o040_755) + name([0x2E, 0x2E], mode: 0o040_755) + name([])
      + name([0x61, 0, 0x62]) + name(Array("a.jpg".utf8))
      + name([UInt8](repeating: 0x61, count: 3_000)) + name(Array("pipe".utf8), mode: 0o010_644)
    let end = packet(101, word(3) + word(1))

    let listing = try await listing(
      folder(
        names: packet(104, word(2) + word(10) + names),
        then: "head -c 14 >/dev/null; cat \(file(end)); cat >/dev/null")
    ).get()

    expectEqual(listing.entries.map(\.path), [Array("a.jpg".utf8)])
    expectEqual(listing.skipped.count, 6)
  }

  @Test func `lies about lengths and counts end the connection, in words`() async throws {
    let lies: [[UInt8]] = [
      word(.max), word(0), word(256 << 10 + 1), packet(104, word(2) + word(.max)),
      packet(104, word(2) + word(1) + word(.max)), packet(103, word(2) + word(5) + [1]),
      packet(102, word(2) + text([UInt8](repeating: 0, count: 257))),
      packet(105, word(2) + word(0x8000_0000) + word(.max)), packet(105, word(2) + word(1) + [1]),
      packet(101, word(2)), packet(101, []), packet(200, word(2)), packet(2, word(3)),
      // A number of no request, and twice the same one.
      packet(101, word(99) + word(1)),
      packet(102, word(2) + text([1])) + packet(102, word(2) + text([1])),
      // Not names.
      packet(103, word(2) + text([1])),
    ]
    for lie in lies {
      try await expectEqual(cause(of: folder(names: lie)), .unrequestedData)
    }
  }

  @Test func `a folder without an end is cut off`() async throws {
    try await expectEqual(
      error(of: folder(names: packet(104, word(2) + word(0)))),
      .listingBroken(name: "nas/x/", fault: .isEmpty))

    // Each request gets two thousand names, for ever.
    let names = (0..<2_000).flatMap { name(Array("\($0).jpg".utf8)) }
    let answer = packet(104, word(0) + word(2_000) + names)
    let flood = try folder(
      script: """
        \(beginning())
        number=2
        while :; do
          head -c 5 \(file(answer))
          printf "\\\\000\\\\000\\\\$(printf %03o $((number / 256)))\\\\$(printf %03o $((number % 256)))"
          tail -c +10 \(file(answer))
          number=$((number + 1))
          head -c 14 >/dev/null
        done
        """
    ) { $0.limits.feedByteCount = 4 << 20 }
    let listing = try await listing(flood).get()
    #expect(listing.endsEarly)
    #expect(listing.entries.count == 2_000 && listing.skipped.count > 0)
  }

  @Test(arguments: [0, 200])
  func `a piece of a wrong length, or of no requested file, ends the connection`(
    byteCount: Int
  ) async throws {
    let data = packet(103, word(2) + text([UInt8](repeating: 1, count: byteCount)))
    // If the connection didn't end, the silence that follows would be another failure.
    let folder = try folder(script: "\(beginning())\ncat \(file(data))\ncat >/dev/null") {
      $0.timeOuts.idle = .seconds(5)
    }
    let url = try #require(folder.folder.url(of: Array("a".utf8)))
    let refusal = PhotoSourceError.connectionFailed(host: "nas", cause: .unrequestedData)

    await #expect(throws: refusal) {
      // Its name makes the request as long as that for the folder.
      try await folder.beginning(of: url, byteCount: 100)
    }
    await #expect(throws: refusal) {
      try await folder.contents(of: url, byteLimit: 100)
    }
  }

  @Test func `the rest of a piece that came short is asked for`() async throws {
    let first = packet(103, word(2) + text([UInt8](repeating: 1, count: 60)))
    let rest = try file(packet(103, word(3) + text([UInt8](repeating: 2, count: 40))))
    let folder = try folder(
      names: first, then: "head -c 30 >/dev/null; cat \(rest); cat >/dev/null")
    let url = try #require(folder.folder.url(of: Array("a".utf8)))

    let bytes = try await folder.beginning(of: url, byteCount: 100).bytes

    expectEqual(bytes, [UInt8](repeating: 1, count: 60) + [UInt8](repeating: 2, count: 40))
  }

  @Test func `a flood of answers to nothing is not kept`() async throws {
    let status = packet(101, word(.max) + word(4))
    let flood = try folder(
      script: """
        \(beginning())
        while cat \(file([[UInt8]](repeating: status, count: 50_000).flatMap(\.self))); do
          echo sent >>'\(path)/trace'
        done
        """)

    await expectEqual(cause(of: flood), .unrequestedData)

    #expect((home.text("trace") ?? "").split(separator: "\n").count < 64)
  }

  @Test func `text at login is recognised`() async throws {
    try await expectEqual(
      cause(of: folder(script: "echo 'Welcome to nas!'; cat >/dev/null")), .printsText)
    try await expectEqual(cause(of: folder(script: "yes; cat >/dev/null")), .printsText)
  }

  // MARK: What ssh says

  @Test func `the last line that says something is the reason, without escapes`() async throws {
    let banner = String(repeating: "@", count: 59)
    try await expectEqual(
      cause(
        of: folder(
          script: """
            printf '\\033[31mHello\\033]0;title\\007\\n\(banner)\\n@ WARNING @\\n\(banner)\\n' >&2
            printf 'Host key for nas has changed.\\r\\nHost key verification failed.\\r\\n\\n' >&2
            exit 255
            """)), .ssh("Host key for nas has changed"))
    try await expectEqual(
      cause(of: folder(script: "printf 'a\\033[2J\\033]52;c;eA==\\007b\\n' >&2; exit 255")),
      .ssh(TextCleaner.line("a\u{1B}[2J\u{1B}]52;c;eA==\u{7}b")))
    try await expectEqual(cause(of: folder(script: "exit 3")), .ssh("ssh ended with status 3"))
    try await expectEqual(
      cause(of: folder(script: "kill -9 $$")), .ssh("ssh was ended by signal 9"))
  }

  @Test func `endless banners are read and forgotten, until the time is over`() async throws {
    let folder = try folder(script: "yes 'Read this first' >&2") {
      $0.timeOuts.connect = .seconds(1)
      $0.timeOuts.idle = .seconds(1)
    }

    await expectEqual(error(of: folder), .timedOut(host: "nas"))
  }

  @Test func `what a program at the server says is in nobody's way`() async throws {
    let end = packet(101, word(2) + word(1))
    let loud = try folder(
      script: "head -c 8000000 /dev/zero >&2\n\(beginning())\ncat \(file(end))\ncat >/dev/null")

    expectEqual(try await listing(loud).get().entries.count, 0)
  }

  @Test func `an end is noticed while another program keeps the standard error open`() async throws
  {
    try await expectEqual(
      cause(of: folder(script: "sleep 86400 2>&2 & echo $! >'\(path)/child'; exit 1")),
      .ssh("ssh ended with status 1"))
    let child = try home.read("child")
    if let child = pid_t(child.trimmingCharacters(in: .newlines)) { kill(child, SIGKILL) }
  }

  @Test func `a missing ssh, and what one says that logs nobody in, are named`() async throws {
    let missing = try SFTPFileSystem(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      folder: try #require(URL(string: "sftp://nas/x")), user: nil, prompts: .none,
      program: "\(path)/none")
    await expectEqual(cause(of: missing), .sshMissing)

    let script = "echo 'nas: Permission denied (publickey,password).' >&2; exit 255"
    try await expectEqual(
      cause(of: folder(script: script, prompts: unanswered)),
      .ssh("nas: Permission denied (publickey,password)"))
    // Nothing is left of the socket.
    #expect(!home.names.contains { $0.hasPrefix("vitrine-ssh") })
  }

  @Test(arguments: [
    ("8.2p1 Ubuntu-4", "Permission denied (publickey,password)", nil, true),
    ("8.3p1", "Host key verification failed", nil, true),
    ("8.3p1", "Host key verification failed", "", true),
    // It asks where there is a display.
    ("8.3p1", "Host key verification failed", ":0", false),
    ("8.4p1", "Permission denied (publickey)", nil, false),
    ("10.0p2", "Permission denied (publickey)", nil, false),
    ("8.2p1", "Connection refused", nil, false),
  ])
  func `an ssh that can't ask in the gallery is named`(
    version: String, words: String, display: String?, isTooOld: Bool
  ) async throws {
    let script = "[ $1 = -V ] && echo OpenSSH_\(version) >&2 || echo '\(words).' >&2; exit 255"
    func cause(_ prompts: SSHPrompts) async throws -> ConnectionFault? {
      try await self.cause(
        of: folder(script: script, prompts: prompts) { $0.environment["DISPLAY"] = display })
    }

    let name = version.prefix { $0 != " " }
    try await expectEqual(
      cause(unanswered), isTooOld ? .sshTooOld(version: String(name)) : .ssh(words))
    // Elsewhere nothing is asked.
    try await expectEqual(cause(.none), .ssh(words))
  }

  @Test func `only a helper of the same user is answered`() async throws {
    for (user, isAnswered) in [(geteuid(), true), (geteuid() + 1, false)] {
      let isAsked = Atomic(false)
      let questions = try #require(
        SSHQuestions(in: [path], from: user) { _, _ in
          isAsked.store(true, ordering: .relaxed)
          return Array("yes".utf8)
        })
      let helper = try ChildProcess(
        [try SSHPrompts.helper, "Trust it?"].map { Array($0.utf8) },
        environment: ["\(SSHQuestions.variable)=\(questions.path)"].map { Array($0.utf8) },
        output: .standard)
      let answer = await helper.output(upTo: 100, until: .now + .seconds(60)).bytes
      questions.end()

      expectEqual(String(decoding: answer, as: UTF8.self), isAnswered ? "yes\n" : "")
      expectEqual(isAsked.load(ordering: .relaxed), isAnswered)
    }
  }

  // MARK: What ssh is asked to do

  @Test func `ssh gets the host, the user and the port, and nothing to take for an option`()
    async throws
  {
    let script = "for word; do echo \"$word\"; done >'\(path)/words'; exit 1"
    let folder = try folder(script: script, url: "sftp://Nas:2222/x", user: "anna")

    _ = await error(of: folder)

    expectEqual(
      try home.read("words").split(separator: "\n").joined(separator: " "),
      "-x -a -T -o RemoteCommand=none -o PermitLocalCommand=no -o ClearAllForwardings=yes "
        + "-o ControlMaster=no -o ServerAliveInterval=15 -o BatchMode=yes -s -p 2222 -l anna -- Nas sftp"
    )
  }

  @Test(arguments: [
    ("sftp://-oProxyCommand=x/", nil), ("sftp://nas/", "-lx"), ("sftp://nas/", "a b"),
    ("sftp://nas/", "a;b"), ("sftp://nas/", "$(id)"), ("sftp://nas/", "ä"), ("sftp://nas/", ""),
    ("sftp://n%20as/", nil), ("sftp://n%24as/", nil), ("sftp://nas/~anna/x", nil),
  ])
  func `a host or a user that ssh may misread is refused before it starts`(
    url: String, user: String?
  ) throws {
    #expect(throws: PhotoSourceError.self) { try folder(script: "exit 0", url: url, user: user) }
  }

  @Test(arguments: [
    ("", "anna@nas's password: ", SSHQuestion.Kind.secret),
    ("", "Enter passphrase for key '/home/a/.ssh/id_rsa': ", .secret),
    ("", "Are you sure you want to continue connecting (yes/no/[fingerprint])? ", .host),
    ("", "Please type 'yes', 'no' or the fingerprint: ", .host),
    ("confirm", "Allow it?", .confirmation), ("none", "Touch the key", .notice),
  ])
  func `a question is recognised by what ssh says of it`(
    hint: String, prompt: String, kind: SSHQuestion.Kind
  ) {
    expectEqual(
      SSHQuestion(server: "nas", hint: hint, prompt: Array(prompt.utf8)).kind, kind)
  }

  @Test func `a question is cleaned, and cut`() {
    let prompt =
      Array("a\u{1B}[2J\u{1B}]0;x\u{7}\nb\u{202E}".utf8) + [UInt8](repeating: 0x63, count: 9_000)

    let text = SSHQuestion(server: "nas", hint: "", prompt: prompt).text

    #expect(text.utf8.count <= 1_024)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
  }
}
