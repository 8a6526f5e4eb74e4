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

extension TransportFailure {
  /// How much of an answer had arrived.
  enum Stage: Sendable {
    case beforeHead
    case inBody
  }

  /// The meaning of a transfer's end.
  ///
  /// - Parameters:
  ///   - host: Without its port.
  ///   - server: With its port.
  ///   - hasRoute: Whether this machine has a route to the internet; called only if no connection could be made.
  init(_ end: TransferEnd, host: String, server: String, stage: Stage, hasRoute: () -> Bool) {
    let place = Place(host: host, server: server, stage: stage)
    switch end.kind {
    case .refused(let error): self.init(error)
    case .cancelled: self.init(.cancelled)
    case .silent: self.init(.timedOut(host: host))
    case .libraryMissing: self = Self.unconnected(.libraryMissing, place)
    case .stopped: self = Self.ended(place)
    case .code(let code): self = Self.transfer(code, end, place, hasRoute: hasRoute)
    }
  }

  /// Where it failed.
  private struct Place {
    var host: String
    var server: String
    var stage: Stage
  }

  private static func ended(_ place: Place, _ cause: ConnectionFault = .closed) -> TransportFailure
  {
    switch place.stage {
    case .beforeHead: unconnected(cause, place, mayPass: true)
    case .inBody: TransportFailure(.truncated(host: place.host), mayPass: true)
    }
  }

  private static func unconnected(
    _ cause: ConnectionFault, _ place: Place, mayPass: Bool = false
  ) -> TransportFailure {
    TransportFailure(.connectionFailed(host: place.server, cause: cause), mayPass: mayPass)
  }

  /// Source: libcurl-errors(3). If one code has several meanings, its text distinguishes them; if that text changes
  /// some day, the error becomes less exact.
  private static func transfer(
    _ code: CURLcode, _ end: TransferEnd, _ place: Place, hasRoute: () -> Bool
  ) -> TransportFailure {
    // The proxy's own answer to CONNECT; the server's arrives through an established tunnel.
    if end.proxyStatus != 0, !(200...299).contains(end.proxyStatus), !end.isConnected {
      return unconnected(.proxy, place)
    }
    switch code {
    case CURLE_OK, CURLE_GOT_NOTHING:
      return ended(place, code == CURLE_OK ? .endedInHeaders : .closed)
    case CURLE_COULDNT_RESOLVE_HOST: return TransportFailure(.hostNotFound(host: place.host))
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return unconnected(.proxy, place)
    case CURLE_COULDNT_CONNECT where end.isPrivate:
      return TransportFailure(.privateAddressRefused(host: place.host))
    case CURLE_COULDNT_CONNECT where end.message.hasPrefix("Unsupported proxy"):
      return unconnected(.proxy, place)
    case CURLE_COULDNT_CONNECT: return system(end.systemError, place, hasRoute: hasRoute)
    case CURLE_OPERATION_TIMEDOUT:
      return end.isConnected
        ? TransportFailure(.timedOut(host: place.host)) : unconnected(.timedOut, place)
    case CURLE_PARTIAL_FILE: return ended(place)
    // A write error that isn't ours is a compressed body with more behind its end.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return TransportFailure(
        .truncated(host: place.host, cause: .compression),
        mayPass: !end.message.contains("Unrecognized"))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY,
      TransferEnd.tooLarge:
      return reply(code, end, place)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: return broken(end, place, hasRoute: hasRoute)
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: return ended(place, .reset)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      return TransportFailure(
        .certificateInvalid(host: place.host, reason: certificateFault(end)))
    case CURLE_SSL_CONNECT_ERROR:
      // A server without TLS, or with an unsupported version, won't change; one that closed the connection may come
      // back.
      if end.message.contains("SYSCALL") || end.message.contains("eof") {
        return ended(place, end.systemError == ECONNRESET ? .reset : .closed)
      }
      return unconnected(.notHTTPS, place)
    default: return ended(place, place.stage == .beforeHead ? .unknown : .closed)
    }
  }

  /// An answer that libcurl itself rejects; it won't change.
  private static func reply(
    _ code: CURLcode, _ end: TransferEnd, _ place: Place
  ) -> TransportFailure {
    guard place.stage == .beforeHead else { return TransportFailure(.truncated(host: place.host)) }
    if code == CURLE_OUT_OF_MEMORY || code == TransferEnd.tooLarge {
      return unconnected(.tooManyHeaders, place)
    }
    let isHead = ["Content-Length", "version", "response code", "status", "Nul byte", "header"]
      .contains { end.message.contains($0) }
    return unconnected(isHead ? .headers : .notHTTP, place)
  }

  /// A connection that was established and then failed, or sent unreadable data.
  private static func broken(
    _ end: TransferEnd, _ place: Place, hasRoute: () -> Bool
  ) -> TransportFailure {
    if end.message.contains("chunk") {
      return TransportFailure(.truncated(host: place.host, cause: .chunks))
    }
    if end.message.contains("headers") { return unconnected(.tooManyHeaders, place) }
    guard end.systemError != 0 else { return ended(place) }
    return system(end.systemError, place, hasRoute: hasRoute)
  }

  private static func system(
    _ code: CInt, _ place: Place, hasRoute: () -> Bool
  ) -> TransportFailure {
    switch code {
    case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL:
      hasRoute() ? ended(place, .unreachable) : TransportFailure(.noNetwork)
    case EHOSTUNREACH, EHOSTDOWN: ended(place, .unreachable)
    case ECONNREFUSED: ended(place, .refused)
    case EMFILE, ENFILE: ended(place, .tooManyFiles)
    case ECONNRESET, EPIPE: ended(place, .reset)
    case ETIMEDOUT where place.stage == .beforeHead: unconnected(.timedOut, place)
    case ETIMEDOUT: TransportFailure(.timedOut(host: place.host))
    default: ended(place, .unknown)
    }
  }

  /// The first fault that OpenSSL finds, in lower case.
  ///
  /// Source: openssl-verify(1), *DIAGNOSTICS*, and x509_vfy.h.
  private static func certificateFault(_ end: TransferEnd) -> String {
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
