import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// One attempt at a request: its redirects and its whole answer.
struct Exchange {
  let configuration: TransportConfiguration
  let loops: TransferLoops
  let proxies: ProxySettings
  /// As in `HTTPTransport.send`; nil if the caller doesn't need it.
  var bodyWillLeave: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - sink: Receives the body; that of a failure only if the sink is in memory.
  ///   - progress: Reports how much of a successful answer's body has arrived.
  func run(
    _ request: HTTPRequest, into sink: BodySink,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    var request = request
    var redirectCount = 0
    var isDecoded = true
    while true {
      guard let origin = Origin(request.url) else {
        throw TransportFailure(.notFound(name: "a URL without a host"))
      }
      let reader = AnswerReader(
        of: request, redirectCount: redirectCount, isDecoded: isDecoded, sink: sink,
        bodyWillLeave: bodyWillLeave, progress: progress)
      let end = try await ask(request, origin: origin, isDecoded: isDecoded, reader: reader)
      if reader.next == nil, reader.mustNotDecode {
        isDecoded = false
        continue
      }
      guard let next = reader.next else {
        var response = reader.response()
        response.authentication = end.authentication
        response.isFromPublicAddress = isPublic(origin, end)
        return response
      }
      request = next
      // What a public host leads to has to be public, too.
      if isPublic(origin, end) != false { request.reach = .publicHosts }
      redirectCount += 1
    }
  }

  private func ask(
    _ request: HTTPRequest, origin: Origin, isDecoded: Bool, reader: AnswerReader
  ) async throws(TransportFailure) -> TransferEnd {
    let host = host(of: origin)
    if let refusal = refusal(of: request, origin: origin) { throw TransportFailure(refusal) }
    configuration.logger.debug(
      "\(request.method.rawValue) \(LoggedAddress.text(request.url, secretNames: request.secretNames))"
    )
    // libcurl's own message for this says less.
    guard configuration.mayOpenFiles(TransferLoops.fileCount) else {
      throw TransportFailure(.connectionFailed(host: origin.shown, cause: .tooManyFiles))
    }
    var transfer = transferRequest(request, origin: origin)
    transfer.isDecoded = isDecoded
    let end = await loops.perform(transfer, reader)
    if Task.isCancelled { throw TransportFailure(.cancelled) }
    if let status = reader.status { configuration.logger.debug("\(host) answered \(status)") }
    if case .code(CURLE_OK) = end.kind, reader.status != nil { return end }
    if case .stopped = end.kind { return end }
    let failure = TransportFailure(
      end, host: host, server: origin.shown, stage: reader.status == nil ? .beforeHead : .inBody,
      hasRoute: { InternetRoute.exists })
    throw await explained(failure, of: request, origin: origin)
  }

  /// Why a request is refused before anything is sent or looked up; nil if it isn't. Where other names lead is seen when they
  /// are connected to, except behind a proxy, which looks them up itself.
  func refusal(of request: HTTPRequest, origin: Origin) -> PhotoSourceError? {
    isPublicOnly(request) && PrivateAddress.isNamed(by: origin.host)
      ? .privateAddressRefused(host: host(of: origin)) : nil
  }

  private func isPublicOnly(_ request: HTTPRequest) -> Bool {
    request.reach == .publicHosts && !configuration.allowsPrivateHosts
  }

  /// Whether a host has answered from the public internet; nil behind a proxy, since the address is the proxy's. A name of the
  /// local network may have a public IPv6 address as well as a private IPv4 one.
  private func isPublic(_ origin: Origin, _ end: TransferEnd) -> Bool? {
    if PrivateAddress.isNamed(by: origin.host) { return false }
    guard proxies.proxy(for: origin) == nil else { return nil }
    return end.address.map { !PrivateAddress.contains($0) }
  }

  private func transferRequest(
    _ request: HTTPRequest, origin: Origin
  ) -> TransferRequest {
    var result = TransferRequest(
      url: Self.address(request.url, origin: origin),
      headers: RequestHeader.lines(
        of: request, origin: origin, userAgent: configuration.userAgent),
      method: request.method.rawValue,
      body: request.method == .get ? nil : request.body ?? [], isRepeatable: request.isRepeatable,
      isPublicOnly: isPublicOnly(request) && proxies.proxy(for: origin) == nil,
      connectTimeOut: configuration.timeOuts.connect,
      idleTimeOut: configuration.timeOuts.idle,
      additionalCertificates: configuration.additionalCertificates)
    result.proxy = proxies.proxy(for: origin)
    if request.headers["Authorization"] == nil {
      result.credentials =
        request.credentials ?? WebAuthorization.taken(from: request.url).authorization?.credentials
      result.authentication = request.authentication
    }
    // As in OpenSSL and curl, for users whose system has its certificates elsewhere.
    if let file = configuration.environment["SSL_CERT_FILE"], access(file, R_OK) == 0 {
      result.certificateFile = file
    }
    return result
  }

  /// Rebuilt from its parts, so that libcurl can't read another host in it than was checked here.
  private static func address(_ url: URL, origin: Origin) -> String {
    let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    var path = components?.percentEncodedPath ?? ""
    if !path.hasPrefix("/") { path = "/" + path }
    let query = components?.percentEncodedQuery.map { "?" + $0 } ?? ""
    return "\(origin.scheme)://\(host):\(origin.port)\(path)\(query)"
  }

  /// Finds out what is wrong with a certificate if the library gives another reason first: a certificate that is both
  /// untrusted and expired will be renewed, and may be trusted then. Connects once more, without sending anything.
  private func explained(
    _ failure: TransportFailure, of request: HTTPRequest, origin: Origin
  ) async -> TransportFailure {
    guard case .certificateInvalid(let host, "") = failure.error else { return failure }
    var request = transferRequest(
      HTTPRequest(url: URL(filePath: "/"), reach: request.reach), origin: origin)
    request.purpose = .certificate
    let end = await loops.perform(request, NoReceiver())
    let now = Int(configuration.time.date().timeIntervalSince1970)
    let reason =
      switch end.validity {
      case .some(let validity) where validity.upperBound < now: CertificateFault.expired
      case .some(let validity) where validity.lowerBound > now: CertificateFault.notYetValid
      default: CertificateFault.unknownIssuer
      }
    return TransportFailure(.certificateInvalid(host: host, reason: reason.words))
  }

  /// The name for errors and the log.
  private func host(of origin: Origin) -> String {
    TextCleaner.line(origin.host, limit: .field)
  }

  private final class NoReceiver: TransferReceiver {
    func bodyWillLeave() {}
    func take(status: Int, headers: HTTPHeaders) -> Bool { false }
    func take(body: UnsafeRawBufferPointer) -> Bool { false }
  }
}
