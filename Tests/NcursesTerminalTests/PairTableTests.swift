import ExpectationSupport
import Testing

@testable import NcursesTerminal

struct PairTableTests {
  @Test func `a pair is new once and known afterwards`() {
    var table = PairTable(limit: 4)

    expectEqual(table.pair(foreground: 1, background: 2), .new(1))
    expectEqual(table.pair(foreground: 2, background: 1), .new(2))
    expectEqual(table.pair(foreground: 1, background: 2), .known(1))
  }

  @Test func `the terminal's default colours need no number`() {
    var table = PairTable(limit: 1)

    expectEqual(table.pair(foreground: -1, background: -1), .known(PairTable.defaultPair))
    expectEqual(table.pair(foreground: -1, background: 3), .new(1))
    expectEqual(table.count, 1)
  }

  @Test func `a full table still knows its pairs, and starts again when it is cleared`() {
    var table = PairTable(limit: 2)
    _ = table.pair(foreground: 1, background: -1)
    _ = table.pair(foreground: 2, background: -1)

    expectEqual(table.pair(foreground: 3, background: -1), .full)
    expectEqual(table.pair(foreground: 2, background: -1), .known(2))

    table.removeAll()

    expectEqual(table.pair(foreground: 3, background: -1), .new(1))
  }

  @Test func `a frame with as many colours as cells fits after clearing`() {
    var table = PairTable(limit: 8)
    table.reserve(cells: 50_000)

    let lookups = (0..<50_000).map { table.pair(foreground: $0, background: 7) }

    #expect(!lookups.contains(.full))
  }
}
