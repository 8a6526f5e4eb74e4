import ExpectationSupport
import Testing

@testable import NcursesTerminal

/// How much picture data is sent at a time.
struct ThroughputMeterTests {
  /// Frames of so many bytes that took so many milliseconds, and what is known after them.
  @Test(
    arguments: [
      ([(16_384, 120), (500, 0), (500, 9_000)], 16_384, false),
      ([(16_384, 5), (32_768, 5), (65_536, 5), (131_072, 400)], 65_536, true),
      ([(16_384, 4_000)], 16_384, true),
      (Array(repeating: (1 << 20, 5), count: 20), 1 << 20, false),
      // Too few bytes to call a line slow; a small frame, and a medium speed, don't make a slow one fast.
      ([(2_000, 260)], 16_384, false), ([(20_000, 260)], 16_384, true),
      ([(20_000, 260), (2_000, 1), (20_000, 120)], 16_384, true),
      ([(20_000, 260), (10_000, 20)], 32_768, false),
    ] as [([(Int, Int)], Int, Bool)])
  func `a line is sent as much as it takes, and slow if a picture of characters took long at last`(
    _ frames: [(Int, Int)], _ byteLimit: Int, _ isSlow: Bool
  ) {
    var pace = ThroughputMeter()
    for (byteCount, time) in frames { pace.drained(byteCount, in: .milliseconds(time)) }

    expectEqual(pace.byteLimit, byteLimit)
    expectEqual(pace.isSlow, isSlow)
  }

  @Test func `the answer that a piece was read, and focus reports, are not keys`() {
    var parser = InputParser()
    expectEqual(parser.feed("\u{1B}[0n".utf8), [.ready])
    expectEqual(parser.feed("\u{1B}[3n".utf8), [])
    expectEqual(parser.feed("\u{1B}[I".utf8), [.focusGained])
    expectEqual(parser.feed("\u{1B}[O".utf8), [])
  }
}
