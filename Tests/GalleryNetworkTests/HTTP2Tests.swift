import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization
import Testing

@testable import GalleryNetwork

/// Everything that is waited for happens immediately, or the test has failed.
@Suite(.timeLimit(.minutes(10)))
struct HTTP2Tests {
  private static func transport(
    change: (inout TransportConfiguration) -> Void = { _ in }
  ) -> CurlTransport {
    .test {
      $0.additionalCertificates = [TestCertificate.valid.pem]
      change(&$0)
    }
  }

  private static func url(_ port: Int, _ path: String = "/") throws -> URL {
    try #require(URL(string: "https://localhost:\(port)\(path)"))
  }

  // MARK: - Servers as they are

  @Test(
    .enabled("nginx or nghttpd is installed") { !RealServer.Kind.installed.isEmpty },
    arguments: RealServer.Kind.allCases)
  func `several pictures of a server share one connection`(kind: RealServer.Kind) async throws {
    guard RealServer.Kind.installed.contains(kind) else { return }
    let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 5) }
    let server = try await RealServer(
      kind, files: ["a.jpg": picture, "feed.json": Array("{}".utf8)])
    let relay = try Relay(to: server.port)
    let transport = Self.transport()

    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 1...6 {
        group.addTask {
          try await transport.send(HTTPRequest(url: Self.url(relay.port, "/a.jpg"))).body
        }
      }
      for try await body in group { expectEqual(body, picture) }
    }
    let feed = try await transport.send(HTTPRequest(url: Self.url(relay.port, "/feed.json")))
    let missing = try await transport.send(HTTPRequest(url: Self.url(relay.port, "/none")))

    expectEqual(feed.text, "{}")
    expectEqual(missing.status, 404)
    expectEqual(relay.connectionCount, 1)
  }

  @Test(.enabled("nghttpd is installed") { RealServer.Kind.installed.contains(.nghttpd) })
  func `a request that may be sent only once has a connection of its own`() async throws {
    let server = try await RealServer(.nghttpd, files: ["a": [1]])
    let relay = try Relay(to: server.port)
    let transport = Self.transport()
    let url = try Self.url(relay.port, "/a")

    _ = try await transport.send(HTTPRequest(url: url))
    let left = Mutex(0)
    // nghttpd speaks HTTP/2 alone, so that the order, which goes over HTTP/1.1, is not answered.
    let outcome = await transport.outcome(of: HTTPRequest(method: .post, url: url, body: [1]))
    _ = try? await transport.send(
      HTTPRequest(method: .post, url: url, body: [1]), bodyWillLeave: { left.withLock { $0 += 1 } })

    guard case .failure = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(left.withLock { $0 } <= 1)
    expectEqual(relay.connectionCount, 3)
  }

  // MARK: - Malicious servers

  @Test func `an answer in frames is read`() async throws {
    let server = try EncryptedServer { connection in
      let stream = Frames.awaitRequest(connection)
      connection.write(
        Frames.headers(stream, isLast: false) + Frames.frame(0, 1, stream, Array("{}".utf8)))
      while connection.read() != nil {}
    }

    let response = try await Self.transport().send(HTTPRequest(url: Self.url(server.port)))

    expectEqual(response.status, 200)
    expectEqual(response.text, "{}")
    server.stop()
  }

  @Test func `streams that are reset as soon as they are opened are given up`() async throws {
    let server = try EncryptedServer { connection in
      var stream = Frames.awaitRequest(connection)
      while stream != 0 {
        // REFUSED_STREAM: the client may try again at once, and libcurl does so a few times.
        connection.write(Frames.frame(3, 0, stream, [0, 0, 0, 7]))
        stream = Frames.awaitRequest(connection, isFirst: false)
      }
    }

    let error = await Self.transport().error(for: try Self.url(server.port))

    guard case .connectionFailed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    server.stop()
  }

  @Test func `endless headers are an error`() async throws {
    let server = try EncryptedServer { connection in
      let stream = Frames.awaitRequest(connection)
      connection.write(Frames.frame(1, 0, stream, [0x88]))
      // A literal header of 64 letters, again and again, and never the flag that says that it was the last.
      let field: [UInt8] = [0x00, 0x01, 0x78, 0x40] + [UInt8](repeating: 0x61, count: 64)
      let more = Frames.frame(9, 0, stream, Array(repeatElement(field, count: 200).joined()))
      while connection.write(more) {}
    }

    let error = await Self.transport().error(for: try Self.url(server.port))

    guard case .connectionFailed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    server.stop()
  }

  @Test func `an endless stream is stopped at the limit`() async throws {
    let server = try EncryptedServer { connection in
      let stream = Frames.awaitRequest(connection)
      connection.write(Frames.headers(stream, isLast: false))
      let piece = Frames.frame(0, 0, stream, [UInt8](repeating: 0x20, count: 16_000))
      while connection.write(piece) {}
    }
    let transport = Self.transport { $0.limits.feedByteCount = 1 << 20 }

    let error = await transport.error(for: try Self.url(server.port))

    expectEqual(error, .tooLarge(name: "localhost", byteCount: 1 << 20, byteLimit: 1 << 20))
    server.stop()
  }

  @Test(arguments: [
    // Pings, settings and empty pieces of a body mean nothing, however many come.
    Frames.frame(6, 0, 0, [UInt8](repeating: 1, count: 8)), Frames.frame(4, 0, 0, []),
    Frames.frame(8, 0, 0, [0, 0, 0, 1]),
  ])
  func `frames without content count as silence`(frame: [UInt8]) async throws {
    let server = try EncryptedServer { connection in
      let stream = Frames.awaitRequest(connection)
      connection.write(Frames.headers(stream, isLast: false))
      while connection.write(frame) { usleep(1_000) }
    }
    let transport = Self.transport { $0.timeOuts.idle = .milliseconds(100) }

    let error = await transport.error(for: try Self.url(server.port))

    expectEqual(error, .timedOut(host: "localhost"))
    server.stop()
  }
}

