import AsyncHTTPClient
import GalleryDomain
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an exchange with a server failed, and whether the same may go well a moment later.
struct TransportFailure: Error, Hashable, Sendable {
  var error: PhotoSourceError
  var mayPass: Bool

  init(_ error: PhotoSourceError, mayPass: Bool = false) {
    self.error = error
    self.mayPass = mayPass
  }
}

/// Thrown into a connection that leads into the local network.
struct PrivateAddressConnected: Error {}

extension TransportFailure {
  /// How far an answer had come.
  enum Stage: Sendable {
    case beforeHead
    case inBody
  }

  /// What the libraries' errors mean.
  ///
  /// - Parameters:
  ///   - host: Without its port.
  ///   - server: With its port; nil for the host alone.
  ///   - hasRoute: Whether this machine has a way to the internet; asked only when no connection could be made.
  init(
    _ error: any Error, host: String, server: String? = nil, stage: Stage, hasRoute: () -> Bool
  ) {
    let place = Place(host: host, server: server ?? host, stage: stage)
    switch error {
    case let failure as TransportFailure: self = failure
    case let error as PhotoSourceError: self.init(error)
    case is CancellationError: self.init(.cancelled)
    case is PrivateAddressConnected: self.init(.privateAddressRefused(host: host))
    case Inflater.Fault.truncated: self.init(.truncated(host: host), mayPass: true)
    case Inflater.Fault.damaged:
      self.init(.truncated(host: host, cause: .compression), mayPass: true)
    case Inflater.Fault.unknown: self.init(.truncated(host: host, cause: .compression))
    case let error as NIOConnectionError:
      self = Self.connecting(error, place, hasRoute: hasRoute)
    case let error as HTTPClientError: self = Self.client(error, place)
    case let error as HTTPParserError: self = Self.parser(error, place)
    case let error as IOError: self = Self.system(error.errnoCode, place, hasRoute: hasRoute)
    case let error as ChannelError:
      if case .connectTimeout = error {
        self = Self.unconnected(.timedOut, place)
      } else {
        self = Self.ended(place)
      }
    default: self = Self.encryption(error, place) ?? Self.ended(place)
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

  private static func client(_ error: HTTPClientError, _ place: Place) -> TransportFailure {
    switch error {
    case .cancelled: TransportFailure(.cancelled)
    case .connectTimeout where place.stage == .beforeHead: unconnected(.timedOut, place)
    case .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout, .deadlineExceeded,
      .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .getConnectionFromPoolTimeout:
      TransportFailure(.timedOut(host: place.host))
    case .remoteConnectionClosed: ended(place)
    case .proxyAuthenticationRequired, .invalidProxyResponse: unconnected(.proxy, place)
    // What the request or the answer is will not change.
    default: unconnected(.unknown, place)
    }
  }

  private static func parser(_ error: HTTPParserError, _ place: Place) -> TransportFailure {
    // The answer will be no other, unless it was cut.
    switch error {
    case .invalidEOFState, .closedConnection: ended(place, .endedInHeaders)
    case _ where place.stage == .inBody:
      TransportFailure(
        .truncated(host: place.host, cause: error == .invalidChunkSize ? .chunks : .ended))
    case .invalidVersion: unconnected(.version, place)
    case .invalidStatus: unconnected(.status, place)
    case .headerOverflow: unconnected(.tooManyHeaders, place)
    case .invalidContentLength, .unexpectedContentLength: unconnected(.length, place)
    case .invalidHeaderToken, .lfExpected, .strictModeAssertion: unconnected(.headers, place)
    case .unknown: unconnected(.transfer, place)
    default: unconnected(.notHTTP, place)
    }
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

  private static func connecting(
    _ error: NIOConnectionError, _ place: Place, hasRoute: () -> Bool
  ) -> TransportFailure {
    let failures = error.connectionErrors.map(\.error)
    if let failure = failures.first(where: { !Self.isUnreachable($0) }) ?? failures.first {
      return TransportFailure(
        failure, host: place.host, server: place.server, stage: .beforeHead, hasRoute: hasRoute)
    }
    return TransportFailure(.hostNotFound(host: place.host))
  }

  /// An address of a family that this machine has no way for: the other family's error says more.
  private static func isUnreachable(_ error: any Error) -> Bool {
    guard let code = (error as? IOError)?.errnoCode else { return false }
    return [ENETUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT].contains(code)
  }

  /// - Returns: nil for errors of other kinds.
  private static func encryption(_ error: any Error, _ place: Place) -> TransportFailure? {
    let host = place.host
    switch error {
    case let error as NIOSSLExtraError
    where error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch:
      return TransportFailure(
        .certificateInvalid(host: host, reason: "it is for another name"))
    case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
      return TransportFailure(
        .certificateInvalid(host: host, reason: CertificateFault.unknownIssuer.words))
    case NIOSSLError.handshakeFailed(let fault):
      let words = "\(fault)"
      if words.contains("CERTIFICATE_VERIFY_FAILED") {
        return TransportFailure(.certificateInvalid(host: host, reason: ""))
      }
      // A server that speaks no TLS, or none that we take, will not learn it; one that left may come back.
      return words.contains("EOF") ? nil : unconnected(.notHTTPS, place)
    default: return nil
    }
  }
}
