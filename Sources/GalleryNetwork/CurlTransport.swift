import CCurl
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging
import Synchronization

/// Sends requests through libcurl.
///
/// Making one costs nothing: the library, a thread and connections come with the first request. It may be dropped at
/// any time; `shutDown` waits for the end of all running requests.
///
/// What a server can do to it, and what it costs, is in decision 48.
public final class CurlTransport: HTTPTransport {
  private let configuration: TransportConfiguration
  private let proxies: ProxySettings
  private let anyHost = CurlLoop()
  /// Connections to hosts that have to be public, which are checked when they are made, are never shared with others.
  private let publicHosts = CurlLoop()

  /// What a request opens besides its file: two sockets in a race of IPv6 and IPv4, the resolver's, and the loop's own.
  private static let fileCount = 8

  public init(configuration: TransportConfiguration) {
    self.configuration = configuration
    proxies = ProxySettings(environment: configuration.environment)
  }

  /// Ends all requests (they throw `.cancelled`) and connections.
  public func shutDown() async {
    await anyHost.shutDown()
    await publicHosts.shutDown()
  }

  public func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    try await send(request, bodyWillLeave: {})
  }

  public func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = min(request.responseByteLimit ?? .max, configuration.limits.feedByteCount)
    return try await perform(
      request, timeOut: configuration.timeOuts.feed, bodyWillLeave: bodyWillLeave,
      sink: BodySink(.memory, byteLimit: limit, name: name(of: request)), progress: { _ in })
  }

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? {
    guard let origin = Origin(request.url) else {
      return .notFound(name: "an address without a host")
    }
    return refusal(of: request, origin: origin)
  }

  public func download(
    _ request: HTTPRequest, to descriptor: Int32, byteLimit: Int = .max,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = configuration.limits.imageByteCount
    let paced = PacedProgress(now: configuration.time.now, report: progress)
    return try await perform(
      request, timeOut: configuration.timeOuts.image,
      sink: BodySink(
        .file(descriptor), byteLimit: min(limit, byteLimit),
        name: name(of: request)),
      progress: { paced.report($0) })
  }

  private func perform(
    _ request: HTTPRequest, timeOut: Duration, bodyWillLeave: @escaping @Sendable () -> Void = {},
    sink: BodySink, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let host = name(of: request)
    let response = try await RequestTries(configuration: configuration, host: host).perform(
      timeOut: timeOut, mayRepeat: request.isRepeatable, begin: {},
      exchange: { (_: Void) async throws(TransportFailure) in
        try await self.response(to: request, into: sink, bodyWillLeave, progress)
      },
      wait: { Self.passingStatuses.contains($0.status) ? wait(asked: $0) ?? .zero : nil })
    // For an order, what the response says counts.
    guard response.status == 429, request.isRepeatable, let wait = wait(asked: response) else {
      return response
    }
    throw .rateLimited(host: host, seconds: Int(wait.components.seconds))
  }

  /// Temporary responses: too many requests, and what gateways say about a server behind them.
  private static let passingStatuses: Set<Int> = [429, 502, 503, 504]

  private func wait(asked response: HTTPResponse) -> Duration? {
    RetryAfter.duration(response.headers["Retry-After"], now: configuration.time.date())
  }

  /// The host, as named in errors and the log.
  private func name(of request: HTTPRequest) -> String { Origin(request.url).map(host) ?? "" }

  // MARK: One attempt

  /// The whole response, after redirects.
  private func response(
    to request: HTTPRequest, into sink: BodySink, _ bodyWillLeave: @escaping @Sendable () -> Void,
    _ progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(TransportFailure) -> HTTPResponse {
    var (request, redirectCount, isDecoded) = (request, 0, true)
    while true {
      guard let origin = Origin(request.url) else {
        throw TransportFailure(.notFound(name: "a URL without a host"))
      }
      if let refusal = refusal(of: request, origin: origin) { throw TransportFailure(refusal) }
      let proxy = proxies.proxy(for: origin)
      let transfer = CurlTransfer(
        request, origin, configuration, proxy: proxy,
        isPublicOnly: isPublicOnly(request) && proxy == nil, isDecoded: isDecoded,
        redirectCount: redirectCount, into: sink, bodyWillLeave: bodyWillLeave, progress: progress)
      let end = try await perform(transfer, request, origin)
      if transfer.next == nil, transfer.mustNotDecode {
        isDecoded = false
        continue
      }
      guard let next = transfer.next else {
        var response = transfer.response()
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

  func perform(
    _ transfer: CurlTransfer, _ request: HTTPRequest, _ origin: Origin
  ) async throws(TransportFailure) -> TransferEnd {
    let host = host(of: origin)
    configuration.logger.debug(
      "\(request.method.rawValue) \(LoggedAddress.text(request.url, secretNames: request.secretNames))"
    )
    // libcurl's own message for this says less.
    guard configuration.mayOpenFiles(Self.fileCount) else {
      throw TransportFailure(.connectionFailed(host: origin.shown, cause: .tooManyFiles))
    }
    let end = await (transfer.isPublicOnly ? publicHosts : anyHost).perform(transfer)
    if Task.isCancelled { throw TransportFailure(.cancelled) }
    if let status = transfer.status { configuration.logger.debug("\(host) answered \(status)") }
    if case .code(CURLE_OK) = end.kind, transfer.status != nil { return end }
    if case .stopped = end.kind { return end }
    throw end.failure
  }

  /// Why a request is refused before anything is sent or looked up; nil if it isn't. Where other names lead is seen when they
  /// are connected to, except behind a proxy, which looks them up itself.
  private func refusal(of request: HTTPRequest, origin: Origin) -> PhotoSourceError? {
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

  private func host(of origin: Origin) -> String {
    TextCleaner.line(origin.host, limit: .field)
  }
}

/// A URL as it may appear in a log: without the user, the password and the values of secret query items, such as those
/// that grant access to a file.
enum LoggedAddress {
  static func text(_ url: URL, secretNames: Set<String>) -> String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return "?"
    }
    components.user = nil
    components.password = nil
    components.fragment = nil
    let names = components.percentEncodedQueryItems?.map { $0.name.lowercased() } ?? []
    let secretNames = secretNames.union(PresignedAddress.secretNames(names))
    components.percentEncodedQueryItems = components.percentEncodedQueryItems?.map { item in
      secretNames.contains(item.name.lowercased())
        ? URLQueryItem(name: item.name, value: PercentEncoding.text(Array("…".utf8)))
        : item
    }
    return components.string ?? "?"
  }
}
