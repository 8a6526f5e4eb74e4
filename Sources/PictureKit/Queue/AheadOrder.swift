/// Which of the next photos to begin with while a key is held, by how long they took so far.
///
/// A photo that is reached before it can be ready is not worth beginning: its decode would be cancelled when it is
/// passed, and so would the next one's, and nothing would ever be shown. A value; times are passed in.
nonisolated struct AheadOrder: Sendable {
  /// About the longest of the last few.
  private var time = Duration.zero

  /// One was ready, or was given up, after this time.
  mutating func took(_ time: Duration) {
    self.time = max(time, self.time * 19 / 20)
  }

  /// How many have to be made at the same time, so that one is ready for each key.
  ///
  /// Not more: a worker takes a processor, and the key that is pressed meanwhile needs one, too.
  func concurrency(interval: Duration) -> Int {
    guard interval > .zero else { return 1 }
    // A quarter in reserve: they don't all take the same time.
    return max(1, Int((time / interval / 0.75).rounded(.up)))
  }

  /// - Parameters:
  ///   - requests: The one under the bar, and the next ones.
  ///   - interval: The time between two keys.
  /// - Returns: Those that can be ready in time, and then those that are only worth it if workers have nothing else to
  ///   do.
  func order<Request>(_ requests: [Request], interval: Duration) -> [Request] {
    guard interval > .zero else { return requests }
    let lead = min(requests.count - 1, Int(time / interval))
    guard lead > 0 else { return requests }
    return Array(requests[lead...] + requests[..<lead].reversed())
  }
}
