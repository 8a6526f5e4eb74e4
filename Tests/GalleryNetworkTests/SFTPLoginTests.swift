import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryNetwork

/// Servers that require two proofs, and connections that are lost between them.
@Suite(
  .enabled("sshd is installed") { SSHServer.isInstalled }, .serialized, .timeLimit(.minutes(10)))
struct SFTPLoginTests {
  private let askedCount = Counter()

  private final class Counter: Sendable {
    let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  private func folder(
    at server: SSHServer, port: Int? = nil, password: String? = nil
  ) throws -> SFTPFileSystem {
    let askedCount = askedCount
    return try SFTPFileSystem(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      folder: try #require(URL(string: "sftp://127.0.0.1:\(port ?? server.port)")), user: nil,
      environment: SFTPFileSystem.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), agent: nil,
        localUser: server.user, knownHosts: [], configuration: [])
    ) { (_) async throws(PhotoSourceError) in
      askedCount.add()
      return password.map { Array($0.utf8) }
    }
  }

  private func error(of folder: SFTPFileSystem) async -> PhotoSourceError? {
    do throws(PhotoSourceError) {
      _ = try await folder.list([], isRecursive: false, after: nil)
      return nil
    } catch {
      return error
    }
  }

  private func refusal(_ server: SSHServer, _ fault: LoginFault) -> PhotoSourceError {
    .loginRefused(
      host: "127.0.0.1", login: "-p \(server.port) \(server.user)@127.0.0.1", fault: fault)
  }

  // MARK: Two proofs

  @Test(
    .enabled("root can give the server a password file") { SSHServer.canReplaceFiles },
    arguments: [
      ("publickey,password", "no"), ("password,publickey", "no"),
      ("publickey,keyboard-interactive", "yes"), ("keyboard-interactive,publickey", "yes"),
    ])
  func `a key and a password together open a server that requires both`(
    methods: String, usesPAM: String
  ) async throws {
    let server = try SSHServer(
      settings: [
        "AuthenticationMethods \(methods)", "PasswordAuthentication yes",
        "KbdInteractiveAuthentication yes", "UsePAM \(usesPAM)", "LogLevel VERBOSE",
      ], replacements: ["/etc/shadow": SSHServer.shadow()])
    try server.makeUserKnown()
    for index in 0..<8 { try server.write([UInt8(index)], to: "\(index).jpg") }
    let folder = try folder(at: server, password: "s3cret")

    await expectEqual(error(of: folder), nil)
    // Further connections have both, too, and no one is asked again.
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for index in 0..<8 {
        let url = try #require(folder.url(of: Array("\(index).jpg".utf8)))
        group.addTask { try await folder.contents(of: url, byteLimit: 10).bytes }
      }
      for try await bytes in group { expectEqual(bytes.count, 1) }
    }

    expectEqual(askedCount.value, 1)
    #expect(!server.log.contains("Failed"))
    let missed = try await error(of: self.folder(at: server))
    expectEqual(
      missed, refusal(server, methods.hasPrefix("publickey") ? .passwordNeeded : .nothingToOffer))
    try await expectEqual(
      error(of: self.folder(at: server, password: "other")), .passwordRefused(host: "127.0.0.1"))
  }

  @Test func `a password that is needed besides a key is offered, and missed`() async throws {
    let server = try SSHServer(
      settings: [
        "AuthenticationMethods publickey,password", "PasswordAuthentication yes",
        "LogLevel VERBOSE",
      ])
    try server.makeUserKnown()

    try await expectEqual(error(of: folder(at: server)), refusal(server, .passwordNeeded))
    #expect(!server.log.contains("Failed password"))
    let folder = try folder(at: server, password: "wrong")
    for _ in 1...2 {
      await expectEqual(error(of: folder), .passwordRefused(host: "127.0.0.1"))
    }
    expectEqual(askedCount.value, 2)
    expectEqual(server.log.components(separatedBy: "Failed password").count, 2)
  }

  @Test func `two keys open a server that requires two`() async throws {
    let server = try SSHServer(settings: ["AuthenticationMethods publickey,publickey"])
    try server.makeUserKnown()
    try await expectEqual(error(of: folder(at: server)), refusal(server, .moreNeeded))

    try server.makeUserKey(.ecdsa)
    let folder = try folder(at: server)
    await expectEqual(error(of: folder), nil)
    server.endSessions()
    await expectEqual(error(of: folder), nil)
  }

  @Test(.enabled("root can give the server a password file") { SSHServer.canReplaceFiles })
  func `a second question is not answered, and doesn't make the password wrong`() async throws {
    // The server asks for a new password behind the old one.
    let server = try SSHServer(
      settings: [
        "AuthenticationMethods publickey,keyboard-interactive", "KbdInteractiveAuthentication yes",
        "UsePAM yes",
      ], replacements: ["/etc/shadow": SSHServer.shadow(isExpired: true)])
    try server.makeUserKnown()
    let folder = try folder(at: server, password: "s3cret")

    for _ in 1...2 { await expectEqual(error(of: folder), refusal(server, .questionAsked)) }
  }

  @Test(.enabled("root can give the server a password file") { SSHServer.canReplaceFiles })
  func `a password that was accepted and is refused later is not offered again`() async throws {
    let server = try SSHServer(
      settings: ["PasswordAuthentication yes", "LogLevel VERBOSE"],
      replacements: ["/etc/shadow": SSHServer.shadow()])
    try server.writeKnownHosts(server.knownHosts())
    let folder = try folder(at: server, password: "s3cret")
    await expectEqual(error(of: folder), nil)

    try server.replace("/etc/shadow", by: SSHServer.shadow(.other))
    server.endSessions()
    for _ in 1...2 {
      await expectEqual(error(of: folder), .passwordRefused(host: "127.0.0.1"))
    }

    expectEqual(server.log.components(separatedBy: "Failed password").count, 2)
  }

  // MARK: Lost connections

  @Test(arguments: [1, 1_000])
  func `a connection lost while a key is tried is made once more, with that key`(lossCount: Int)
    async throws
  {
    let place = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let (script, trace) = (place.appending(path: "script"), place.appending(path: "trace"))
    let key = place.appending(path: "key")
    try Data(
      """
      echo asked >>\(trace.path(percentEncoded: false))
      [ $(wc -l <\(trace.path(percentEncoded: false))) -gt \(lossCount) ] || kill -9 $PPID
      cat \(key.path(percentEncoded: false))

      """.utf8
    ).write(to: script)
    // The server asks this program for the user's keys, and is ended by it without a word.
    let server = try SSHServer(
      settings: [
        "AuthorizedKeysCommand /bin/sh \(script.path(percentEncoded: false))",
        "AuthorizedKeysCommandUser \(NSUserName())",
      ])
    try server.writeKnownHosts(server.knownHosts())
    let path = try server.makeUserKey(isTaken: false)
    try FileManager.default.copyItem(at: URL(filePath: "\(path).pub"), to: key)

    try await expectEqual(
      error(of: folder(at: server)),
      (lossCount == 1
        ? nil : .connectionFailed(host: "127.0.0.1:\(server.port)", cause: .closed)))
    let lines = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    expectEqual(lines.count, 2)
  }

  @Test(arguments: [1, 1_000])
  func `a password whose answer is lost is offered once more, and doesn't count as wrong`(
    lossCount: Int
  ) async throws {
    let server = try SSHServer(settings: ["PasswordAuthentication yes", "LogLevel VERBOSE"])
    let door = try Door(to: server.port, lossCount: lossCount)
    try server.writeKnownHosts(
      server.knownHosts().replacing("\(server.port)", with: "\(door.port)"))
    // Longer than all else that is said before it.
    let folder = try folder(
      at: server, port: door.port, password: String(repeating: "x", count: 2 * Door.byteLimit))
    let isLost = PhotoSourceError.connectionFailed(
      host: "127.0.0.1:\(door.port)", cause: .closed)

    if lossCount == 1 {
      // The server has said so.
      await expectEqual(error(of: folder), .passwordRefused(host: "127.0.0.1"))
      expectEqual(door.lossCount, 1)
    } else {
      await expectEqual(error(of: folder), isLost)
      expectEqual(door.lossCount, 2)
      // Nor by the next connection.
      await expectEqual(error(of: folder), isLost)
      expectEqual(door.lossCount, 2)
    }
  }

  /// Forwards connections to a port, and closes them when a client sends much in one piece.
  private final class Door: Sendable {
    static let byteLimit = 4_096

    private let server: SocketServer
    private let losses: Counter

    var port: Int { Int(server.port) }
    /// Connections that were closed.
    var lossCount: Int { losses.value }

    /// - Parameter lossCount: How many connections are closed.
    init(to port: Int, lossCount: Int) throws {
      let losses = Counter()
      self.losses = losses
      server = try SocketServer { client in
        guard let inner = Self.connect(to: port) else { return }
        defer { close(inner) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Since the server's last answer.
        var sentCount = 0
        while true {
          var polled = [client, inner].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
          guard poll(&polled, 2, -1) > 0 else { return }
          for (from, to) in [(0, inner), (1, client)] where polled[from].revents != 0 {
            let count = read(polled[from].fd, &buffer, buffer.count)
            guard count > 0 else { return }
            sentCount = from == 0 ? sentCount + count : 0
            if sentCount > Self.byteLimit, losses.value < lossCount { return losses.add() }
            guard write(to, buffer, count) == count else { return }
          }
        }
      }
    }

    private static func connect(to port: Int) -> Int32? {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else {
        close(descriptor)
        return nil
      }
      return descriptor
    }
  }
}
