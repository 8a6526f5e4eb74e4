import Dispatch

/// What was awaited and did not happen, and what was there instead.
public struct WaitTimedOut: Error, CustomStringConvertible {
  public let awaited: String
  public let seen: String
  public let limit: Duration

  public var description: String {
    "waited \(limit) for \(awaited)\(seen.isEmpty ? "" : "; saw \(seen)")"
  }
}

/// How long tests wait for something that comes at once on an idle machine.
///
/// A passing test never waits this long, so the value costs nothing; it has to outlast a machine that is busy with other things.
public let waitLimit = Duration.seconds(60)

/// Waits until a condition holds that nothing announces.
///
/// For conditions that are announced, wait for the announcement instead.
///
/// - Parameters:
///   - awaited: For the failure, as in "a second request".
///   - seen: What is there when the time is up.
/// - Throws: `WaitTimedOut` after `limit`; `CancellationError` when the time limit of the test is over.
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
    // Most conditions hold after a few turns of other tasks. After that a pause leaves the processor to them.
    if attempts < 1_000 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
  }
}
