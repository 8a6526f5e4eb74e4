import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization

/// Sends requests through libcurl.
///
/// Making one costs nothing: the library, a thread and connections come with the first request. It may be dropped at
/// any time; `shutDown` waits for the end of all running requests.
///
/// What a server can do to it, and what it costs, is in decision 48.
public final class CurlTransport: HTTPTransport {
  private let configuration: TransportConfiguration
  private let loops = TransferLoops()
  private let proxies: ProxySettings

  public init(configuration: TransportConfiguration) {
    self.configuration = configuration
    proxies = ProxySettings(environment: configuration.environment)
  }

  /// Ends all requests (they throw `.cancelled`) and connections.
  public func shutDown() async {
    await loops.shutDown()
  }

  public func send(_ request: HTTPRequest) async throws(PhotoSourceError) -> HTTPResponse {
    try await send(request, bodyWillLeave: {})
  }

  public func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = min(
      request.answerByteLimit ?? .max, configuration.limits.feedByteCount)
    return try await perform(
      request, timeOut: configuration.timeOuts.feed, bodyWillLeave: bodyWillLeave,
      sink: BodySink(.memory, byteLimit: limit, name: name(of: request)), progress: { _ in })
  }

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? {
    guard let origin = Origin(request.url) else {
      return .notFound(name: "an address without a host")
    }
    return exchange(bodyWillLeave: {}).refusal(of: request, origin: origin)
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
    let (exchange, host) = (exchange(bodyWillLeave: bodyWillLeave), name(of: request))
    let response = try await RequestTries(configuration: configuration, host: host).perform(
      timeOut: timeOut, mayRepeat: request.isRepeatable, begin: {},
      exchange: { (_: Void) async throws(TransportFailure) in
        try await exchange.run(request, into: sink, progress: progress)
      },
      wait: { Self.passingStatuses.contains($0.status) ? wait(asked: $0) ?? .zero : nil })
    guard response.status == 429, let wait = wait(asked: response) else { return response }
    throw .rateLimited(host: host, seconds: Int(wait.components.seconds))
  }

  /// Temporary answers: too many requests, and what gateways say about a server behind them.
  private static let passingStatuses: Set<Int> = [429, 502, 503, 504]

  private func wait(asked response: HTTPResponse) -> Duration? {
    RetryAfter.duration(response.headers["Retry-After"], now: configuration.time.date())
  }

  private func exchange(bodyWillLeave: @escaping @Sendable () -> Void) -> Exchange {
    Exchange(
      configuration: configuration, loops: loops, proxies: proxies, bodyWillLeave: bodyWillLeave)
  }

  /// The host, as named in errors and the log.
  private func name(of request: HTTPRequest) -> String {
    TextCleaner.line(Origin(request.url)?.host ?? "", limit: .field)
  }
}
