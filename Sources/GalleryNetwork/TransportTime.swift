import Foundation

/// Time as the transport sees it, so that tests need not wait.
public struct TransportTime: Sendable {
  /// Ends early, throwing, when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// Monotonic time, from any starting point.
  public var now: @Sendable () -> Duration
  /// The date, for servers that give one in an answer.
  public var date: @Sendable () -> Date
  /// A number from 0 up to, but excluding, 1.
  public var random: @Sendable () -> Double

  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    random: @escaping @Sendable () -> Double
  ) {
    self.sleep = sleep
    self.now = now
    self.date = date
    self.random = random
  }

  public static let system: TransportTime = {
    let start = ContinuousClock.now
    return TransportTime(
      sleep: { try await Task.sleep(for: $0) }, now: { ContinuousClock.now - start },
      date: { Date() }, random: { Double.random(in: 0..<1) })
  }()
}
