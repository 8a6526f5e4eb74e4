import AsyncHTTPClient
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging
import NIOCore

/// One try of a request: its redirects and the whole of its answer.
struct Exchange {
  let configuration: TransportConfiguration
  let pool: ClientPool
  let proxies: ProxySettings
  /// As in `HTTPTransport.send`; nil where nobody asks.
  var bodyWillLeave: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - sink: Gets the body; of an answer that is no success only when it is memory.
  ///   - progress: How much there is of the body of a success.
  func run(
    _ request: HTTPRequest, into sink: inout BodySink,
    progress: @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    var request = request
    var redirectCount = 0
    while true {
      guard let origin = Origin(request.url) else {
        throw TransportFailure(.notFound(name: "a URL without a host"))
      }
      let host = TextCleaner.line(origin.host, limit: .field)
      var stage = TransportFailure.Stage.beforeHead
      do {
        let response = try await ask(request, origin: origin, host: host)
        stage = .inBody
        let next = try RedirectRule.next(
          after: request, status: Int(response.status.code),
          location: response.headers.first(name: "Location"), count: redirectCount)
        guard let next else {
          return try await read(response, of: request, into: &sink, progress: progress)
        }
        try await skipEmptyBody(of: response)
        request = await reach(of: next, after: request, from: origin)
        redirectCount += 1
      } catch {
        if Task.isCancelled { throw TransportFailure(.cancelled) }
        let failure = TransportFailure(
          error, host: host, server: origin.shown, stage: stage,
          hasRoute: { InternetRoute.exists })
        throw await explained(failure, origin: origin)
      }
    }
  }

  private func ask(
    _ request: HTTPRequest, origin: Origin, host: String
  ) async throws -> HTTPClientResponse {
    let route = try await route(for: request, origin: origin, host: host)
    configuration.logger.debug(
      "\(request.method.rawValue) \(LoggedAddress.text(request.url, secretNames: request.secretNames))"
    )
    let response = try await pool.client(for: route, server: origin.shown).execute(
      LibraryRequest.make(
        request, origin: origin, route: route, userAgent: configuration.userAgent,
        bodyWillLeave: bodyWillLeave),
      deadline: .now() + .hours(24))
    configuration.logger.debug("\(host) answered \(response.status.code)")
    return response
  }

  /// - Throws: What speaks against the request before anything is sent.
  func route(
    for request: HTTPRequest, origin: Origin, host: String
  ) async throws(PhotoSourceError) -> ConnectionRoute {
    let isVetted = request.reach == .publicHosts && !configuration.allowsPrivateHosts
    let proxy = proxies.proxy(for: origin)
    if isVetted {
      // Who asks through a proxy leaves the names to it, and cannot know where they lead.
      let vetting = HostVetting(resolvesNames: proxy == nil)
      guard await !vetting.isPrivate(origin.host) else { throw .privateAddressRefused(host: host) }
    }
    guard let proxy else { return isVetted ? .directToPublicHosts : .direct }
    guard proxy.kind != .unsupported else {
      configuration.logger.warning("the proxy in the environment is of an unknown kind")
      throw .connectionFailed(host: TextCleaner.line(proxy.host, limit: .field))
    }
    return proxy.kind == .http && origin.scheme == "http" ? .forwarding(proxy) : .tunnel(proxy)
  }

  /// What a public host names is a public address, whoever named the host.
  private func reach(
    of next: HTTPRequest, after request: HTTPRequest, from origin: Origin
  ) async -> HTTPRequest {
    guard request.reach == .anyHost, Origin(next.url)?.host != origin.host else { return next }
    var next = next
    let vetting = HostVetting(resolvesNames: proxies.proxy(for: origin) == nil)
    if await !vetting.isPrivate(origin.host) { next.reach = .publicHosts }
    return next
  }

  /// Keeps the connection of a redirect that says it has no body; another's is closed with its answer.
  private func skipEmptyBody(of response: HTTPClientResponse) async throws {
    guard response.headers.first(name: "Content-Length") == "0" else { return }
    for try await _ in response.body { break }
  }

  private func read(
    _ response: HTTPClientResponse, of request: HTTPRequest, into sink: inout BodySink,
    progress: @Sendable (ImageProgress) -> Void
  ) async throws -> HTTPResponse {
    var result = HTTPResponse(
      status: Int(response.status.code),
      headers: FeedFormats.HTTPHeaders(
        response.headers.map { FeedFormats.HTTPHeaders.Field(name: $0.name, value: $0.value) }),
      url: request.url)
    if case .file = sink.destination, !result.isSuccess { return result }
    try sink.begin()
    var reader = BodyReader(headers: result.headers)
    guard !reader.isUnreadable else { throw Inflater.Fault.unknown }
    try reader.refuseStatedLength(beyond: sink)
    for try await buffer in response.body {
      try reader.read(buffer, into: &sink)
      progress(
        ImageProgress(
          receivedByteCount: reader.receivedByteCount, expectedByteCount: reader.statedByteCount))
    }
    // A cancelled body may end as if it were whole.
    try Task.checkCancellation()
    try reader.finish()
    if reader.isDecompressed {
      result.headers["Content-Encoding"] = nil
      result.headers["Content-Length"] = nil
    }
    result.body = sink.bytes
    return result
  }

  /// Says what is wrong with a certificate where the library does not.
  private func explained(
    _ failure: TransportFailure, origin: Origin
  ) async -> TransportFailure {
    guard case .certificateInvalid(let host, "") = failure.error, proxies.proxy(for: origin) == nil,
      let group = pool.group
    else { return failure }
    let inspection = CertificateInspection(
      group: group, timeOut: TimeAmount(configuration.timeOuts.connect))
    let now = Int(configuration.time.date().timeIntervalSince1970)
    let fault = await inspection.fault(host: origin.host, port: origin.port, now: now)
    return TransportFailure(
      .certificateInvalid(host: host, reason: (fault ?? .unknownIssuer).words))
  }
}
