import ExpectationSupport
import FeedFormats
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
    at address: String? = nil, user: String? = nil, agent: String? = nil,
    knownHosts: [String] = [], password: [UInt8]? = nil, time: TransportTime = TestTime().time,
    change: (inout TransportConfiguration) -> Void = { _ in }
  ) throws -> SFTPFileSystem {
    var configuration = TransportConfiguration(version: "1.2.3", time: time)
    change(&configuration)
    return try SFTPFileSystem(
      configuration: configuration,
      folder: try #require(URL(string: address ?? server.address())), user: user,
      environment: SFTPFileSystem.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), agent: agent,
        localUser: server.user, knownHosts: knownHosts, configuration: [])
    ) { (_) async throws(PhotoSourceError) in password }
  }

  private func error(of folder: SFTPFileSystem) async -> PhotoSourceError? {
    do throws(PhotoSourceError) {
      _ = try await folder.list([], isRecursive: false, after: nil)
      return nil
    } catch {
      return error
    }
  }

  private func url(_ name: String, in folder: SFTPFileSystem) throws -> URL {
    try #require(folder.url(of: Array(name.utf8)))
  }

  private var login: String { "-p \(server.port) \(server.user)@127.0.0.1" }

  // MARK: Folders and files

  @Test func `a folder is listed with its sizes, and odd names lead to their files`() async throws {
    try server.makeUserKnown()
    let names: [[UInt8]] = [
      Array("-dash.jpg".utf8), Array("a b  c.jpg".utf8), Array("100%25.jpg".utf8),
      Array("q?#h&;'\".jpg".utf8), Array("日本 ä.jpg".utf8), [0x78, 0xFF, 0x1B] + Array(".jpg".utf8),
      Array(" leading.jpg".utf8), Array("x -> y.jpg".utf8),
    ]
    let directory = server.folder.appending(path: "files").path(percentEncoded: false)
    for (index, name) in names.enumerated() {
      let path = Array("\(directory)/".utf8) + name + [0]
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
      [.modificationDate: second],
      ofItemAtPath: server.folder.appending(path: "files/dated.jpg").path(percentEncoded: false))
    let folder = try folder()

    var listing = try await folder.list([], isRecursive: false, after: nil)
    let below = try await folder.list(
      Array("sub folder".utf8), isRecursive: false, after: nil)
    let dated = try #require(listing.entries.first { $0.path == Array("dated.jpg".utf8) })
    listing.entries = RemoteListing(entries: listing.entries.filter { $0 != dated }).entries

    expectEqual(Set(listing.entries.filter { !$0.isFolder }.map(\.path)), Set(names))
    expectEqual(listing.entries.filter(\.isFolder).map(\.path), [Array("sub folder".utf8)])
    expectEqual(below.entries.map(\.path), [Array("sub folder/empty.jpg".utf8)])
    expectEqual(below.entries.first?.byteCount, 0)
    for (index, name) in names.enumerated() {
      let entry = try #require(listing.entries.first { $0.path == name })
      expectEqual(entry.byteCount, index + 1)
      #expect(abs(try #require(entry.modified).timeIntervalSinceNow) < 86_400)
      let answer = try await folder.contents(
        of: try #require(folder.url(of: name)), byteLimit: 1_000)
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
      ofItemAtPath: server.folder.appending(path: "files/a.jpg").path(percentEncoded: false))
    let other = try await folder.download(
      url, unlessMatches: validators, to: file.descriptor, byteLimit: .max,
      progress: { _ in })

    expectEqual(file.bytes, picture)
    expectEqual(last.withLock { $0 }?.expectedByteCount, picture.count)
    expectEqual(same, nil)
    expectEqual(other?.entityTag, "\"1000000-200000\"")
  }

  @Test func `many concurrent reads share few connections`() async throws {
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

    #expect((1...4).contains(server.connectionCount))
  }

  @Test func `missing and unreadable files are reported`() async throws {
    try server.makeUserKnown()
    try server.write([1], to: "closed/a.jpg")
    let place = "127.0.0.1:\(server.port)/~"
    let folder = try folder()
    func error(of path: String) async -> PhotoSourceError? {
      do throws(PhotoSourceError) {
        _ = try await folder.list(Array(path.utf8), isRecursive: false, after: nil)
        return nil
      } catch {
        return error
      }
    }

    await expectEqual(error(of: "none"), .notFound(name: "\(place)/none/"))
    await expectEqual(
      error(of: "closed/a.jpg"),
      .notAFeed(name: "\(place)/closed/a.jpg/", beginning: "file", content: .file))
    if geteuid() != 0 {
      chmod(server.folder.appending(path: "files/closed").path(percentEncoded: false), 0)
      await expectEqual(error(of: "closed"), .permissionDenied(name: "\(place)/closed/"))
      chmod(server.folder.appending(path: "files/closed").path(percentEncoded: false), 0o755)
    }
    // A folder isn't a file.
    await #expect(throws: PhotoSourceError.self) {
      try await folder.contents(of: url("closed", in: folder), byteLimit: 1)
    }
    await expectEqual(self.error(of: folder), nil)
    let other = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    await #expect(throws: PhotoSourceError.self) {
      try await folder.contents(of: other, byteLimit: 1)
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

  // MARK: Who the server is

  @Test func `an unknown server gets no data, and isn't added to the known hosts`() async throws {
    try server.makeUserKey()
    let folder = try folder()
    let refusal = PhotoSourceError.hostKeyRefused(host: "127.0.0.1", login: login, fault: .unknown)

    await expectEqual(error(of: folder), refusal)
    let file = server.folder.appending(path: "home/.ssh/known_hosts").path(percentEncoded: false)
    #expect(!FileManager.default.fileExists(atPath: file))
    try server.writeKnownHosts("# nothing\n")
    await expectEqual(error(of: folder), refusal)
    try expectEqual(String(contentsOfFile: file, encoding: .utf8), "# nothing\n")

    // As soon as the user has added it, it is accepted.
    try server.writeKnownHosts(server.knownHosts())
    await expectEqual(error(of: folder), nil)
  }

  @Test(arguments: SSHServer.KeyKind.allCases)
  func `a server is asked for the kind of key by which it is known`(kind: SSHServer.KeyKind)
    async throws
  {
    let server = try SSHServer(hostKeys: SSHServer.KeyKind.allCases)
    try server.makeUserKey()
    let own = try server.knownHosts([kind])
    // Before it others, of the other kind.
    let other: SSHServer.KeyKind = kind == .ed25519 ? .ecdsa : .ed25519
    let others = try server.knownHosts([other]).replacing("127.0.0.1", with: "10.0.0.1")
    try server.writeKnownHosts(others + own)
    try await expectEqual(error(of: Self.home(at: server)), nil)

    try server.hashKnownHosts()
    let file = server.folder.appending(path: "home/.ssh/known_hosts")
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("|1|"))
    try await expectEqual(error(of: Self.home(at: server)), nil)
  }

  @Test func `changed and revoked keys are distinguished`() async throws {
    try server.makeUserKey()
    let other = try SSHServer()
    let wrong = try other.knownHosts().replacing("\(other.port)", with: "\(server.port)")
    let folder = try folder()
    func refusal(_ fault: HostKeyFault) -> PhotoSourceError {
      .hostKeyRefused(host: "127.0.0.1", login: login, fault: fault)
    }

    try server.writeKnownHosts(wrong)
    await expectEqual(error(of: folder), refusal(.changed))
    try server.writeKnownHosts(server.knownHosts() + "@revoked * " + Self.key(server.knownHosts()))
    await expectEqual(error(of: folder), refusal(.revoked))
    // Known by its second key alone, which it is asked for.
    try server.writeKnownHosts(server.knownHosts([.ecdsa]))
    await expectEqual(error(of: folder), nil)
  }

  private static func key(_ line: String) -> String {
    line.split(separator: "\n")[0].split(separator: " ").dropFirst().joined(separator: " ") + "\n"
  }

  @Test func `a server that has lost one of its kinds of keys is recognised by the next`()
    async throws
  {
    let server = try SSHServer(hostKeys: [.ecdsa])
    let old = try self.server.knownHosts([.ed25519])
      .replacing("\(self.server.port)", with: "\(server.port)")
    try server.makeUserKey()
    try server.writeKnownHosts(old + server.knownHosts())

    try await expectEqual(error(of: Self.home(at: server)), nil)
  }

  /// The home at another server, with that server's own files for SSH.
  private static func home(
    at server: SSHServer, configuration: [String] = [], agent: String? = nil,
    _ password: @escaping @Sendable () -> [UInt8]? = { nil }
  ) throws -> SFTPFileSystem {
    try SFTPFileSystem(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      folder: try #require(URL(string: server.address())), user: nil,
      environment: SFTPFileSystem.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), agent: agent,
        localUser: server.user, knownHosts: [], configuration: configuration)
    ) { (_) async throws(PhotoSourceError) in password() }
  }

  @Test func `the system's known hosts count, too`() async throws {
    try server.makeUserKey()
    let file = server.folder.appending(path: "system_hosts")
    try Data(server.knownHosts().utf8).write(to: file)

    let folder = try folder(knownHosts: [file.path(percentEncoded: false)])

    await expectEqual(error(of: folder), nil)
  }

  @Test func `known hosts of the computer are read where the configuration says`() async throws {
    try server.makeUserKey()
    let usual = server.folder.appending(path: "usual_hosts").path(percentEncoded: false)
    let named = server.folder.appending(path: "named_hosts").path(percentEncoded: false)
    let known = try server.knownHosts()
    let folder = try folder(knownHosts: [usual])
    func refusal(_ fault: HostKeyFault) -> PhotoSourceError {
      .hostKeyRefused(host: "127.0.0.1", login: login, fault: fault)
    }
    func write(_ text: String, to path: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    try server.writeConfiguration("GlobalKnownHostsFile \(named)\n")

    // Instead of the usual one.
    try write(known, to: usual)
    await expectEqual(error(of: folder), refusal(.unknown))
    try write(known, to: named)
    await expectEqual(error(of: folder), nil)
    // The marks count there, too; a key that signs others is not a host's own.
    let authority = known.split(separator: "\n").map { "@cert-authority \($0)\n" }.joined()
    try write(authority, to: named)
    try await expectEqual(error(of: self.folder(knownHosts: [usual])), refusal(.unknown))
    try write(known + "@revoked * " + Self.key(known), to: named)
    try await expectEqual(error(of: self.folder(knownHosts: [usual])), refusal(.revoked))
    // A key that is revoked for everyone is revoked for the user who knows it.
    try server.writeKnownHosts(known)
    try await expectEqual(error(of: self.folder(knownHosts: [usual])), refusal(.revoked))
  }

  // MARK: Who the user is

  @Test func `a user without a key, with a wrong one, or with one that is locked, is refused`()
    async throws
  {
    try server.writeKnownHosts(server.knownHosts())
    func refusal(_ fault: LoginFault) -> PhotoSourceError {
      .loginRefused(host: "127.0.0.1", login: login, fault: fault)
    }

    try await expectEqual(error(of: folder()), refusal(.nothingToOffer))
    try server.makeUserKey(.ecdsa, passphrase: "secret")
    try await expectEqual(error(of: folder()), refusal(.nothingToOffer))
    try server.makeUserKey(.ed25519, isTaken: false)
    try await expectEqual(error(of: folder()), refusal(.refused))
    // No key opens another user's account.
    try await expectEqual(
      error(of: folder(user: "nobody")),
      .loginRefused(
        host: "127.0.0.1", login: "-p \(server.port) nobody@127.0.0.1", fault: .refused))
  }

  @Test func `the second of the usual keys is tried, and remembered`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(.ed25519, isTaken: false)
    try server.makeUserKey(.ecdsa)
    let folder = try folder()

    await expectEqual(error(of: folder), nil)
    try FileManager.default.removeItem(
      at: server.folder.appending(path: "home/.ssh/id_ed25519"))
    await expectEqual(error(of: folder), nil)
  }

  @Test func `a wrong password is refused once, and not tried again`() async throws {
    let server = try SSHServer(settings: ["PasswordAuthentication yes"])
    try server.writeKnownHosts(server.knownHosts())
    let askedCount = Mutex(0)
    let folder = try Self.home(at: server) {
      askedCount.withLock { $0 += 1 }
      return Array("wröng".utf8)
    }

    for _ in 1...2 {
      await expectEqual(error(of: folder), .passwordRefused(host: "127.0.0.1"))
    }

    expectEqual(askedCount.withLock { $0 }, 1)
  }

  @Test(arguments: SSHServer.KeyKind.allCases)
  func `keys of each kind are accepted`(kind: SSHServer.KeyKind) async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(kind)

    try await expectEqual(error(of: folder()), nil)
  }

  @Test(arguments: SSHServer.KeyKind.allCases)
  func `a key that the server only trusts by its certificate is accepted`(kind: SSHServer.KeyKind)
    async throws
  {
    try server.writeKnownHosts(server.knownHosts())
    let certificate = try server.makeCertifiedKey(kind)
    try await expectEqual(error(of: folder()), nil)

    let elsewhere = server.folder.appending(path: "home/elsewhere.pub").path(percentEncoded: false)
    try FileManager.default.moveItem(atPath: certificate, toPath: elsewhere)
    try await expectEqual(
      error(of: folder()), .loginRefused(host: "127.0.0.1", login: login, fault: .refused))
    try server.writeConfiguration("CertificateFile ~/elsewhere.pub\n")
    try await expectEqual(error(of: folder()), nil)
  }

  @Test func `a server that closes the connection after some keys is asked again with the others`()
    async throws
  {
    let server = try SSHServer(settings: ["MaxAuthTries 1"])
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(.ed25519, isTaken: false)
    try server.makeUserKey(.ecdsa, isTaken: false)
    try server.makeUserKey(.rsa)

    try await expectEqual(error(of: Self.home(at: server)), nil)
  }

  @Test func `without a key, no password is asked for that the server does not take`()
    async throws
  {
    try server.writeKnownHosts(server.knownHosts())
    let isAsked = Mutex(false)
    let folder = try Self.home(at: server) {
      isAsked.withLock { $0 = true }
      return [1]
    }

    await expectEqual(
      error(of: folder), .loginRefused(host: "127.0.0.1", login: login, fault: .nothingToOffer))
    #expect(!isAsked.withLock { $0 })
  }

  // MARK: ~/.ssh/config

  @Test func `a host of the configuration is found with its port, user and key`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(named: "other")
    try server.write([1], to: "a.jpg")
    try server.writeConfiguration(
      """
      Host nas
        HostName 127.0.0.1
        Port \(server.port)
        User \(server.user)
        IdentityFile ~/.ssh/other
      """)

    let folder = try folder(at: "sftp://nas/")
    let listing = try await folder.list([], isRecursive: false, after: nil)

    expectEqual(listing.entries.map(\.path), [Array("a.jpg".utf8)])
    expectEqual(folder.url(of: Array("a.jpg".utf8))?.absoluteString, "sftp://nas/~/a.jpg")
    // A user in the address comes first.
    try await expectEqual(
      error(of: self.folder(at: "sftp://nas/", user: "no-such-user")),
      .loginRefused(
        host: "nas", login: "-p \(server.port) no-such-user@nas", fault: .refused))
  }

  @Test func `a server behind a jump host is reached through it, and both have to be known`()
    async throws
  {
    let inner = try SSHServer()
    try inner.write(picture, to: "a.jpg")
    try server.makeUserKey()
    try FileManager.default.copyItem(
      at: server.folder.appending(path: "keys/authorized"),
      to: inner.folder.appending(path: "keys/authorized"))
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
    await expectEqual(
      error(of: folder),
      .hostKeyRefused(
        host: "gate", login: "-p \(server.port) \(server.user)@gate", fault: .unknown))
    try server.writeKnownHosts(server.knownHosts())
    await expectEqual(
      error(of: folder),
      .hostKeyRefused(
        host: "inner", login: "-p \(inner.port) \(server.user)@inner", fault: .unknown))
    try server.writeKnownHosts(server.knownHosts() + inner.knownHosts())
    try await expectEqual(folder.contents(of: file, byteLimit: 1 << 20).bytes, picture)
    // The jump host's connection is gone: another one is made.
    server.endSessions()
    try await expectEqual(folder.contents(of: file, byteLimit: 1 << 20).bytes, picture)
    inner.stop()
    await expectEqual(
      error(of: folder), .connectionFailed(host: "inner:\(inner.port)", cause: .refused))
    await folder.shutDown()
  }

  @Test(arguments: [
    ("ProxyCommand touch %d/run", ConnectionFault.proxyCommand),
    ("Match exec \"touch %d/run\"\n  Port 1", ConnectionFault.matchExec),
    ("RevokedHostKeys %d/revoked", ConnectionFault.revokedHostKeys),
  ])
  func
    `what the configuration asks for and isn't done is an error that says so, and no program is run`(
      line: String, cause: ConnectionFault
    ) async throws
  {
    try server.makeUserKnown()
    try server.writeConfiguration(line)

    try await expectEqual(error(of: folder()), .connectionFailed(host: "127.0.0.1", cause: cause))
    let trace = server.folder.appending(path: "home/run").path(percentEncoded: false)
    #expect(!FileManager.default.fileExists(atPath: trace))

    try server.writeConfiguration("Host other\n  \(line)")
    try await expectEqual(
      error(of: folder()),
      (cause == .matchExec ? .connectionFailed(host: "127.0.0.1", cause: cause) : nil))
  }

  @Test func `a configuration that others can write to is refused`() async throws {
    try server.makeUserKnown()
    try server.writeConfiguration("Host other\n", mode: 0o660)

    try await expectEqual(
      error(of: folder()),
      .connectionFailed(
        host: "127.0.0.1", cause: .writableByOthers(file: "~/.ssh/config")))
    try server.writeConfiguration("Host other\n")
    try await expectEqual(error(of: folder()), nil)
  }

  @Test func `nothing on this computer is written`() async throws {
    try server.makeUserKnown()
    func files() throws -> [String: Data] {
      let home = server.folder.appending(path: "home/.ssh")
      return Dictionary(
        uniqueKeysWithValues: try FileManager.default
          .contentsOfDirectory(atPath: home.path(percentEncoded: false))
          .map { ($0, try Data(contentsOf: home.appending(path: $0))) })
    }
    let before = try files()

    try await expectEqual(error(of: folder()), nil)

    try expectEqual(files(), before)
  }

  // MARK: Servers that go away

  @Test func `a server whose program has ended is asked over a new connection immediately`()
    async throws
  {
    let server = try SSHServer(settings: ["Subsystem sftp /usr/lib/openssh/sftp-server"])
    try server.makeUserKnown()
    let home = server.folder.appending(path: "files").path(percentEncoded: false)
    let time = TestTime()
    let folder = try SFTPFileSystem(
      configuration: TransportConfiguration(version: "1", time: time.time),
      folder: try #require(URL(string: server.address(home))), user: nil,
      environment: SFTPFileSystem.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), agent: nil,
        localUser: server.user, knownHosts: [], configuration: [])
    ) { (_) async throws(PhotoSourceError) in nil }
    await expectEqual(error(of: folder), nil)

    // Only its program: the connection is still up.
    expectEqual(server.endPrograms(named: "sftp-server"), 1)
    await expectEqual(error(of: folder), nil)
    #expect(time.waits.isEmpty)
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
    let big = server.folder.appending(path: "files/big.jpg").path(percentEncoded: false)
    close(open(big, O_WRONLY | O_CREAT, 0o644))
    try #require(truncate(big, 32 << 20) == 0)
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
    let big = server.folder.appending(path: "files/big.jpg").path(percentEncoded: false)
    close(open(big, O_WRONLY | O_CREAT, 0o644))
    // As large as a picture may be; it never gets that far.
    try #require(truncate(big, 512 << 20) == 0)
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
    await folder.shutDown()
    server.signalSessions(SIGCONT)
  }

  @Test func `a server without SSH or SFTP is reported`() async throws {
    try server.makeUserKnown()
    let web = try SocketServer { client in
      let answer = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
      _ = Glibc.write(client, answer, answer.count)
    }
    let mute = try SocketServer { _ in }
    let closed = try RefusingPort()
    func error(at port: Int) async throws -> PhotoSourceError? {
      await self.error(of: try folder(at: "sftp://127.0.0.1:\(port)"))
    }
    let without = try SSHServer(settings: ["Subsystem other internal-sftp"])
    let key = try Data(contentsOf: server.folder.appending(path: "keys/authorized"))
    try key.write(to: without.folder.appending(path: "keys/authorized"))
    try server.writeKnownHosts(without.knownHosts())

    try await expectEqual(
      error(at: Int(web.port)), .connectionFailed(host: "127.0.0.1:\(web.port)", cause: .notSSH))
    // Noticed immediately, and not by a time-out.
    try await expectEqual(
      error(at: Int(mute.port)), .connectionFailed(host: "127.0.0.1:\(mute.port)", cause: .closed))
    try await expectEqual(
      error(at: Int(closed.port)),
      .connectionFailed(host: "127.0.0.1:\(closed.port)", cause: .refused))
    try await expectEqual(
      error(at: without.port), .connectionFailed(host: "127.0.0.1:\(without.port)", cause: .noSFTP))
  }
}