/// Frames of HTTP/2 (RFC 9113, 4 and 6).
enum Frames {
  static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8]
  {
    let count = UInt32(payload.count)
    return [UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8)]
      + [UInt8(truncatingIfNeeded: count), type, flags]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + payload
  }

  /// `:status: 200`, which is entry 8 of the static table.
  static func headers(_ stream: UInt32, isLast: Bool) -> [UInt8] {
    frame(1, isLast ? 5 : 4, stream, [0x88])
  }

  /// Says what a server says first, and reads until a request is there.
  ///
  /// - Returns: Its stream; 0 at the end of the connection.
  static func awaitRequest(
    _ connection: EncryptedServer.Connection, isFirst: Bool = true
  ) -> UInt32 {
    if isFirst { connection.write(frame(4, 0, 0, [])) }
    var bytes: [UInt8] = []
    var position = isFirst ? 24 : 0
    while let piece = connection.read() {
      bytes += piece
      while bytes.count >= position + 9 {
        let head = bytes[position..<position + 9].map(UInt32.init)
        if head[3] == 1 { return head[5] << 24 | head[6] << 16 | head[7] << 8 | head[8] }
        position += 9 + Int(head[0] << 16 | head[1] << 8 | head[2])
      }
    }
    return 0
  }
}

/// nginx or nghttpd, serving a folder over TLS on loopback.
final class RealServer {
  enum Kind: String, CaseIterable, Sendable {
    case nghttpd, nginx

    var path: String? {
      ["/usr/bin", "/usr/sbin"].map { "\($0)/\(rawValue)" }.first { access($0, X_OK) == 0 }
    }

    static var installed: [Kind] { allCases.filter { $0.path != nil } }
  }

  let port: Int
  private let process = Process()
  private let folder: URL
  private let reserved: RefusingPort

  init(_ kind: Kind, files: [String: [UInt8]]) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let certificate = folder.appending(path: "cert.pem").path
    let key = folder.appending(path: "key.pem").path
    try Data(TestCertificate.valid.pem.utf8).write(to: URL(filePath: certificate))
    try Data(TestCertificate.key.utf8).write(to: URL(filePath: key))
    reserved = try RefusingPort()
    port = Int(reserved.port)
    process.executableURL = URL(filePath: try #require(kind.path))
    switch kind {
    case .nghttpd:
      process.arguments = ["-a", "127.0.0.1", "-d", folder.path, "\(port)", key, certificate]
    case .nginx:
      let settings = folder.appending(path: "nginx.conf")
      try Data(
        """
        daemon off; master_process off; pid \(folder.path)/pid; error_log \(folder.path)/log;
        events {}
        http {
          access_log off;
          client_body_temp_path \(folder.path)/a; proxy_temp_path \(folder.path)/b;
          fastcgi_temp_path \(folder.path)/c; uwsgi_temp_path \(folder.path)/d;
          scgi_temp_path \(folder.path)/e;
          server {
            listen 127.0.0.1:\(port) ssl http2;
            ssl_certificate \(certificate); ssl_certificate_key \(key);
            root \(folder.path);
          }
        }
        """.utf8
      ).write(to: settings)
      process.arguments = ["-c", settings.path, "-e", "\(folder.path)/log"]
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = ContinuousClock.now + .seconds(20)
    while !Relay.isAnswering(port) {
      try #require(ContinuousClock.now < deadline && process.isRunning, "\(kind) did not start")
      await Task.yield()
    }
  }

  deinit {
    // Not waited for: Foundation does so in a run loop, which takes a thread of the tests; it reaps the process anyway.
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Forwards connections to another port, and counts them.
final class Relay: Sendable {
  private let server: SocketServer

  var port: Int { Int(server.port) }
  var connectionCount: Int { server.connectionCount }

  init(to port: Int) throws {
    server = try SocketServer { client in
      guard let other = Self.connect(to: port) else { return }
      defer { close(other) }
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Self.copy(from: other, to: client)
        ended.signal()
      }
      Self.copy(from: client, to: other)
      // Neither is closed while the other thread knows it by its number, which may soon be another connection's.
      shutdown(other, Int32(SHUT_RDWR))
      ended.wait()
    }
  }

  static func isAnswering(_ port: Int) -> Bool {
    guard let descriptor = connect(to: port) else { return false }
    close(descriptor)
    return true
  }

  private static func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if !isConnected { close(descriptor) }
    return isConnected ? descriptor : nil
  }

  private static func copy(from source: Int32, to target: Int32) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &bytes, bytes.count)
      guard count > 0 else { break }
      var written = 0
      while written < count {
        let piece = bytes[written..<count].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
        guard piece > 0 else { return }
        written += piece
      }
    }
    shutdown(target, Int32(SHUT_WR))
  }
}
