import CCurl
import FeedFormats
import Foundation
import GalleryDomain
import Glibc
import Synchronization

/// Ends the work of an SSH connection from another thread.
///
/// libssh waits in `poll` for data and can't be cancelled, but shutting down its socket makes `poll` return.
final class SSHInterruption: Sendable {
  enum Reason: Sendable {
    case cancelled
    /// No data came for too long.
    case silent
    /// More data came than was requested.
    case flooded
  }

  private let state = Mutex((reason: Reason?.none, descriptors: [Int32]()))

  /// Why the connection was given up; nil if it wasn't.
  var reason: Reason? { state.withLock { $0.reason } }
  var isGivenUp: Bool { reason != nil }

  /// - Returns: false if it is given up already.
  func watch(_ descriptor: Int32) -> Bool {
    state.withLock { state in
      if state.reason == nil { state.descriptors.append(descriptor) }
      return state.reason == nil
    }
  }

  /// Call before a descriptor is closed: its number may be reused for another file.
  func unwatch(_ descriptor: Int32) {
    state.withLock { state in state.descriptors.removeAll { $0 == descriptor } }
  }

  /// Call on any thread.
  func giveUp(_ reason: Reason = .cancelled) {
    state.withLock { state in
      state.reason = state.reason ?? reason
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }
}

/// Connections to TCP ports, made on a thread that may wait.
enum SSHSocket {
  /// How long one address is tried alone (RFC 8305, 5: 250 ms).
  private static let headStart = Duration.milliseconds(250)

  /// Connects to the first of a host's addresses that answers; each further one is tried in parallel with the earlier
  /// ones.
  ///
  /// - Parameters:
  ///   - addresses: In network order, not empty; the best one first.
  ///   - timeOut: For all of them.
  /// - Returns: A non-blocking descriptor that the caller closes.
  /// - Throws: An errno.
  static func connect(
    to addresses: [[UInt8]], port: Int, timeOut: Duration, _ interruption: SSHInterruption
  ) throws(Errno) -> Int32 {
    let deadline = ContinuousClock.now + timeOut
    var waiting: [Int32] = []
    var left = addresses[...]
    var failure = Errno(code: ETIMEDOUT)
    defer {
      for descriptor in waiting { close(descriptor, interruption) }
    }
    var nextStart = ContinuousClock.now
    while !waiting.isEmpty || !left.isEmpty {
      guard !interruption.isGivenUp else { throw Errno(code: ECANCELED) }
      let now = ContinuousClock.now
      guard now < deadline else { throw Errno(code: ETIMEDOUT) }
      if let address = left.first, waiting.isEmpty || now >= nextStart {
        left.removeFirst()
        nextStart = now + headStart
        do throws(Errno) {
          waiting.append(try begin(address, port, interruption))
        } catch {
          failure = error
        }
        continue
      }
      var polled = waiting.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
      let until = left.isEmpty ? deadline : min(deadline, nextStart)
      _ = poll(&polled, nfds_t(polled.count), Int32(clamping: (until - now).milliseconds + 1))
      for one in polled where one.revents != 0 {
        waiting.removeAll { $0 == one.fd }
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(one.fd, SOL_SOCKET, SO_ERROR, &code, &size)
        // A socket that was shut down reports no error.
        if code == 0, !interruption.isGivenUp { return one.fd }
        close(one.fd, interruption)
        failure = Errno(code: code)
      }
    }
    throw interruption.isGivenUp ? Errno(code: ECANCELED) : failure
  }

  struct Errno: Error {
    var code: Int32
  }

  static func close(_ descriptor: Int32, _ interruption: SSHInterruption) {
    interruption.unwatch(descriptor)
    Glibc.close(descriptor)
  }

  private static func begin(
    _ address: [UInt8], _ port: Int, _ interruption: SSHInterruption
  ) throws(Errno) -> Int32 {
    let family = address.count == 4 ? AF_INET : AF_INET6
    let descriptor = socket(
      family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw Errno(code: errno) }
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard interruption.watch(descriptor) else {
      Glibc.close(descriptor)
      throw Errno(code: ECANCELED)
    }
    let status: Int32
    if family == AF_INET {
      var target = sockaddr_in()
      target.sin_family = sa_family_t(AF_INET)
      target.sin_port = in_port_t(port).bigEndian
      withUnsafeMutableBytes(of: &target.sin_addr) { $0.copyBytes(from: address) }
      status = withUnsafePointer(to: &target) { connect(descriptor, $0) }
    } else {
      var target = sockaddr_in6()
      target.sin6_family = sa_family_t(AF_INET6)
      target.sin6_port = in_port_t(port).bigEndian
      withUnsafeMutableBytes(of: &target.sin6_addr) { $0.copyBytes(from: address) }
      status = withUnsafePointer(to: &target) { connect(descriptor, $0) }
    }
    let code = errno
    guard status == 0 || code == EINPROGRESS else {
      close(descriptor, interruption)
      throw Errno(code: code)
    }
    return descriptor
  }

  private static func connect<Address>(
    _ descriptor: Int32, _ address: UnsafePointer<Address>
  ) -> Int32 {
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
    }
  }
}
