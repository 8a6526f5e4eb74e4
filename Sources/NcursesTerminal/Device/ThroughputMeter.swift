/// How much can be sent to the terminal at a time without delaying keys; measured while writing.
///
/// Starts low, as for a connection of 1 Mbit/s (0.13 s for 16 kB). A terminal on the same machine reaches the maximum
/// after six pieces, and so does a fast connection with a delay of less than 100 ms.
nonisolated struct ThroughputMeter {
  private static let byteLimits = 16_384...1 << 20
  /// A piece that takes longer makes the next pieces smaller.
  static let slow = Duration.milliseconds(150)
  /// A piece that takes less makes the next pieces larger.
  static let fast = Duration.milliseconds(100)

  private(set) var byteLimit = byteLimits.lowerBound
  /// Whether as many bytes as a picture of characters has took long at last; false until that is known.
  private(set) var isSlow = false
  /// The bytes of a small picture of characters. Less disappears in the buffers.
  static let leastByteCount = 8_192
  /// A line that was slow once is fast again if this many bytes took little: a busy start must not count for good.
  static let leastTellingByteCount = 1_024

  /// - Parameters:
  ///   - byteCount: Bytes written since the line was empty.
  ///   - duration: The time until it was empty again.
  mutating func drained(_ byteCount: Int, in duration: Duration) {
    if byteCount >= Self.leastByteCount {
      if duration > Self.slow { isSlow = true } else if duration < Self.fast { isSlow = false }
    } else if isSlow, byteCount >= Self.leastTellingByteCount, duration < Self.fast {
      isSlow = false
    }
    // Small frames disappear in the buffers and say nothing about the connection.
    guard byteCount >= byteLimit / 2 else { return }
    if duration > Self.slow {
      byteLimit = max(Self.byteLimits.lowerBound, byteLimit / 2)
    } else if duration < Self.fast {
      byteLimit = min(Self.byteLimits.upperBound, byteLimit * 2)
    }
  }
}
