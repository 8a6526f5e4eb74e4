/// Whether a request is tried again, and after which delay.
struct RetryRule {
  /// Tries after the first one.
  var retryLimit = 3
  /// Before the first retry; doubled for each further one.
  private static let firstDelay = Duration.milliseconds(400)
  /// The longest delay that a server may request (`Retry-After`).
  private static let longestWait = Duration.seconds(30)

  /// Temporary answers: too many requests, and what gateways say about a server behind them.
  static let passingStatuses: Set<Int> = [429, 502, 503, 504]

  /// How long to wait before a retry; nil for no further one.
  ///
  /// - Parameters:
  ///   - retry: Counted from 1.
  ///   - requested: The delay that the server requests.
  ///   - random: From 0 up to 1. Half of the delay depends on it, so that the clients of a server that was down don't
  ///     all come back at once.
  func delay(beforeRetry retry: Int, requested: Duration?, random: Double) -> Duration? {
    guard retry <= retryLimit else { return nil }
    let factor = Double(1 << min(retry - 1, 16)) * (0.5 + random / 2)
    let delay = Self.firstDelay * factor
    guard let requested else { return min(delay, Self.longestWait) }
    return requested <= Self.longestWait ? max(requested, .zero) + delay * 0.1 : nil
  }
}
