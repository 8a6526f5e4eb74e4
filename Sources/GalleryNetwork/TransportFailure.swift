import CCurl
import GalleryDomain
import Glibc

/// Why an exchange with a server failed, and whether it may succeed a moment later.
struct TransportFailure: Error, Hashable, Sendable {
  var error: PhotoSourceError
  var mayPass: Bool

  init(_ error: PhotoSourceError, mayPass: Bool = false) {
    self.error = error
    self.mayPass = mayPass
  }
}

/// What the end of a transfer without an answer means.
struct FailedTransfer {
  /// How much of an answer had arrived.
  enum Stage: Sendable {
    case beforeHead
    case inBody
  }

  let end: TransferEnd
  /// Without its port.
  let host: String
  /// With its port.
  let server: String
  let stage: Stage
  /// Whether this machine has a route to the internet; called only if no connection could be made.
  let hasRoute: () -> Bool

  var failure: TransportFailure {
    switch end.kind {
    case .refused(let error): TransportFailure(error)
    case .cancelled: TransportFailure(.cancelled)
    case .silent: TransportFailure(.timedOut(host: host))
    case .libraryMissing: unconnected(.libraryMissing)
    case .stopped: ended()
    case .code(let code): transfer(code)
    }
  }

  private func ended(_ cause: ConnectionFault = .closed) -> TransportFailure {
    switch stage {
    case .beforeHead: unconnected(cause, mayPass: true)
    case .inBody: TransportFailure(.truncated(host: host), mayPass: true)
    }
  }

  private func unconnected(_ cause: ConnectionFault, mayPass: Bool = false) -> TransportFailure {
    TransportFailure(.connectionFailed(host: server, cause: cause), mayPass: mayPass)
  }

  /// Source: libcurl-errors(3). If one code has several meanings, its text distinguishes them; if that text changes
  /// some day, the error becomes less exact.
  private func transfer(_ code: CURLcode) -> TransportFailure {
    // The proxy's own answer to CONNECT; the server's arrives through an established tunnel.
    if end.proxyStatus != 0, !(200...299).contains(end.proxyStatus), !end.isConnected {
      return unconnected(.proxy)
    }
    switch code {
    case CURLE_OK: return ended(.endedInHeaders)
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: return ended()
    case CURLE_COULDNT_RESOLVE_HOST: return TransportFailure(.hostNotFound(host: host))
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return unconnected(.proxy)
    case CURLE_COULDNT_CONNECT where end.isPrivate:
      return TransportFailure(.privateAddressRefused(host: host))
    case CURLE_COULDNT_CONNECT where end.message.hasPrefix("Unsupported proxy"):
      return unconnected(.proxy)
    case CURLE_COULDNT_CONNECT: return system
    case CURLE_OPERATION_TIMEDOUT:
      return end.isConnected ? TransportFailure(.timedOut(host: host)) : unconnected(.timedOut)
    // A write error that isn't ours is a compressed body with more behind its end.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return TransportFailure(
        .truncated(host: host, cause: .compression),
        mayPass: !end.message.contains("Unrecognized"))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY,
      TransferEnd.tooLarge:
      return reply(code)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: return broken
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return ended(.reset)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      return TransportFailure(.certificateInvalid(host: host, reason: certificateFault))
    case CURLE_SSL_CONNECT_ERROR:
      // A server without TLS, or with an unsupported version, won't change; one that closed the connection may come
      // back.
      if end.message.contains("SYSCALL") || end.message.contains("eof") {
        return ended(end.systemError == ECONNRESET ? .reset : .closed)
      }
      return unconnected(.notHTTPS)
    default: return ended(.unknown)
    }
  }

  /// An answer that libcurl itself rejects; it won't change.
  private func reply(_ code: CURLcode) -> TransportFailure {
    guard stage == .beforeHead else { return TransportFailure(.truncated(host: host)) }
    if code == CURLE_OUT_OF_MEMORY || code == TransferEnd.tooLarge {
      return unconnected(.tooManyHeaders)
    }
    let isHead = ["Content-Length", "version", "response code", "status", "Nul byte", "header"]
      .contains { end.message.contains($0) }
    return unconnected(isHead ? .headers : .notHTTP)
  }

  /// A connection that was established and then failed, or sent unreadable data.
  private var broken: TransportFailure {
    if end.message.contains("chunk") {
      return TransportFailure(.truncated(host: host, cause: .chunks))
    }
    if end.message.contains("headers") { return unconnected(.tooManyHeaders) }
    return end.systemError == 0 ? ended() : system
  }

  private var system: TransportFailure {
    switch end.systemError {
    case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL:
      hasRoute() ? ended(.unreachable) : TransportFailure(.noNetwork)
    case EHOSTUNREACH, EHOSTDOWN: ended(.unreachable)
    case ECONNREFUSED: ended(.refused)
    case EMFILE, ENFILE: ended(.tooManyFiles)
    case ECONNRESET, EPIPE: ended(.reset)
    case ETIMEDOUT where stage == .beforeHead: unconnected(.timedOut)
    case ETIMEDOUT: TransportFailure(.timedOut(host: host))
    default: ended(.unknown)
    }
  }

  /// The first fault that OpenSSL finds, in lower case.
  ///
  /// Source: openssl-verify(1), *DIAGNOSTICS*, and x509_vfy.h.
  private var certificateFault: String {
    switch end.verifyResult {
    // With 0 and 1 the chain is valid, so libcurl rejected the host's name: it checks that first, and the result is 1 until
    // it is requested.
    case 0, 1, 62, 64: "it is for another name"
    case 9: "it is not valid yet"
    case 10: "it has expired"
    default: "its issuer is not trusted"
    }
  }
}

/// Whether this machine has a route to the internet at all.
enum InternetRoute {
  /// Connecting a datagram socket only looks up the route: nothing is sent. The addresses are public and belong to no
  /// host of ours (the first root name server's).
  static var exists: Bool {
    exists(to: "198.41.0.4", family: AF_INET) || exists(to: "2001:503:ba3e::2:30", family: AF_INET6)
  }

  private static func exists(to host: String, family: Int32) -> Bool {
    var hints = addrinfo()
    hints.ai_family = family
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var info: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "53", &hints, &info) == 0, let address = info?.pointee else {
      return false
    }
    defer { freeaddrinfo(info) }
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
  }
}
