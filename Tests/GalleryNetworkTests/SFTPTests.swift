import FeedFormats
import FeedServerSupport
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

  private func url(_ path: String) throws -> URL {
    try #require(URL(string: server.address(path)))
  }

  private func transport(
    to address: String? = nil, user: String? = nil, hasAgent: Bool = false,
    knownHosts: [String] = [], password: [UInt8]? = nil, time: TransportTime = TestTime().time
  ) throws -> SFTPTransport {
    try SFTPTransport(
      configuration: TransportConfiguration(version: "1.2.3", time: time),
      server: try #require(URL(string: address ?? server.address())), user: user ?? server.user,
      environment: SFTPTransport.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false),
        hasAgent: hasAgent, knownHosts: knownHosts)
    ) { () async throws(PhotoSourceError) in password }
  }

  private func error(of transport: SFTPTransport, _ path: String = "/~/") async throws
    -> PhotoSourceError?
  {
    let request = HTTPRequest(url: try url(path))
    do throws(PhotoSourceError) {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
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
    let transport = try transport()
    let format = try SFTPFormat(url: url(""))

    let listing = try format.decode(
      try await transport.send(format.request(for: [], isRecursive: false, after: nil)), of: [])
    let below = try format.decode(
      try await transport.send(
        format.request(for: Array("sub folder".utf8), isRecursive: false, after: nil)),
      of: Array("sub folder".utf8))

    #expect(
      Set(listing.entries.filter { !$0.isFolder }.map(\.path)) == Set(names))
    #expect(listing.entries.filter(\.isFolder).map(\.path) == [Array("sub folder".utf8)])
    #expect(below.entries.map(\.path) == [Array("sub folder/empty.jpg".utf8)])
    #expect(below.entries.first?.byteCount == 0)
    for (index, name) in names.enumerated() {
      let entry = try #require(listing.entries.first { $0.path == name })
      #expect(entry.byteCount == index + 1)
      #expect(abs(try #require(entry.modified).timeIntervalSinceNow) < 86_400)
      let answer = try await transport.send(
        format.fileRequest(for: try #require(format.url(of: name))))
      #expect(answer.body == Array(picture[...index]))
    }
  }

  @Test func `parts of a file come as they are asked for`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    try server.write([], to: "empty.jpg")
    let transport = try transport()
    func part(_ range: String, of name: String = "a.jpg") async throws -> HTTPResponse {
      var request = HTTPRequest(url: try url("/~/\(name)"), headers: ["Range": "bytes=\(range)"])
      request.answerByteLimit = 65_536
      request.cutsAnswer = true
      return try await transport.send(request)
    }

    let head = try await part("0-65535")
    #expect(head.status == 206)
    #expect(head.headers["Content-Range"] == "bytes 0-65535/200000")
    let tag = try #require(head.headers["ETag"])
    var same = HTTPRequest(
      url: try url("/~/a.jpg"), headers: ["Range": "bytes=5-9", "If-Match": tag])
    #expect(try await transport.send(same).body == Array(picture[5...9]))
    same.headers["If-Match"] = "\"1\""
    #expect(try await transport.send(same).status == 412)
    #expect(head.body == Array(picture[..<65_536]))
    let middle = try await part("70000-70009")
    #expect(middle.headers["Content-Range"] == "bytes 70000-70009/*")
    #expect(middle.body == Array(picture[70_000..<70_010]))
    #expect(try await part("199990-300000").body == Array(picture[199_990...]))
    #expect(try await part("190000-").body == Array(picture[190_000...]))
    #expect(try await part("300000-300009").status == 416)
    #expect(try await part("0-65535", of: "empty.jpg").body.isEmpty)
    #expect(try await part("5-9", of: "empty.jpg").status == 416)
    // How long the whole is costs another question, which only what is no JPEG is worth.
    try server.write([0xFF, 0xD8, 0xFF] + picture, to: "b.jpg")
    #expect(try await part("0-65535", of: "b.jpg").headers["Content-Range"] == "bytes 0-65535/*")
    // A form that is not known: the whole, which is cut.
    #expect(try await part("-10").body == Array(picture[..<65_536]))
    #expect(try await part("0-65535", of: "none.jpg").status == 404)
  }

  @Test func `a whole file comes into its descriptor, and is asked about only`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    let transport = try transport()
    let file = try DownloadFile()
    let last = Mutex<ImageProgress?>(nil)

    var request = HTTPRequest(url: try url("/~/a.jpg"))
    let answer = try await transport.download(
      request, to: file.descriptor, allowance: .unlimited,
      progress: { progress in last.withLock { $0 = progress } })
    request.headers["If-None-Match"] = answer.headers["ETag"]
    let same = try await transport.download(
      request, to: file.descriptor, allowance: .unlimited, progress: { _ in })
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: server.folder.appending(path: "files/a.jpg").path(percentEncoded: false))
    let other = try await transport.download(
      request, to: file.descriptor, allowance: .unlimited, progress: { _ in })

    #expect(answer.status == 200)
    #expect(file.bytes == picture)
    #expect(last.withLock { $0 }?.expectedByteCount == picture.count)
    #expect(same.status == 304)
    #expect(other.status == 200)
    #expect(other.headers["ETag"] == "\"1000000\"")
  }

  @Test func `many at a time share few connections`() async throws {
    try server.makeUserKnown()
    for index in 0..<24 { try server.write([UInt8(index)] + picture, to: "\(index).jpg") }
    let transport = try transport()

    try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for index in 0..<24 {
        let request = HTTPRequest(url: try url("/~/\(index).jpg"))
        group.addTask { (index, try await transport.send(request).body) }
      }
      for try await (index, body) in group { #expect(body == [UInt8(index)] + picture) }
    }

    #expect((1...4).contains(server.connectionCount))
  }

  @Test func `what is not there, or not to be read, has its status`() async throws {
    try server.makeUserKnown()
    try server.write([1], to: "closed/a.jpg")
    let transport = try transport()
    let format = try SFTPFormat(url: url("/~/none"))

    let missing = try await transport.send(HTTPRequest(url: try url("/~/none/")))
    #expect(missing.status == 404)
    #expect(throws: PhotoSourceError.notFound(name: "127.0.0.1:\(server.port)/~/none/")) {
      try format.decode(missing, of: [])
    }
    let file = try await transport.send(HTTPRequest(url: try url("/~/closed/a.jpg/")))
    #expect(file.status == 405)
    #expect(
      throws: PhotoSourceError.notAFeed(
        name: "127.0.0.1:\(server.port)/~/closed/a.jpg", beginning: "file", content: .file)
    ) { try format.decode(file, of: []) }
    if geteuid() != 0 {
      chmod(server.folder.appending(path: "files/closed").path(percentEncoded: false), 0)
      #expect(try await transport.send(HTTPRequest(url: try url("/~/closed/"))).status == 403)
      chmod(server.folder.appending(path: "files/closed").path(percentEncoded: false), 0o755)
    }
    let other = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    await #expect(throws: PhotoSourceError.self) {
      try await transport.send(HTTPRequest(url: other))
    }
    await #expect(throws: PhotoSourceError.self) {
      try await transport.send(HTTPRequest(method: .put, url: try url("/~/x"), body: [1]))
    }
  }

  @Test func `more than is allowed is refused`() async throws {
    try server.makeUserKnown()
    try server.write(picture, to: "a.jpg")
    var request = HTTPRequest(url: try url("/~/a.jpg"))
    request.answerByteLimit = 1_000

    let transport = try transport()
    let asked = request

    await #expect(
      throws: PhotoSourceError.tooLarge(name: "127.0.0.1", byteCount: 200_000, byteLimit: 1_000)
    ) { try await transport.send(asked) }
  }

  // MARK: Who the server is

  @Test func `a server that is not known is told nothing, and not made known`() async throws {
    try server.makeUserKey()
    let transport = try transport()
    let refusal = PhotoSourceError.hostKeyRefused(host: "127.0.0.1", login: login, fault: .unknown)

    #expect(try await error(of: transport) == refusal)
    let file = server.folder.appending(path: "home/.ssh/known_hosts").path(percentEncoded: false)
    #expect(!FileManager.default.fileExists(atPath: file))
    try server.writeKnownHosts("# nothing\n")
    #expect(try await error(of: transport) == refusal)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "# nothing\n")

    // As soon as the user has made it known, it is.
    try server.writeKnownHosts(server.knownHosts())
    #expect(try await error(of: transport) == nil)
  }

  @Test(arguments: SSHServer.KeyKind.allCases.filter { $0 != .rsa })
  func `a server is asked for the kind of key by which it is known`(kind: SSHServer.KeyKind)
    async throws
  {
    try server.makeUserKey()
    let own = try server.knownHosts([kind])
    // Before it others, of the other kind, with names that nobody can read: libcurl by itself takes their kind.
    let other: SSHServer.KeyKind = kind == .ed25519 ? .ecdsa : .ed25519
    let others = try server.knownHosts([other]).replacing("127.0.0.1", with: "10.0.0.1")
    try server.writeKnownHosts(others + own)
    #expect(try await error(of: transport()) == nil)

    try server.hashKnownHosts()
    let file = server.folder.appending(path: "home/.ssh/known_hosts")
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("|1|"))
    #expect(try await error(of: transport()) == nil)
  }

  @Test func `a key that has changed is told apart, and a revoked one`() async throws {
    try server.makeUserKey()
    let other = try SSHServer()
    let wrong = try other.knownHosts().replacing("\(other.port)", with: "\(server.port)")
    let transport = try transport()
    func refusal(_ fault: HostKeyFault) -> PhotoSourceError {
      .hostKeyRefused(host: "127.0.0.1", login: login, fault: fault)
    }

    try server.writeKnownHosts(wrong)
    #expect(try await error(of: transport) == refusal(.changed))
    try server.writeKnownHosts(server.knownHosts() + "@revoked * " + Self.key(server.knownHosts()))
    #expect(try await error(of: transport) == refusal(.revoked))
    // Known by its second key alone, which it is asked for.
    try server.writeKnownHosts(server.knownHosts([.ecdsa]))
    #expect(try await error(of: transport) == nil)
  }

  private static func key(_ line: String) -> String {
    line.split(separator: "\n")[0].split(separator: " ").dropFirst().joined(separator: " ") + "\n"
  }

  @Test func `a server that has lost one of its kinds of keys is known by the next`() async throws {
    let server = try SSHServer(hostKeys: [.ecdsa])
    let old = try self.server.knownHosts([.ed25519])
      .replacing("\(self.server.port)", with: "\(server.port)")
    try server.makeUserKey()
    try server.writeKnownHosts(old + server.knownHosts())
    let transport = try SFTPTransport(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      server: try #require(URL(string: server.address())), user: server.user,
      environment: SFTPTransport.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), hasAgent: false,
        knownHosts: [])
    ) { () async throws(PhotoSourceError) in nil }

    let answer = try await transport.send(
      HTTPRequest(url: try #require(URL(string: server.address("/~/")))))

    #expect(answer.status == 200)
  }

  @Test func `the system's known hosts count, too`() async throws {
    try server.makeUserKey()
    let file = server.folder.appending(path: "system_hosts")
    try Data(server.knownHosts().utf8).write(to: file)

    let transport = try transport(knownHosts: [file.path(percentEncoded: false)])

    #expect(try await error(of: transport) == nil)
  }

  // MARK: Who the user is

  @Test func `a user without a key, with a wrong one, or with one that is locked, is refused`()
    async throws
  {
    try server.writeKnownHosts(server.knownHosts())
    func refusal(_ fault: LoginFault) -> PhotoSourceError {
      .loginRefused(host: "127.0.0.1", login: login, fault: fault)
    }

    #expect(try await error(of: transport()) == refusal(.nothingToOffer))
    try server.makeUserKey(.ecdsa, passphrase: "secret")
    #expect(try await error(of: transport()) == refusal(.nothingToOffer))
    try server.makeUserKey(.ed25519, isTaken: false)
    #expect(try await error(of: transport()) == refusal(.refused))
    // No key opens another user's account.
    #expect(
      try await error(of: transport(user: "nobody"))
        == .loginRefused(
          host: "127.0.0.1", login: "-p \(server.port) nobody@127.0.0.1", fault: .refused))
  }

  @Test func `the second of the usual keys is tried, and remembered`() async throws {
    try server.writeKnownHosts(server.knownHosts())
    try server.makeUserKey(.ed25519, isTaken: false)
    try server.makeUserKey(.ecdsa)
    let transport = try transport()

    #expect(try await error(of: transport) == nil)
    try FileManager.default.removeItem(
      at: server.folder.appending(path: "home/.ssh/id_ed25519"))
    #expect(try await error(of: transport) == nil)
  }

  @Test func `a wrong password is refused once, and not tried again`() async throws {
    let server = try SSHServer(settings: ["PasswordAuthentication yes"])
    try server.writeKnownHosts(server.knownHosts())
    let askedCount = Mutex(0)
    let transport = try SFTPTransport(
      configuration: TransportConfiguration(version: "1", time: TestTime().time),
      server: try #require(URL(string: server.address())), user: server.user,
      environment: SFTPTransport.Environment(
        home: server.folder.appending(path: "home").path(percentEncoded: false), hasAgent: false,
        knownHosts: [])
    ) { () async throws(PhotoSourceError) in
      askedCount.withLock { $0 += 1 }
      return Array("wröng".utf8)
    }
    let request = HTTPRequest(url: try #require(URL(string: server.address("/~/"))))

    for _ in 1...2 {
      await #expect(throws: PhotoSourceError.passwordRefused(host: "127.0.0.1")) {
        try await transport.send(request)
      }
    }

    #expect(askedCount.withLock { $0 } == 1)
  }

  // MARK: Servers that go away

  @Test(arguments: [1, Int.max])
  func `a server that dies in the middle is asked again, a few times`(deathCount: Int) async throws
  {
    try server.makeUserKnown()
    let big = server.folder.appending(path: "files/big.jpg").path(percentEncoded: false)
    close(open(big, O_WRONLY | O_CREAT, 0o644))
    try #require(truncate(big, 32 << 20) == 0)
    let file = try DownloadFile()
    let server = server
    let remaining = Mutex(deathCount)
    var time = TestTime().time
    // Progress is told of every piece.
    let seconds = Mutex(0)
    time.now = {
      seconds.withLock { count in
        count += 1
        return .seconds(count)
      }
    }
    let transport = try transport(time: time)
    let request = HTTPRequest(url: try url("/~/big.jpg"))

    let outcome: Result<HTTPResponse, PhotoSourceError>
    do throws(PhotoSourceError) {
      outcome = .success(
        try await transport.download(
          request, to: file.descriptor, allowance: .unlimited,
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
      #expect(try outcome.get().status == 200)
      var status = stat()
      #expect(fstat(file.descriptor, &status) == 0 && status.st_size == 32 << 20)
    } else {
      #expect(throws: PhotoSourceError.truncated(host: "127.0.0.1")) { try outcome.get() }
    }
    #expect(try await error(of: transport) == nil)
  }

  @Test(arguments: [false, true])
  func `a transfer ends when its task is cancelled, also of a server that hangs`(hangs: Bool)
    async throws
  {
    try server.makeUserKnown()
    let big = server.folder.appending(path: "files/big.jpg").path(percentEncoded: false)
    close(open(big, O_WRONLY | O_CREAT, 0o644))
    try #require(truncate(big, 4 << 30) == 0)
    let file = try DownloadFile()
    let server = server
    let transport = try transport()
    let request = HTTPRequest(url: try url("/~/big.jpg"))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    // More than a picture may have; it never comes to that.
    let task = Task {
      try await transport.download(
        request, to: file.descriptor, allowance: .unlimited,
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
    await transport.shutDown()
    server.signalSessions(SIGCONT)
  }

  @Test func `what is no server of SSH, or has no SFTP, is told in words`() async throws {
    try server.makeUserKnown()
    let web = try SocketServer { client in
      let answer = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
      _ = Glibc.write(client, answer, answer.count)
    }
    let closed = try RefusingPort()
    func error(at port: Int) async throws -> PhotoSourceError? {
      let address = "sftp://127.0.0.1:\(port)"
      do {
        _ = try await transport(to: address).send(
          HTTPRequest(url: try #require(URL(string: "\(address)/~/"))))
        return nil
      } catch {
        return error as? PhotoSourceError
      }
    }
    let without = try SSHServer(settings: ["Subsystem other internal-sftp"])
    let key = try Data(contentsOf: server.folder.appending(path: "keys/authorized"))
    try key.write(to: without.folder.appending(path: "keys/authorized"))
    try server.writeKnownHosts(without.knownHosts())

    #expect(
      try await error(at: Int(web.port))
        == .connectionFailed(host: "127.0.0.1:\(web.port)", cause: .notSSH))
    #expect(
      try await error(at: Int(closed.port))
        == .connectionFailed(host: "127.0.0.1:\(closed.port)", cause: .refused))
    #expect(
      try await error(at: without.port)
        == .connectionFailed(host: "127.0.0.1:\(without.port)", cause: .noSFTP))
  }
}
