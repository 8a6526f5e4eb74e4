import Foundation
import Glibc
import Synchronization

/// The addresses of an SSH server, as the system resolves them.
enum HostAddresses {
  /// All addresses of a host; empty if it has none or the lookup failed.
  ///
  /// Resolving cannot be interrupted, so it has a thread of its own, and a cancelled task does not wait for it.
  static func all(of host: String) async -> [[UInt8]] {
    let once = ResumeOnce<[[UInt8]]>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        once.hold(continuation)
        Thread.detachNewThread { once.resume(returning: resolve(host)) }
      }
    } onCancel: {
      once.resume(returning: [])
    }
  }

  /// The bytes of a socket's address, in network order; empty for other families.
  private static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8] {
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

  private static func resolve(_ host: String) -> [[UInt8]] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
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
