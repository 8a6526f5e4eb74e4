import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// Tries a request until there is an answer that will be no other, or no try is left.
struct RequestTries: Sendable {
  let configuration: TransportConfiguration

  /// - Parameters:
  ///   - host: As errors and the log name it.
  ///   - timeOut: For one try.
  ///   - exchange: One try.
  func perform(
    _ request: HTTPRequest, host: String, timeOut: Duration,
    exchange: @escaping @Sendable () async throws(TransportFailure) -> HTTPResponse
  ) async throws(PhotoSourceError) -> HTTPResponse {
    var retry = 1
    while true {
      let outcome = await attempt(exchange, host: host, timeOut: timeOut)
      guard !Task.isCancelled else { throw .cancelled }
      guard let delay = delay(beforeRetry: retry, of: request, after: outcome) else {
        return try final(outcome, host: host)
      }
      configuration.logger.info("\(host): retry \(retry) in \(Self.seconds(delay)) s")
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
    _ exchange: @escaping @Sendable () async throws(TransportFailure) -> HTTPResponse,
    host: String, timeOut: Duration
  ) async -> Result<HTTPResponse, TransportFailure> {
    let sleep = configuration.time.sleep
    return await withTaskGroup(of: Result<HTTPResponse, TransportFailure>.self) { group in
      group.addTask {
        do throws(TransportFailure) {
          return .success(try await exchange())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do {
          try await sleep(timeOut)
          return .failure(TransportFailure(.timedOut(host: host)))
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
    _ outcome: Result<HTTPResponse, TransportFailure>, host: String
  ) throws(PhotoSourceError) -> HTTPResponse {
    switch outcome {
    case .success(let response):
      guard response.status == 429, let wait = wait(asked: response) else { return response }
      throw .rateLimited(host: host, seconds: Int(wait.components.seconds))
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
}
