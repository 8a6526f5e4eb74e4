import NIOCore
import NIOPosix
import NIOSSL

/// Looks at the certificate of a server that was refused, to say why.
///
/// The library's error says only that the verification failed. This connects once more, reads the dates of the
/// certificate, and ends the handshake: nothing is sent over the connection.
struct CertificateInspection {
  let group: any EventLoopGroup
  let timeOut: TimeAmount

  /// - Parameter now: Seconds since 1970.
  /// - Returns: nil when the server could not be looked at.
  func fault(host: String, port: Int, now: Int) async -> CertificateFault? {
    var configuration = TLSConfiguration.makeClientConfiguration()
    // The callback below takes the place of the verification, and always refuses.
    configuration.certificateVerification = .noHostnameVerification
    guard let context = try? NIOSSLContext(configuration: configuration) else { return nil }
    let found = group.any().makePromise(of: CertificateFault?.self)
    let channel = try? await ClientBootstrap(group: group)
      .connectTimeout(timeOut)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: HostAddresses.literal(host) == nil ? host : nil,
            customVerificationCallback: { chain, verdict in
              found.succeed(chain.first.map { Self.fault(of: $0, now: now) })
              verdict.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
      .connect(host: host, port: port).get()
    guard let channel else {
      found.succeed(nil)
      return nil
    }
    let deadline = channel.eventLoop.scheduleTask(in: timeOut) { found.succeed(nil) }
    channel.closeFuture.whenComplete { _ in found.succeed(nil) }
    let fault = try? await found.futureResult.get()
    deadline.cancel()
    channel.close(promise: nil)
    return fault ?? nil
  }

  private static func fault(of certificate: NIOSSLCertificate, now: Int) -> CertificateFault {
    if Int(certificate.notValidAfter) < now { return .expired }
    if Int(certificate.notValidBefore) > now { return .notYetValid }
    return .unknownIssuer
  }
}

/// What is wrong with a server's certificate.
enum CertificateFault: Hashable, Sendable {
  case expired
  case notYetValid
  case unknownIssuer

  /// For people, in lower case.
  var words: String {
    switch self {
    case .expired: "it has expired"
    case .notYetValid: "it is not valid yet"
    case .unknownIssuer: "its issuer is not trusted"
    }
  }
}
