import AsyncHTTPClient
import GalleryDomain
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The library's clients, one a route, made when first asked for: a program that asks no server starts no
/// thread and reads no certificate.
final class ClientPool: Sendable {
  private struct Members {
    var group: MultiThreadedEventLoopGroup?
    var clients: [ConnectionRoute: HTTPClient] = [:]
    var isShutDown = false
  }

  /// What the thread opens, a connection, and its resolver's.
  private static let fileCount = 8

  private let configuration: TransportConfiguration
  private let members = Mutex(Members())

  init(configuration: TransportConfiguration) {
    self.configuration = configuration
  }

  deinit {
    let members = self.members.withLock { $0 }
    guard !members.isShutDown else { return }
    Self.end(members) {}
  }

  /// - Parameter server: Who is to be asked, for errors.
  /// - Throws: `.cancelled` after the shutdown.
  func client(
    for route: ConnectionRoute, server: String
  ) throws(PhotoSourceError) -> HTTPClient {
    // The library traps where its thread gets no descriptors.
    guard members.withLock({ $0.group != nil }) || configuration.mayOpenFiles(Self.fileCount) else {
      throw .connectionFailed(host: server, cause: .tooManyFiles)
    }
    let client = members.withLock { members -> HTTPClient? in
      guard !members.isShutDown else { return nil }
      if let client = members.clients[route] { return client }
      let client = HTTPClient(
        eventLoopGroup: Self.group(&members), configuration: libraryConfiguration(for: route))
      members.clients[route] = client
      return client
    }
    guard let client else { throw .cancelled }
    return client
  }

  /// One thread: encryption of 500 MB/s is more than a gallery asks for.
  var group: (any EventLoopGroup)? {
    members.withLock { $0.isShutDown ? nil : Self.group(&$0) }
  }

  /// Ends all requests and connections; returns when they have ended.
  func shutDown() async {
    let members = members.withLock { members in
      defer { members = Members(isShutDown: true) }
      return members
    }
    guard !members.isShutDown else { return }
    await withCheckedContinuation { continuation in
      Self.end(members) { continuation.resume() }
    }
  }

  private static func group(_ members: inout Members) -> MultiThreadedEventLoopGroup {
    if let group = members.group { return group }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    members.group = group
    return group
  }

  /// The clients first, one after the other, then their threads.
  private static func end(_ members: Members, completion: @escaping @Sendable () -> Void) {
    guard let group = members.group else { return completion() }
    let futures = members.clients.values.map { client in
      client.shutdown().always { _ in withExtendedLifetime(client) {} }
    }
    EventLoopFuture.andAllComplete(futures, on: group.any()).whenComplete { _ in
      group.shutdownGracefully { _ in completion() }
    }
  }

  private func libraryConfiguration(for route: ConnectionRoute) -> HTTPClient.Configuration {
    var result = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(configuration.timeOuts.connect),
        read: TimeAmount(configuration.timeOuts.idle),
        write: TimeAmount(configuration.timeOuts.idle)),
      decompression: .disabled)
    result.tlsConfiguration = tlsConfiguration
    // HTTP/2 would save connections, of which we need six a host at the most, and bring its own attacks.
    result.httpVersion = .http1Only
    // Retries are ours: they know what the user does meanwhile.
    result.connectionPool.retryConnectionEstablishment = false
    // How many run beside each other is the caller's: what waits here is timed like a connection.
    result.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
    result.connectionPool.idleTimeout = .seconds(30)
    switch route {
    case .direct: break
    case .directToPublicHosts:
      result.http1_1ConnectionDebugInitializer = { PublicConnection.check($0) }
    case .tunnel(let proxy):
      switch proxy.kind {
      case .http:
        result.proxy = .server(
          host: proxy.host, port: proxy.port,
          authorization: proxy.user.map { .basic(username: $0, password: proxy.password ?? "") })
      case .socks5, .unsupported: result.proxy = .socksServer(host: proxy.host, port: proxy.port)
      }
    case .forwarding(let proxy):
      result.http1_1ConnectionDebugInitializer = { channel in
        ForwardingHandler.add(to: channel, authorization: proxy.authorization)
      }
    }
    return result
  }

  private var tlsConfiguration: TLSConfiguration {
    var result = TLSConfiguration.makeClientConfiguration()
    // As OpenSSL and curl have it, for those who have the system's certificates elsewhere.
    if let file = configuration.environment["SSL_CERT_FILE"], access(file, R_OK) == 0 {
      result.trustRoots = .file(file)
    }
    result.additionalTrustRoots = configuration.additionalCertificates.compactMap { text in
      let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8))
      return certificates.map { .certificates($0) }
    }
    return result
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = .nanoseconds(overflows ? .max / 4 : product + attoseconds / 1_000_000_000)
  }
}

/// How a request gets to its server; requests of one route share their connections.
enum ConnectionRoute: Hashable, Sendable {
  /// To any address.
  case direct
  /// To addresses of the public internet only.
  case directToPublicHosts
  /// Through a tunnel that a proxy makes (CONNECT, or SOCKS).
  case tunnel(ProxyAddress)
  /// Asking the proxy itself: http without encryption. Most proxies make no tunnels to port 80.
  case forwarding(ProxyAddress)
}
