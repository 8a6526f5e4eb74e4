import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Synchronization

/// Asks servers through libcurl.
///
/// Making one costs nothing: the library, a thread and connections come with the first request. It may be dropped at any
/// time; `shutDown` waits for the end of what is under way.
///
/// What a server may do to it, and what it costs, is in `docs/decisions/0048-http-by-libcurl.md`.
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
    try await ask(request, bodyWillLeave: nil)
  }

  public func send(
    _ request: HTTPRequest, bodyWillLeave: @escaping @Sendable () -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    try await ask(request, bodyWillLeave: bodyWillLeave)
  }

  public func refusal(of request: HTTPRequest) async -> PhotoSourceError? {
    guard let origin = Origin(request.url) else {
      return .notFound(name: "an address without a host")
    }
    guard request.reach == .publicHosts, !configuration.allowsPrivateHosts else { return nil }
    var isPrivate = PrivateAddress.isSpelled(by: origin.host)
    // Names that go through a proxy are the proxy's to look up.
    if !isPrivate, proxies.proxy(for: origin) == nil {
      isPrivate = await HostAddresses.all(of: origin.host).contains(where: PrivateAddress.contains)
    }
    return isPrivate ? .privateAddressRefused(host: name(of: request)) : nil
  }

  private func ask(
    _ request: HTTPRequest, bodyWillLeave: (@Sendable () -> Void)?
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = min(
      request.answerByteLimit ?? .max, configuration.limits.feedByteCount)
    return try await perform(
      request, timeOut: configuration.timeOuts.feed, bodyWillLeave: bodyWillLeave,
      sink: BodySink(.memory, byteLimit: limit, name: name(of: request)), progress: { _ in })
  }

  public func download(
    _ request: HTTPRequest, to descriptor: Int32, allowance: DownloadAllowance = .unlimited,
    progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let limit = configuration.limits.imageByteCount
    let paced = PacedProgress(now: configuration.time.now, report: progress)
    return try await perform(
      request, timeOut: configuration.timeOuts.image,
      sink: BodySink(
        .file(descriptor, allowance), byteLimit: min(limit, allowance.byteLimit),
        name: name(of: request)),
      progress: { paced.report($0) })
  }

  /// Tries until there is an answer that will be no other, or no try is left.
  private func perform(
    _ request: HTTPRequest, timeOut: Duration, bodyWillLeave: (@Sendable () -> Void)? = nil,
    sink: BodySink, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPResponse {
    var retry = 1
    while true {
      let outcome = await attempt(
        request, timeOut: timeOut, bodyWillLeave: bodyWillLeave, sink: sink, progress: progress)
      guard !Task.isCancelled else { throw .cancelled }
      guard let delay = delay(beforeRetry: retry, of: request, after: outcome) else {
        return try final(outcome, of: request)
      }
      configuration.logger.info("\(name(of: request)): retry \(retry) in \(Self.seconds(delay)) s")
      do {
        try await configuration.time.sleep(delay)
      } catch {
        throw .cancelled
      }
      retry += 1
    }
  }

  /// One try, with an end: a byte every 100 ms would go on for ever.
  ///
  /// Not libcurl's own deadline, which goes by its clock and not by the tests'.
  private func attempt(
    _ request: HTTPRequest, timeOut: Duration, bodyWillLeave: (@Sendable () -> Void)?,
    sink: BodySink, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async -> Result<HTTPResponse, TransportFailure> {
    let exchange = Exchange(
      configuration: configuration, loops: loops, proxies: proxies, bodyWillLeave: bodyWillLeave)
    let sleep = configuration.time.sleep
    let name = name(of: request)
    return await withTaskGroup(of: Result<HTTPResponse, TransportFailure>.self) { group in
      group.addTask {
        do throws(TransportFailure) {
          return .success(try await exchange.run(request, into: sink, progress: progress))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do {
          try await sleep(timeOut)
          return .failure(TransportFailure(.timedOut(host: name)))
        } catch {
          return .failure(TransportFailure(.cancelled))
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failure(TransportFailure(.cancelled))
    }
  }

  /// - Returns: nil when the outcome stands.
  private func delay(
    beforeRetry retry: Int, of request: HTTPRequest,
    after outcome: Result<HTTPResponse, TransportFailure>
  ) -> Duration? {
    guard request.isRepeatable else { return nil }
    var wished: Duration?
    switch outcome {
    case .success(let response):
      guard RetryRule.passingStatuses.contains(response.status) else { return nil }
      wished = wait(asked: response)
    case .failure(let failure):
      guard failure.mayPass else { return nil }
    }
    return configuration.retries.delay(
      beforeRetry: retry, wished: wished, random: configuration.time.random())
  }

  private func final(
    _ outcome: Result<HTTPResponse, TransportFailure>, of request: HTTPRequest
  ) throws(PhotoSourceError) -> HTTPResponse {
    switch outcome {
    case .success(let response):
      guard response.status == 429, let wait = wait(asked: response) else { return response }
      throw .rateLimited(host: name(of: request), seconds: Int(wait.components.seconds))
    case .failure(let failure): throw failure.error
    }
  }

  private func wait(asked response: HTTPResponse) -> Duration? {
    RetryAfter.duration(response.headers["Retry-After"], now: configuration.time.date())
  }

  /// `0.24`, for the log.
  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .seconds(1))
  }

  /// The host, as errors and the log name it.
  private func name(of request: HTTPRequest) -> String {
    TextCleaner.line(Origin(request.url)?.host ?? "", limit: .field)
  }
}
