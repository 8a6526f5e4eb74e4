import FeedFormats
import Foundation
import GalleryDomain
import Logging

/// Tries a request until there is a final result, or no try is left.
struct RequestTries: Sendable {
  let configuration: TransportConfiguration
  /// The host's name for errors and the log.
  let host: String

  /// Tries after the first one.
  private static let retryLimit = 3
  /// Before the first retry; doubled for each further one.
  private static let firstDelay = Duration.milliseconds(400)
  /// The longest delay that a server may request (`Retry-After`).
  private static let longestWait = Duration.seconds(30)

  /// - Parameters:
  ///   - timeOut: For one try.
  ///   - begin: Comes before each try, without a time limit: the user may be asked something.
  ///   - exchange: One try.
  ///   - wait: nil for a final result; for one that may be different a moment later, the delay that the server requests, or zero.
  func perform<Connection: Sendable, Value: Sendable>(
    timeOut: Duration, mayRepeat: Bool = true,
    begin: () async throws(TransportFailure) -> Connection,
    exchange: @escaping @Sendable (Connection) async throws(TransportFailure) -> Value,
    wait: (Value) -> Duration? = { _ in nil }
  ) async throws(PhotoSourceError) -> Value {
    var retry = 0
    while true {
      let outcome: Result<Value, TransportFailure>
      do throws(TransportFailure) {
        outcome = await attempt(exchange, try await begin(), timeOut: timeOut)
      } catch {
        outcome = .failure(error)
      }
      guard !Task.isCancelled else { throw .cancelled }
      let requested: Duration? =
        switch outcome {
        case .success(let value): wait(value)
        case .failure(let failure): failure.mayPass ? .zero : nil
        }
      guard mayRepeat, retry < Self.retryLimit, let requested, requested <= Self.longestWait else {
        switch outcome {
        case .success(let value): return value
        case .failure(let failure): throw failure.error
        }
      }
      let delay = delay(retry, requested: requested)
      retry += 1
      configuration.logger.info("\(host): retry \(retry) in \(Self.seconds(delay)) s")
      do {
        try await configuration.time.sleep(delay)
      } catch {
        throw .cancelled
      }
    }
  }

  /// - Parameter retry: Counted from 0. Half of the delay depends on chance, so that the clients of a server that was down don't
  ///   all come back at once.
  private func delay(_ retry: Int, requested: Duration) -> Duration {
    let delay = Self.firstDelay * (Double(1 << retry) * (0.5 + configuration.time.random() / 2))
    return requested > .zero ? requested + delay * 0.1 : delay
  }

  /// One try, with a time limit: a byte every 100 ms would take for ever.
  ///
  /// Not libcurl's own deadline, which uses its own clock and not the tests'.
  private func attempt<Connection: Sendable, Value: Sendable>(
    _ exchange: @escaping @Sendable (Connection) async throws(TransportFailure) -> Value,
    _ connection: Connection, timeOut: Duration
  ) async -> Result<Value, TransportFailure> {
    let (host, sleep) = (host, configuration.time.sleep)
    return await withTaskGroup(of: Result<Value, TransportFailure>.self) { group in
      group.addTask {
        do throws(TransportFailure) {
          return .success(try await exchange(connection))
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

  /// `0.24`, for the log.
  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .seconds(1))
  }
}
