import ExpectationSupport
import FeedServerSupport
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryNetwork

/// A real server's folders, files and refusals. What is waited for comes at once, or the test has failed.
@Suite(
  .enabled("sshd is installed") { SSHServer.isInstalled }, .serialized, .timeLimit(.minutes(10)))
struct SFTPTests {
  private let server: SSHServer
  private let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 5) }

  init() throws {
    server = try SSHServer(hostKeys: [.ed25519, .ecdsa])
  }

  /// The folder of an address; by itself the user's home there.
  private func folder(
    on server: SSHServer? = nil, at address: String? = nil, user: String? = nil,
    prompts: SSHPrompts = .none, time: TransportTime = TestTime().time,
    change: (inout TransportConfiguration) -> Void = { _ in }
  ) throws -> SFTPFileSystem {
    let server = server ?? self.server
    var configuration = TransportConfiguration(version: "1.2.3", time: time)
    change(&configuration)
    return try SFTPFileSystem(
      configuration: configuration, folder: try #require(URL(string: address ?? server.address())),
      user: user, prompts: prompts, program: server.client)
  }

  private func error(of folder: SFTPFileSystem, at path: String = "") async -> PhotoSourceError? {
    do throws(PhotoSourceError) {
      _ = try await folder.list(Array(path.utf8), isRecursive: false, after: nil)
      return nil
    } catch {
      return error
    }
  }

  private func writeZeros(_ byteCount: Int, to name: String) throws {
    try server.write([], to: name)
    try #require(truncate(server.path("files/\(name)"), byteCount) == 0)
  }

  private func url(_ name: String, in folder: SFTPFileSystem) throws -> URL {
    try #require(folder.folder.url(of: Array(name.utf8)))
  }

  // MARK: Folders and files

  @Test func `a folder is listed with its sizes, and odd names lead to their files`() async throws {
    try server.makeUserKnown()
    let names: [[UInt8]] = [
      Array("-dash.jpg".utf8), Array("a b  c.jpg".utf8), Array("100%25.jpg".utf8),
      Array("q?#h&;'\".jpg".utf8), Array("日本 ä.jpg".utf8), [0x78, 0xFF, 0x1B] + Array(".jpg".utf8),
      Array(" leading.jpg".utf8), Array("x -> y.jpg".utf8),
    ]
    for (index, name) in names.enumerated() {
      let path = Array("\(server.path("files"))/".utf8) + name + [0]
      let descriptor = path.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          open($0.baseAddress!, O_WRONLY | O_CREAT | O_EXCL, 0o644)
        }
      }
      try #require(descriptor >= 0)
      try #require(Glibc.write(descriptor, picture, index + 1) == index + 1)
      close(descriptor)
    }
    try server.write([], to: "sub folder/empty.jpg")
    try server.write([1], to: "dated.jpg")
    let second = Date(timeIntervalSince1970: 1_234_567_891)
    try FileManager.default.setAttributes(
      [.modificationDate: second], ofItemAtPath: server.path("files/dated.jpg"))
    let folder = try folder()

    let listing = try await folder.list([], isRecursive: false, after: nil)
    let below = try await folder.list(Array("sub folder".utf8), isRecursive: false, after: nil)
    let dated = try #require(listing.entries.first { $0.path == Array("dated.jpg".utf8) })
    let files = listing.entries.filter { !$0.isFolder && $0 != dated }

    expectEqual(Set(files.map(\.path)), Set(names))
    expectEqual(listing.entries.filter(\.isFolder).map(\.path), [Array("sub folder".utf8)])
    expectEqual(below.entries.map(\.path), [Array("sub folder/empty.jpg".utf8)])
    expectEqual(below.entries.first?.byteCount, 0)
    for (index, name) in names.enumerated() {
      let entry = try #require(listing.entries.first { $0.path == name })
      expectEqual(entry.byteCount, index + 1)
      #expect(abs(try #require(entry.modified).timeIntervalSinceNow) < 86_400)
      let answer = try await folder.contents(
        of: try #require(folder.folder.url(of: name)), byteLimit: 1_000)
      expectEqual(answer.bytes, Array(picture[...index]))
    }
    // To the second, and in no zone.
    expectEqual(dated.modified, second)
    #expect(listing.next == nil && listing.skipped.count == 0)
  }

  @Test func `the beginning of a file comes, or all of a shorter one`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    try server.write([], to: "empty.jpg")
    let folder = try folder()
    func beginning(_ byteCount: Int, of name: String = "a.jpg") async throws -> [UInt8] {
      try await folder.beginning(of: url(name, in: folder), byteCount: byteCount).bytes
    }

    try await expectEqual(beginning(65_536), Array(picture[..<65_536]))
    // Of the whole in pieces, asked for ahead.
    try await expectEqual(beginning(1_000_000), picture)
    try await expectEqual(beginning(65_536, of: "empty.jpg"), [])
    await #expect(throws: PhotoSourceError.notFound(name: "127.0.0.1:\(server.port)/~/none.jpg")) {
      try await beginning(65_536, of: "none.jpg")
    }
  }

  @Test func `a whole file comes into its descriptor, and is only revalidated`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    let folder = try folder()
    let file = try DownloadFile()
    let last = Mutex<ImageProgress?>(nil)
    let url = try url("a.jpg", in: folder)

    let validators = try #require(
      try await folder.download(
        url, unlessMatches: nil, to: file.descriptor, byteLimit: .max,
        progress: { progress in last.withLock { $0 = progress } }))
    let same = try await folder.download(
      url, unlessMatches: validators, to: file.descriptor, byteLimit: .max,
      progress: { _ in })
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: server.path("files/a.jpg"))
    let other = try await folder.download(
      url, unlessMatches: validators, to: file.descriptor, byteLimit: .max,
      progress: { _ in })

    expectEqual(file.bytes, picture)
    expectEqual(last.withLock { $0 }?.expectedByteCount, picture.count)
    expectEqual(same, nil)
    expectEqual(other?.entityTag, "\"1000000-200000\"")
  }

  @Test func `many concurrent reads share one connection`() async throws {
    try server.makeUserKnown()
    for index in 0..<24 { try server.write([UInt8(index)] + picture, to: "\(index).jpg") }
    let folder = try folder()

    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for index in 0..<24 {
        let url = try url("\(index).jpg", in: folder)
        group.addTask {
          (index, try await folder.contents(of: url, byteLimit: 1 << 20).bytes)
        }
      }
      for try await (index, body) in group { expectEqual(body, [UInt8(index)] + picture) }
    }

    expectEqual(server.connectionCount, 1)
  }

  @Test func `a large folder is listed whole`() async throws {
    try server.makeUserKnown()
    for index in 0..<2_345 { try server.write([], to: "\(index).jpg") }

    let listing = try await folder().list([], isRecursive: false, after: nil)

    expectEqual(listing.entries.count, 2_345)
  }

  @Test func `missing and unreadable files are reported`() async throws {
    try server.makeUserKnown()
    try server.write([1], to: "closed/a.jpg")
    let place = "127.0.0.1:\(server.port)/~"
    let folder = try folder()

    for name in ["none", "closed/a.jpg"] {
      await expectEqual(error(of: folder, at: name), .notFound(name: "\(place)/\(name)/"))
    }
    if geteuid() != 0 {
      chmod(server.path("files/closed"), 0)
      await expectEqual(
        error(of: folder, at: "closed"), .permissionDenied(name: "\(place)/closed/"))
      chmod(server.path("files/closed"), 0o755)
    }
    // A folder isn't a file.
    await #expect(throws: PhotoSourceError.self) {
      try await folder.contents(of: url("closed", in: folder), byteLimit: 1)
    }
    await expectEqual(error(of: folder), nil)
    let other = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    await #expect(throws: PhotoSourceError.self) {
      try await folder.contents(of: other, byteLimit: 1)
    }
  }

  @Test func `a disk that is full is the reason, and not the server`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    let folder = try folder()
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }

    await #expect(
      throws: PhotoSourceError.unreadable(name: "127.0.0.1:\(server.port)/~/a.jpg", code: ENOSPC)
    ) {
      try await folder.download(
        url("a.jpg", in: folder), unlessMatches: nil, to: full, byteLimit: .max, progress: { _ in })
    }
  }

  @Test func `more than the limit is refused`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    let folder = try folder()
    let url = try url("a.jpg", in: folder)

    await #expect(
      throws: PhotoSourceError.tooLarge(
        name: "127.0.0.1:\(server.port)/~/a.jpg", byteCount: 200_000, byteLimit: 1_000)
    ) { try await folder.contents(of: url, byteLimit: 1_000) }
    await expectEqual(error(of: folder), nil)
  }

  // MARK: Who the server is, and who the user is

  /// What ssh has asked, and how it is answered.
  private final class Answers: Sendable {
    private let state: Mutex<(left: [String?], asked: [SSHQuestion], lookUps: [String])>
    private let password: String?

    var asked: [SSHQuestion] { state.withLock(\.asked) }
    var lookUps: [String] { state.withLock(\.lookUps) }

    /// - Parameters:
    ///   - answers: One for each question, in their order.
    ///   - password: The one that the user has stored.
    init(_ answers: [String?] = [], password: String? = nil) {
      state = Mutex((answers, [], []))
      self.password = password
    }

    var prompts: SSHPrompts {
      get throws {
        .shown(
          helper: try SSHPrompts.helper, folders: ["/tmp"],
          password: { (user) async throws(PhotoSourceError) in
            self.state.withLock { $0.lookUps.append(user) }
            return self.password.map { Array($0.utf8) }
          },
          ask: { question in
            self.state.withLock { state in
              state.asked.append(question)
              return state.left.isEmpty ? nil : state.left.removeFirst()
            }
          })
      }
    }
  }

  private func refusal(_ folder: SFTPFileSystem) async -> String? {
    guard case .connectionFailed("127.0.0.1", .ssh(let words)) = await error(of: folder) else {
      return nil
    }
    return words
  }

  @Test func `an unknown server is asked about, and known after a yes or its fingerprint`()
    async throws
  {
    let server = try SSHServer()
    try server.makeUserKey()
    let fingerprint = try #require(server.fingerprint())
    func answer(_ text: String?) async throws -> (error: PhotoSourceError?, asked: [SSHQuestion]) {
      try server.writeKnownHosts("")
      let answers = Answers([text])
      let folder = try self.folder(on: server, prompts: answers.prompts)
      return (await error(of: folder), answers.asked)
    }

    for refusal in [nil, "no", "SHA256:other", "yes please"] {
      let (error, asked) = try await answer(refusal)
      #expect(error != nil)
      #expect(asked.first?.kind == .host && asked.first?.server == "127.0.0.1")
      #expect(asked.first?.text.contains(fingerprint) == true)
      expectEqual(server.writtenKnownHosts, "")
    }
    for text in ["yes", fingerprint] {
      let (error, asked) = try await answer(text)
      expectEqual(error, nil)
      expectEqual(asked.count, 1)
      #expect(server.writtenKnownHosts.contains("127.0.0.1"))
    }
  }

  @Test func `a server with another key is refused, whatever the user would say`() async throws {
    let (server, other) = (try SSHServer(), try SSHServer())
    try server.makeUserKey()
    let wrong = try other.knownHosts().replacing("\(other.port)", with: "\(server.port)")
    try server.writeKnownHosts(wrong)
    let answers = Answers(["yes", "yes"])

    let words = try await refusal(self.folder(on: server, prompts: answers.prompts))

    #expect(words?.hasPrefix("Host key for [127.0.0.1]:\(server.port) has changed") == true)
    #expect(answers.asked.isEmpty)
    expectEqual(server.writtenKnownHosts, wrong)
  }

  @Test func `a key with a passphrase asks for it, once`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(passphrase: "open sesame")
    let (right, none) = (Answers(["open sesame"]), Answers())

    let folder = try folder(prompts: right.prompts)
    await expectEqual(error(of: folder), nil)
    await expectEqual(error(of: folder), nil)
    let words = try await refusal(self.folder(prompts: none.prompts))

    expectEqual(right.asked.count, 1)
    #expect(right.asked.first?.kind == .secret)
    #expect(right.asked.first?.text.contains("id_ed25519") == true)
    #expect(words?.contains("Permission denied") == true)
  }

  @Test(.enabled("root can give the server a password file") { SSHServer.canReplaceFiles })
  func `a stored password answers the server's question once, then the user is asked`() async throws
  {
    let server = try SSHServer(
      settings: ["PasswordAuthentication yes"], replacements: ["/etc/shadow": SSHServer.shadow()])
    try server.writeKnownHosts(server.knownHosts())
    let (stored, wrong) = (Answers(password: "s3cret"), Answers(["s3cret"], password: "wrong"))

    let folder = try self.folder(on: server, prompts: stored.prompts)
    await expectEqual(error(of: folder), nil)
    // Also for another connection, later.
    server.endSessions()
    await expectEqual(error(of: folder), nil)
    try await expectEqual(error(of: self.folder(on: server, prompts: wrong.prompts)), nil)

    expectEqual(stored.lookUps, [server.user, server.user])
    #expect(stored.asked.isEmpty)
    expectEqual(wrong.lookUps, [server.user])
    expectEqual(wrong.asked.map(\.kind), [.secret])
    #expect(wrong.asked.first?.text.hasPrefix("\(server.user)@127.0.0.1's password:") == true)
  }

  @Test func `a password is not given to a host on the way`() async throws {
    let gate = try SSHServer(settings: ["PasswordAuthentication yes"])
    try server.writeKnownHosts(server.knownHosts() + gate.knownHosts())
    try server.writeConfiguration(
      """
      Host gate
        HostName 127.0.0.1
        Port \(gate.port)
        HostKeyAlias [127.0.0.1]:\(gate.port)
      Host inner
        HostName localhost
        Port \(server.port)
        HostKeyAlias [127.0.0.1]:\(server.port)
        ProxyJump gate
      """)
    let answers = Answers(password: "s3cret")

    let folder = try folder(at: "sftp://inner/", prompts: answers.prompts)
    #expect(await error(of: folder) != nil)

    #expect(answers.lookUps.isEmpty)
    #expect(answers.asked.first?.text.contains("'s password:") == true)
  }

  @Test func `without anyone to ask, what has to be asked is refused`() async throws {
    try server.makeUserKey()
    try await expectEqual(refusal(folder()), "Host key verification failed")
    try server.writeKnownHosts(server.knownHosts())
    try await expectEqual(error(of: folder()), nil)

    #expect(try await refusal(folder(user: "no-such-user"))?.contains("Permission denied") == true)
  }

  @Test func `after a login that failed only a new listing tries again`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(passphrase: "open sesame")
    let answers = Answers([nil, "open sesame"])
    let folder = try folder(prompts: answers.prompts)
    let url = try url("none.jpg", in: folder)

    #expect(await error(of: folder) != nil)
    for _ in 0..<3 {
      await #expect(throws: PhotoSourceError.self) {
        try await folder.contents(of: url, byteLimit: 1)
      }
    }
    expectEqual(answers.asked.count, 1)

    await expectEqual(error(of: folder), nil)
    expectEqual(answers.asked.count, 2)
  }

  @Test(arguments: SSHServer.KeyKind.allCases)
  func `keys of each kind are accepted, and certificates`(kind: SSHServer.KeyKind) async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeCertifiedKey(kind)

    try await expectEqual(error(of: folder()), nil)
  }

  // MARK: ~/.ssh/config

  @Test func `a host of the configuration is found with its port, user and key`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    let key = try server.makeUserKey(named: "other")
    try server.write([1], to: "a.jpg")
    try server.writeConfiguration(
      """
      Host NAS
        HostName 127.0.0.1
        Port \(server.port)
        User \(server.user)
        IdentityFile \(key)
      """)

    let folder = try folder(at: "sftp://NAS/")
    let listing = try await folder.list([], isRecursive: false, after: nil)

    expectEqual(listing.entries.map(\.path), [Array("a.jpg".utf8)])
  }

  @Test func `a server behind a jump host is reached through it`() async throws {
    let inner = try SSHServer()
    try inner.write(picture, to: "a.jpg")
    try server.makeUserKey()
    try inner.accept(userOf: server)
    try server.writeConfiguration(
      """
      Host gate
        HostName 127.0.0.1
        Port \(server.port)
      Host inner
        HostName 127.0.0.1
        Port \(inner.port)
        ProxyJump gate
      """)
    let folder = try folder(at: "sftp://inner/")
    let file = try url("a.jpg", in: folder)

    try server.writeKnownHosts(inner.knownHosts())
    #expect(await error(of: folder) != nil)
    try server.writeKnownHosts(server.knownHosts() + inner.knownHosts())
    await expectEqual(error(of: folder), nil)
    try await expectEqual(folder.contents(of: file, byteLimit: 1 << 20).bytes, picture)
    // The jump host's connection is gone: another one is made.
    server.endSessions()
    try await expectEqual(folder.contents(of: file, byteLimit: 1 << 20).bytes, picture)
    folder.shutDown()
  }

  @Test(arguments: [
    "RemoteCommand touch %d/ran-there", "RequestTTY force", "SessionType none",
    "PermitLocalCommand yes\nLocalCommand touch %d/ran-here", "ForwardX11 yes",
    "LocalForward 127.0.0.1:1 127.0.0.1:1\nExitOnForwardFailure yes", "LogLevel QUIET",
    "ControlMaster auto\nControlPath %d/master\nControlPersist 10",
  ])
  func `settings for other uses of ssh don't get in the way`(setting: String) async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    let home = server.path("home")
    try server.writeConfiguration(setting.replacing("%d", with: home))

    let folder = try folder()
    await expectEqual(error(of: folder), nil)
    let url = try url("a.jpg", in: folder)
    try await expectEqual(folder.contents(of: url, byteLimit: 1 << 20).bytes, picture)

    for name in ["ran-there", "ran-here", "master"] {
      #expect(!FileManager.default.fileExists(atPath: "\(home)/\(name)"))
    }
  }

  @Test func `a master that another ssh has left open is used, and doesn't hold anything up`()
    async throws
  {
    try server.makeUserKnown()
    let path = server.path("home/master")
    try server.writeConfiguration("ControlPath \(path)\nControlPersist 600\n")
    func ssh(_ words: String...) {
      _ = SSHServer.output([server.client] + words + ["-p", "\(server.port)", "127.0.0.1"])
    }
    ssh("-o", "ControlMaster=yes", "-fN")
    defer { ssh("-O", "exit") }
    #expect(FileManager.default.fileExists(atPath: path))

    let folder = try folder()
    await expectEqual(error(of: folder), nil)
    expectEqual(server.connectionCount, 1)
    folder.shutDown()
  }

  @Test func `a ProxyCommand makes the connection`() async throws {
    let door = try SSHServer()
    try server.writeKnownHosts(
      server.knownHosts().replacing("[127.0.0.1]:\(server.port)", with: "nas.invalid"))
    let key = try server.makeUserKey()
    try door.accept(userOf: server)
    try server.writeConfiguration(
      """
      Host nas.invalid
        ProxyCommand /usr/bin/ssh -F /dev/null -o StrictHostKeyChecking=no \
      -o UserKnownHostsFile=/dev/null -i \(key) -p \(door.port) -W 127.0.0.1:\(server.port) 127.0.0.1
      """)

    try await expectEqual(error(of: folder(at: "sftp://nas.invalid")), nil)
  }

  // MARK: Servers that go away

  @Test func `a server whose program has ended is asked over a new connection`() async throws {
    let server = try SSHServer(settings: ["Subsystem sftp /usr/lib/openssh/sftp-server"])
    try server.makeUserKnown()
    let home = server.path("files")
    let folder = try self.folder(on: server, at: server.address(home))
    await expectEqual(error(of: folder), nil)

    expectEqual(server.endPrograms(named: "sftp-server"), 1)
    await expectEqual(error(of: folder), nil)
  }

  @Test func `a silent server is given up`() async throws {
    try server.makeUserKnown()
    let folder = try folder { $0.timeOuts.idle = .seconds(2) }
    await expectEqual(error(of: folder), nil)

    server.signalSessions(SIGSTOP)
    await expectEqual(error(of: folder), .timedOut(host: "127.0.0.1"))
    server.signalSessions(SIGCONT)
    await expectEqual(error(of: folder), nil)
  }

  @Test(arguments: [1, Int.max])
  func `a server that dies during a transfer is asked again, a few times`(deathCount: Int)
    async throws
  {
    try server.makeUserKnown()
    try writeZeros(32 << 20, to: "big.jpg")
    let file = try DownloadFile()
    let server = server
    let remaining = Mutex(deathCount)
    var time = TestTime().time
    // Progress is reported for every piece.
    let seconds = Mutex(0)
    time.now = {
      seconds.withLock { count in
        count += 1
        return .seconds(count)
      }
    }
    let folder = try folder(time: time)
    let url = try url("big.jpg", in: folder)

    let outcome: Result<HTTPValidators?, PhotoSourceError>
    do throws(PhotoSourceError) {
      outcome = .success(
        try await folder.download(
          url, unlessMatches: nil, to: file.descriptor, byteLimit: .max,
          progress: { _ in
            let mayLive = remaining.withLock { count in
              count -= 1
              return count < 0
            }
            if !mayLive { server.endSessions() }
          }))
    } catch {
      outcome = .failure(error)
    }

    if deathCount == 1 {
      #expect(try outcome.get()?.entityTag != nil)
      var status = stat()
      #expect(fstat(file.descriptor, &status) == 0 && status.st_size == 32 << 20)
    } else {
      #expect(throws: PhotoSourceError.truncated(host: "127.0.0.1")) { try outcome.get() }
    }
    await expectEqual(error(of: folder), nil)
  }

  @Test(arguments: [false, true])
  func `a transfer ends when its task is cancelled, even if the server hangs`(hangs: Bool)
    async throws
  {
    try server.makeUserKnown()
    // As large as a picture may be; it never gets that far.
    try writeZeros(512 << 20, to: "big.jpg")
    let file = try DownloadFile()
    let server = server
    let folder = try folder()
    let url = try url("big.jpg", in: folder)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    let task = Task {
      try await folder.download(
        url, unlessMatches: nil, to: file.descriptor, byteLimit: .max,
        progress: { _ in
          if hangs { server.signalSessions(SIGSTOP) }
          begin.yield()
        })
    }
    let isTooLarge = Task {
      _ = try? await task.value
      begin.finish()
    }
    for await _ in begun { break }
    task.cancel()

    _ = await isTooLarge.value
    folder.shutDown()
    server.signalSessions(SIGCONT)
  }

  @Test func `a server without SSH or SFTP is reported in ssh's words`() async throws {
    try server.makeUserKnown()
    let closed = try RefusingPort()
    let without = try SSHServer(settings: ["Subsystem other internal-sftp"])
    try without.accept(userOf: server)
    try server.writeKnownHosts(without.knownHosts())

    let words = try await refusal(folder(at: "sftp://127.0.0.1:\(closed.port)"))
    #expect(words?.contains("Connection refused") == true)
    try await expectEqual(
      refusal(folder(at: without.address())), "subsystem request failed on channel 0")
  }
}

extension SSHPrompts {
  /// The program that ssh runs to ask, beside that of the tests.
  static var helper: String {
    get throws {
      let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: link).deletingLastPathComponent()
        .appending(path: "vitrine-pictures").path(percentEncoded: false)
    }
  }
}
