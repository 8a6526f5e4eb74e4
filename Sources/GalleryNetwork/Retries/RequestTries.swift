import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Logging

/// Tries a request until there is a final answer, or no try is left.
struct RequestTries: Sendable {
  let configuration: TransportConfiguration

  /// - Parameters:
  ///   - host: The host's name for errors and the log.
  ///   - timeOut: For one try.
  ///   - exchange: One try.
  func perform(
    _ request: HTTPRequest, host: String, timeOut: Duration,
    exchange: @escaping @Sendable () async throws(TransportFailure) -> HTTPResponse
  ) async throws(PhotoSourceError) -> HTTPResponse {
    let response = try await perform(
      host: host, mayRepeat: request.isRepeatable, passing: passing,
      attempt: { await attempt(exchange, host: host, timeOut: timeOut) })
    guard response.status == 429, let wait = wait(asked: response) else { return response }
    throw .rateLimited(host: host, seconds: Int(wait.components.seconds))
  }

  /// Whether an answer may be different a moment later.
  private enum Verdict {
    case permanent
    /// With the delay that the server requests.
    case transient(after: Duration?)
  }

  /// The same for requests that don't use HTTP and only read.
  ///
  /// - Parameter begin: Comes before each try, without a time limit: the user may be asked something.
  func perform<Connection: Sendable, Answer: Sendable>(
    host: String, timeOut: Duration,
    begin: () async throws(TransportFailure) -> Connection,
    exchange: @escaping @Sendable (Connection) async throws(TransportFailure) -> Answer
  ) async throws(PhotoSourceError) -> Answer {
    let attempts: () async -> Result<Answer, TransportFailure> = {
      do throws(TransportFailure) {
        let connection = try await begin()
        return await attempt(
          { () async throws(TransportFailure) in try await exchange(connection) }, host: host,
          timeOut: timeOut)
      } catch {
        return .failure(error)
      }
    }
    return try await perform(
      host: host, mayRepeat: true, passing: { _ in .permanent }, attempt: attempts)
  }

  private func perform<Answer: Sendable>(
    host: String, mayRepeat: Bool, passing: (Answer) -> Verdict,
    attempt: () async -> Result<Answer, TransportFailure>
  ) async throws(PhotoSourceError) -> Answer {
    var retry = 1
    while true {
      let outcome = await attempt()
      guard !Task.isCancelled else { throw .cancelled }
      let verdict: Verdict =
        switch outcome {
        case .success(let answer): passing(answer)
        case .failure(let failure): failure.mayPass ? .transient(after: nil) : .permanent
        }
      guard mayRepeat, case .transient(let requested) = verdict,
        let delay = RetryRule().delay(
          beforeRetry: retry, requested: requested, random: configuration.time.random())
      else {
        switch outcome {
        case .success(let answer): return answer
        case .failure(let failure): throw failure.error
        }
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

  /// One try, with a time limit: a byte every 100 ms would take for ever.
  ///
  /// Not libcurl's own deadline, which uses its own clock and not the tests'.
  private func attempt<Answer: Sendable>(
    _ exchange: @escaping @Sendable () async throws(TransportFailure) -> Answer,
    host: String, timeOut: Duration
  ) async -> Result<Answer, TransportFailure> {
    let sleep = configuration.time.sleep
    return await withTaskGroup(of: Result<Answer, TransportFailure>.self) { group in
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

  private func passing(_ response: HTTPResponse) -> Verdict {
    RetryRule.passingStatuses.contains(response.status)
      ? .transient(after: wait(asked: response)) : .permanent
  }

  private func wait(asked response: HTTPResponse) -> Duration? {
    RetryAfter.duration(response.headers["Retry-After"], now: configuration.time.date())
  }

  /// `0.24`, for the log.
  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .seconds(1))
  }
}
