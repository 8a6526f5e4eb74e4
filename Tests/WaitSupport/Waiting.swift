import Dispatch

/// What was expected and did not happen, and what was there instead.
public struct WaitTimedOut: Error, CustomStringConvertible {
  public let awaited: String
  public let seen: String
  public let limit: Duration

  public var description: String {
    "waited \(limit) for \(awaited)\(seen.isEmpty ? "" : "; saw \(seen)")"
  }
}

/// How long tests wait for something that happens immediately on an idle machine.
///
/// A passing test never waits this long, so the value costs nothing; it has to outlast delays on a busy machine.
public let waitLimit = Duration.seconds(180)

/// Waits for a condition whose change is not announced.
///
/// If it is announced, wait for the announcement instead.
///
/// - Parameters:
///   - awaited: For the failure message, as in "a second request".
///   - seen: The state when the time is up.
/// - Throws: `WaitTimedOut` after `limit`; `CancellationError` when the test's time limit is over.
public func wait(
  for awaited: String, upTo limit: Duration = waitLimit,
  isolation: isolated (any Actor)? = #isolation,
  seen: () -> String = { "" }, until condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + limit
  var attempts = 0
  while try await !condition() {
    try Task.checkCancellation()
    guard ContinuousClock.now < deadline else {
      throw WaitTimedOut(awaited: awaited, seen: seen(), limit: limit)
    }
    attempts += 1
    // Most conditions hold after a few turns of other tasks. After that, a pause leaves the processor to them.
    if attempts < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
}
