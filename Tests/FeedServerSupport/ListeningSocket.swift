import Foundation
import Glibc

/// A listening socket on a free port of a loopback address.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  init(host: FeedServer.Host, listens: Bool = true) throws {
    let isIPv6 = host == .loopback6
    let descriptor = socket(
      isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.lastError() }
    var storage = sockaddr_storage()
    let text = host.rawValue.trimmingCharacters(in: ["[", "]"])
    var length = socklen_t(0)
    withUnsafeMutableBytes(of: &storage) { bytes in
      if isIPv6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        _ = inet_pton(AF_INET6, text, &address.sin6_addr)
        length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
      } else {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        _ = inet_pton(AF_INET, text, &address.sin_addr)
        length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeBytes(of: address) { bytes.copyMemory(from: $0) }
      }
    }
    let isReady = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && (!listens || listen(descriptor, 128) == 0)
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isReady else {
      let error = Self.lastError()
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    // Both families have the port after the family, in network byte order.
    port = withUnsafeBytes(of: storage) {
      UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
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

  private static func lastError() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
