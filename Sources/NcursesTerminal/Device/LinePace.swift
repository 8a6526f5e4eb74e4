/// How much the line to the terminal takes without keys having to wait: measured while writing.
///
/// Begins low, as for a link of 1 Mbit/s (0.13 s); a terminal of the same machine reaches the most after
/// six pieces.
nonisolated struct LinePace {
  static let byteLimits = 16_384...1 << 20
  /// A piece that takes longer makes the next ones smaller, one much shorter larger.
  static let target = Duration.milliseconds(40)

  private(set) var byteLimit = byteLimits.lowerBound

  /// - Parameters:
  ///   - byteCount: Written since the line was empty.
  ///   - duration: Until it was empty again.
  mutating func drained(_ byteCount: Int, in duration: Duration) {
    // Small frames say nothing of the line: they disappear in its buffers.
    guard byteCount >= byteLimit / 2 else { return }
    if duration > Self.target {
      byteLimit = max(Self.byteLimits.lowerBound, byteLimit / 2)
    } else if duration < Self.target / 2 {
      byteLimit = min(Self.byteLimits.upperBound, byteLimit * 2)
    }
  }
}
