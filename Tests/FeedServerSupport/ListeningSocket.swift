import Foundation
import Glibc

/// A listening socket on a free port of a loopback address.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  private let reserved: RefusingPort

  var port: UInt16 { reserved.port }

  init(host: FeedServer.Host) throws {
    reserved = try RefusingPort(host: host)
    descriptor = try Self.open(host)
    do {
      // Shared with the reservation.
      Self.share(descriptor)
      try Self.bind(descriptor, to: host, port: reserved.port)
      guard listen(descriptor, 128) == 0 else { throw Self.lastError() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Blocks; nil if the socket was shut down.
  func accept() -> Int32? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        // Programs that a test starts don't inherit the connections.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  // MARK: System calls

  static func open(_ host: FeedServer.Host) throws -> Int32 {
    let descriptor = socket(
      host == .loopback6 ? AF_INET6 : AF_INET,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw lastError() }
    return descriptor
  }

  /// Lets other sockets with this option have the port, too; only one of them may listen.
  static func share(_ descriptor: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// - Parameter port: 0 for any that is free.
  /// - Returns: The port.
  @discardableResult
  static func bind(
    _ descriptor: Int32, to host: FeedServer.Host, port: UInt16 = 0
  ) throws -> UInt16 {
    var storage = sockaddr_storage()
    let text = host.rawValue.trimmingCharacters(in: ["[", "]"])
    var length = socklen_t(0)
    withUnsafeMutableBytes(of: &storage) { bytes in
      if host == .loopback6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        _ = inet_pton(AF_INET6, text, &address.sin6_addr)
        length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
      } else {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        _ = inet_pton(AF_INET, text, &address.sin_addr)
        length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
      }
    }
    let isBound = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(descriptor, address, length) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw lastError() }
    // Both families have the port after the family, in network byte order.
    return withUnsafeBytes(of: storage) {
      UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  private static func lastError() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
