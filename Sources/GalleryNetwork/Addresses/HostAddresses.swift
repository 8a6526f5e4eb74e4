import Foundation
import Glibc
import Synchronization

/// The addresses of a host, as the system resolves them.
enum HostAddresses {
  /// The address that a host spells out, in any form that the system's resolver accepts: `127.1`, `0x7f000001`,
  /// `2130706433` and `[::ffff:7f00:1]` are all the same. Doesn't use the network.
  ///
  /// - Returns: Network order; nil for a name.
  static func literal(_ host: String) -> [UInt8]? {
    // The usual form, of which the resolver makes a list.
    var address = in_addr()
    if inet_pton(AF_INET, host, &address) == 1 { return withUnsafeBytes(of: address) { Array($0) } }
    return resolve(host, flags: AI_NUMERICHOST).first
  }

  /// All addresses of a host; empty if it has none or the lookup failed.
  ///
  /// Resolving cannot be interrupted, so it has a thread of its own, and a cancelled task does not wait for it.
  static func all(of host: String) async -> [[UInt8]] {
    let once = ResumeOnce<[[UInt8]]>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        once.hold(continuation)
        Thread.detachNewThread { once.resume(returning: resolve(host, flags: 0)) }
      }
    } onCancel: {
      once.resume(returning: [])
    }
  }

  /// The bytes of a socket's address, in network order; empty for other families.
  static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8] {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
      }
    case AF_INET6:
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
      }
    default: []
    }
  }

  private static func resolve(_ host: String, flags: Int32) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = flags
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host.trimmingBrackets, nil, &hints, &first) == 0 else { return [] }
    defer { freeaddrinfo(first) }
    var addresses: [[UInt8]] = []
    var next = first
    while let info = next?.pointee {
      if let address = info.ai_addr { addresses.append(bytes(of: UnsafePointer(address))) }
      next = info.ai_next
    }
    return addresses
  }
}

extension String {
  /// In some versions of Foundation, hosts that are IPv6 addresses have brackets.
  var trimmingBrackets: String {
    utf8.first == UInt8(ascii: "[") || utf8.last == UInt8(ascii: "]")
      ? trimmingCharacters(in: ["[", "]"]) : self
  }
}

/// A continuation that only the first of several calls resumes.
private final class ResumeOnce<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case held(CheckedContinuation<Value, Never>)
    case resumed(Value)
  }

  private let state = Mutex(State.empty)

  func hold(_ continuation: CheckedContinuation<Value, Never>) {
    let value = state.withLock { state -> Value? in
      if case .resumed(let value) = state { return value }
      state = .held(continuation)
      return nil
    }
    if let value { continuation.resume(returning: value) }
  }

  func resume(returning value: Value) {
    let held = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .resumed: return nil
      case .empty:
        state = .resumed(value)
        return nil
      case .held(let continuation):
        state = .resumed(value)
        return continuation
      }
    }
    held?.resume(returning: value)
  }
}
