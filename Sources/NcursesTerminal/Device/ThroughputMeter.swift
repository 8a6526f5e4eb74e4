/// How much the line to the terminal takes without keys having to wait: measured while writing.
///
/// Begins low, as for a link of 1 Mbit/s (0.13 s for 16 kB); a terminal of the same machine reaches the
/// most after six pieces, and so does a fast line with a delay of less than 100 ms.
nonisolated struct ThroughputMeter {
  private static let byteLimits = 16_384...1 << 20
  /// A piece that takes longer makes the next ones smaller.
  static let slow = Duration.milliseconds(150)
  /// One that takes less makes them larger.
  static let fast = Duration.milliseconds(100)

  private(set) var byteLimit = byteLimits.lowerBound

  /// - Parameters:
  ///   - byteCount: Written since the line was empty.
  ///   - duration: Until it was empty again.
  mutating func drained(_ byteCount: Int, in duration: Duration) {
    // Small frames say nothing of the line: they disappear in its buffers.
    guard byteCount >= byteLimit / 2 else { return }
    if duration > Self.slow {
      byteLimit = max(Self.byteLimits.lowerBound, byteLimit / 2)
    } else if duration < Self.fast {
      byteLimit = min(Self.byteLimits.upperBound, byteLimit * 2)
    }
  }
}
