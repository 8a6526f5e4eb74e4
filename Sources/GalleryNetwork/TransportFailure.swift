import CCurl
import FeedFormats
import GalleryData
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

/// How a transfer ended, in libcurl's terms.
struct TransferEnd: Sendable {
  enum Kind: Sendable {
    /// libcurl's own code, including `CURLE_OK`.
    case code(CURLcode)
    /// The receiver needed no more.
    case stopped
    /// The receiver threw.
    case refused(PhotoSourceError)
    case silent
    case cancelled
    case libraryMissing
  }

  /// `CURLE_TOO_LARGE` of libcurl 8.6, which Debian 12's doesn't declare.
  static let tooLarge = CURLcode(rawValue: 100)

  var kind: Kind
  let origin: Origin
  /// libcurl's message; distinguishes kinds with the same code, never shown.
  var message = ""
  var systemError: Int32 = 0
  var verifyResult = 0
  /// The status of the proxy's response to CONNECT; 0 for none.
  var proxyStatus = 0
  /// What a 401 offers to a request without a name and a password.
  var authentication: HTTPAuthentication?
  /// Whether a connection was established, including its encryption.
  var isConnected = false
  /// Whether an address was not connected to, because it isn't public.
  var isPrivate = false
  /// Whether the head of a response had arrived.
  var hasHead = false
  /// The other end of the connection, in network order; nil if there was none.
  var address: [UInt8]?
  /// Whether this machine has a route to the internet; called only if no connection could be made.
  var hasRoute: @Sendable () -> Bool = { InternetRoute.exists }

  /// What an end without a response means.
  var failure: TransportFailure {
    switch kind {
    case .refused(let error): TransportFailure(error)
    case .cancelled: TransportFailure(.cancelled)
    case .silent: TransportFailure(.timedOut(host: host))
    case .libraryMissing: unconnected(.libraryMissing)
    case .stopped: ended()
    case .code(let code): transfer(code)
    }
  }

  private var host: String { TextCleaner.line(origin.host, limit: .field) }

  private func ended(_ cause: ConnectionFault = .closed) -> TransportFailure {
    hasHead
      ? TransportFailure(.truncated(host: host), mayPass: true) : unconnected(cause, mayPass: true)
  }

  private func unconnected(_ cause: ConnectionFault, mayPass: Bool = false) -> TransportFailure {
    TransportFailure(.connectionFailed(host: origin.shown, cause: cause), mayPass: mayPass)
  }

  /// Source: libcurl-errors(3). If a code has several meanings, its text distinguishes them; should that text change,
  /// the error becomes less exact.
  private func transfer(_ code: CURLcode) -> TransportFailure {
    // The proxy's own response to CONNECT; the server's arrives through an established tunnel.
    if proxyStatus != 0, !(200...299).contains(proxyStatus), !isConnected {
      return unconnected(.proxy)
    }
    switch code {
    case CURLE_OK, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: return ended()
    case CURLE_COULDNT_RESOLVE_HOST: return TransportFailure(.hostNotFound(host: host))
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return unconnected(.proxy)
    case CURLE_COULDNT_CONNECT where isPrivate:
      return TransportFailure(.privateAddressRefused(host: host))
    case CURLE_COULDNT_CONNECT where message.hasPrefix("Unsupported proxy"):
      return unconnected(.proxy)
    case CURLE_COULDNT_CONNECT: return system
    case CURLE_OPERATION_TIMEDOUT:
      return isConnected ? TransportFailure(.timedOut(host: host)) : unconnected(.timedOut)
    // A write error that isn't ours is a compressed body with more behind its end.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return TransportFailure(
        .truncated(host: host, cause: .compression),
        mayPass: !message.contains("Unrecognized"))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY,
      Self.tooLarge:
      return invalid
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: return broken
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      return TransportFailure(.certificateInvalid(host: host, reason: certificateFault))
    case CURLE_SSL_CONNECT_ERROR:
      // A server without TLS, or with an unsupported version, won't change; one that closed the connection may come
      // back.
      if message.contains("SYSCALL") || message.contains("eof") {
        return ended(systemError == ECONNRESET ? .reset : .closed)
      }
      return unconnected(.notHTTPS)
    default: return ended(.unknown)
    }
  }

  /// A response that libcurl itself rejects; it won't change.
  private var invalid: TransportFailure {
    hasHead ? TransportFailure(.truncated(host: host)) : unconnected(.notHTTP)
  }

  /// A connection that was established and then failed, or sent unreadable data.
  private var broken: TransportFailure {
    if message.contains("chunk") {
      return TransportFailure(.truncated(host: host, cause: .chunks))
    }
    if message.contains("headers") { return unconnected(.notHTTP) }
    return systemError == 0 ? ended() : system
  }

  private var system: TransportFailure {
    switch systemError {
    case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL:
      hasRoute() ? ended(.unreachable) : TransportFailure(.noNetwork)
    case EHOSTUNREACH, EHOSTDOWN: ended(.unreachable)
    case ECONNREFUSED: ended(.refused)
    case EMFILE, ENFILE: ended(.tooManyFiles)
    case ECONNRESET, EPIPE: ended(.reset)
    case ETIMEDOUT where !hasHead: unconnected(.timedOut)
    case ETIMEDOUT: TransportFailure(.timedOut(host: host))
    default: ended(.unknown)
    }
  }

  /// The first fault that OpenSSL finds, in lower case.
  ///
  /// Source: openssl-verify(1), *DIAGNOSTICS*, and x509_vfy.h.
  private var certificateFault: String {
    switch verifyResult {
    // With 0 and 1 the chain is valid, so libcurl rejected the host's name: it checks that first, and the result is 1 until
    // it is requested.
    case 0, 1, 62, 64: "it is for another name"
    case 9: "it is not valid yet"
    case 10: "it has expired"
    default: "its issuer is not trusted"
    }
  }
}

enum InternetRoute {
  /// Connecting a datagram socket only looks up the route: nothing is sent. The addresses are public and belong to no
  /// host of ours (the first root name server's).
  static var exists: Bool {
    exists(to: "198.41.0.4") || exists(to: "2001:503:ba3e::2:30")
  }

  private static func exists(to host: String) -> Bool {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var info: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "53", &hints, &info) == 0, let address = info?.pointee else {
      return false
    }
    defer { freeaddrinfo(info) }
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, type, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
  }
}
