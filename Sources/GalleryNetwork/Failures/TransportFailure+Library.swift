import AsyncHTTPClient
import GalleryDomain
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension TransportFailure {
  /// How far an answer had come.
  enum Stage: Sendable {
    case beforeHead
    case inBody
  }

  /// What the libraries' errors mean.
  ///
  /// - Parameter hasRoute: Whether this machine has a way to the internet; asked only when no connection
  ///   could be made.
  init(_ error: any Error, host: String, stage: Stage, hasRoute: () -> Bool) {
    switch error {
    case let failure as TransportFailure: self = failure
    case let error as PhotoSourceError: self.init(error)
    case is CancellationError: self.init(.cancelled)
    case is PrivateAddressConnected: self.init(.privateAddressRefused(host: host))
    case is Inflater.Fault: self.init(.truncated(host: host), mayPass: true)
    case let error as NIOConnectionError:
      self = Self.connecting(error, host: host, hasRoute: hasRoute)
    case let error as HTTPClientError: self = Self.client(error, host: host, stage: stage)
    case let error as HTTPParserError: self = Self.parser(error, host: host, stage: stage)
    case let error as IOError:
      self = Self.system(error.errnoCode, host: host, stage: stage, hasRoute: hasRoute)
    case let error as ChannelError:
      if case .connectTimeout = error {
        self.init(.timedOut(host: host))
      } else {
        self = Self.ended(host: host, stage: stage)
      }
    default: self = Self.encryption(error, host: host) ?? Self.ended(host: host, stage: stage)
    }
  }

  private static func ended(host: String, stage: Stage) -> TransportFailure {
    switch stage {
    case .beforeHead: TransportFailure(.connectionFailed(host: host), mayPass: true)
    case .inBody: TransportFailure(.truncated(host: host), mayPass: true)
    }
  }

  private static func client(
    _ error: HTTPClientError, host: String, stage: Stage
  ) -> TransportFailure {
    switch error {
    case .cancelled: TransportFailure(.cancelled)
    case .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout, .deadlineExceeded,
      .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .getConnectionFromPoolTimeout:
      TransportFailure(.timedOut(host: host))
    case .remoteConnectionClosed: ended(host: host, stage: stage)
    // What the request or the answer is will not change.
    default: TransportFailure(.connectionFailed(host: host))
    }
  }

  private static func parser(
    _ error: HTTPParserError, host: String, stage: Stage
  ) -> TransportFailure {
    switch error {
    case .invalidEOFState, .closedConnection: ended(host: host, stage: stage)
    // No HTTP, or two lengths, or one that is none: the answer will be no other.
    default:
      TransportFailure(
        stage == .inBody ? .truncated(host: host) : .connectionFailed(host: host))
    }
  }

  private static func system(
    _ code: CInt, host: String, stage: Stage, hasRoute: () -> Bool
  ) -> TransportFailure {
    switch code {
    case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL:
      hasRoute() ? ended(host: host, stage: stage) : TransportFailure(.noNetwork)
    case ETIMEDOUT: TransportFailure(.timedOut(host: host))
    default: ended(host: host, stage: stage)
    }
  }

  private static func connecting(
    _ error: NIOConnectionError, host: String, hasRoute: () -> Bool
  ) -> TransportFailure {
    let failures = error.connectionErrors.map(\.error)
    if let failure = failures.first(where: { !Self.isUnreachable($0) }) ?? failures.first {
      return TransportFailure(failure, host: host, stage: .beforeHead, hasRoute: hasRoute)
    }
    let codes = [error.dnsAError, error.dnsAAAAError].compactMap {
      ($0 as? SocketAddressError.UnknownHost)?.errorCode
    }
    // The resolver could be asked, and knows no such name; or it could not be asked.
    if codes.contains(Int(EAI_AGAIN)) || codes.contains(Int(EAI_SYSTEM)) || !hasRoute() {
      return TransportFailure(hasRoute() ? .hostNotFound(host: host) : .noNetwork)
    }
    return TransportFailure(.hostNotFound(host: host))
  }

  /// An address of a family that this machine has no way for: the other family's error says more.
  private static func isUnreachable(_ error: any Error) -> Bool {
    guard let code = (error as? IOError)?.errnoCode else { return false }
    return [ENETUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT].contains(code)
  }

  /// - Returns: nil for errors of other kinds.
  private static func encryption(_ error: any Error, host: String) -> TransportFailure? {
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
      return words.contains("EOF") ? nil : TransportFailure(.connectionFailed(host: host))
    default: return nil
    }
  }
}
