import ExpectationSupport
import Testing

@testable import NcursesTerminal

/// How much picture data is sent at a time.
struct ThroughputMeterTests {
  @Test func `a fast line gets more, up to a megabyte`() {
    var pace = ThroughputMeter()
    expectEqual(pace.byteLimit, 16_384)

    for _ in 0..<20 { pace.drained(pace.byteLimit, in: .milliseconds(5)) }

    expectEqual(pace.byteLimit, 1 << 20)
  }

  @Test func `a slow line gets less, down to 16 kB`() {
    var pace = ThroughputMeter()
    for _ in 0..<3 { pace.drained(pace.byteLimit, in: .milliseconds(5)) }

    pace.drained(pace.byteLimit, in: .milliseconds(400))
    expectEqual(pace.byteLimit, 65_536)
    for _ in 0..<9 { pace.drained(pace.byteLimit, in: .seconds(4)) }

    expectEqual(pace.byteLimit, 16_384)
  }

  @Test func `medium speeds and small frames change nothing`() {
    var pace = ThroughputMeter()
    pace.drained(16_384, in: .milliseconds(120))
    pace.drained(500, in: .microseconds(10))
    pace.drained(500, in: .seconds(9))

    expectEqual(pace.byteLimit, 16_384)
  }

  @Test func `a line is slow if a picture of characters took long at last`() {
    var pace = ThroughputMeter()
    #expect(!pace.isSlow, "not known yet")
    pace.drained(20_000, in: .milliseconds(260))
    #expect(pace.isSlow)

    pace.drained(500, in: .milliseconds(1))
    pace.drained(20_000, in: .milliseconds(120))
    #expect(pace.isSlow, "a small frame says nothing, and medium speeds change nothing")
    pace.drained(20_000, in: .milliseconds(20))
    #expect(!pace.isSlow)
  }

  @Test func `a line that was slow is fast again after a middling frame, whatever comes later`() {
    var pace = ThroughputMeter()
    pace.drained(2_000, in: .milliseconds(260))
    #expect(!pace.isSlow, "too few bytes to call a line slow")
    pace.drained(20_000, in: .milliseconds(260))
    pace.drained(2_000, in: .milliseconds(120))
    #expect(pace.isSlow)
    pace.drained(2_000, in: .milliseconds(20))
    #expect(!pace.isSlow)
  }

  @Test func `the answer that a piece was read, and focus reports, are not keys`() {
    var parser = InputParser()
    expectEqual(parser.feed("\u{1B}[0n".utf8), [.ready])
    expectEqual(parser.feed("\u{1B}[3n".utf8), [])
    expectEqual(parser.feed("\u{1B}[I".utf8), [.focusGained])
    expectEqual(parser.feed("\u{1B}[O".utf8), [])
  }
}
