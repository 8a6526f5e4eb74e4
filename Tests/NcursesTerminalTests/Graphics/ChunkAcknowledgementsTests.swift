import ExpectationSupport
import Testing

@testable import NcursesTerminal

/// Whether the next piece of a picture may be sent.
struct ChunkAcknowledgementsTests {
  private let start = ContinuousClock.now

  @Test func `the answer shows how long the piece took`() {
    var receipts = ChunkAcknowledgements()
    #expect(!receipts.isUnderWay)
    let number = receipts.sent(16_384, at: start)
    #expect(receipts.isUnderWay)

    let arrived = receipts.arrived(at: start + .milliseconds(130))

    expectEqual(arrived?.byteCount, 16_384)
    expectEqual(arrived?.time, .milliseconds(130))
    #expect(!receipts.isUnderWay)
    let isOverdue = receipts.isOverdue(number, isLineEmpty: true)
    #expect(!isOverdue)
    #expect(receipts.isAnswering)
  }

  @Test func `a terminal that never answers is not asked again, and sending continues`() {
    var receipts = ChunkAcknowledgements()
    let number = receipts.sent(1, at: start)

    let isOverdue = receipts.isOverdue(number, isLineEmpty: true)

    #expect(isOverdue)
    #expect(!receipts.isUnderWay)
    #expect(!receipts.isAnswering)
  }

  @Test func `while the line is still sending the piece the terminal cannot answer`() {
    var receipts = ChunkAcknowledgements()
    let number = receipts.sent(1, at: start)

    let isOverdue = receipts.isOverdue(number, isLineEmpty: false)

    #expect(isOverdue)
    #expect(!receipts.isUnderWay)
    #expect(receipts.isAnswering)
  }

  @Test func `an answer that is too late only shows that the terminal answers`() {
    var receipts = ChunkAcknowledgements()
    let number = receipts.sent(1, at: start)
    _ = receipts.isOverdue(number, isLineEmpty: true)

    let arrived = receipts.arrived(at: start + .seconds(9))

    #expect(arrived == nil)
    #expect(receipts.isAnswering)
    #expect(!receipts.isUnderWay)
  }

  @Test func `the time limit of one piece does not end the wait for the next`() {
    var receipts = ChunkAcknowledgements()
    let first = receipts.sent(1, at: start)
    _ = receipts.arrived(at: start)
    let second = receipts.sent(1, at: start)

    let firstIsOverdue = receipts.isOverdue(first, isLineEmpty: true)
    #expect(!firstIsOverdue)
    #expect(receipts.isUnderWay)
    let secondIsOverdue = receipts.isOverdue(second, isLineEmpty: true)
    #expect(secondIsOverdue)
  }

  @Test func `an abandoned answer is neither overdue nor expected`() {
    var receipts = ChunkAcknowledgements()
    let number = receipts.sent(1, at: start)
    #expect(receipts.isExpected(at: start + .milliseconds(1999)))
    #expect(!receipts.isExpected(at: start + .seconds(2)))

    receipts.giveUp()

    #expect(!receipts.isExpected(at: start))
    let isOverdue = receipts.isOverdue(number, isLineEmpty: true)
    #expect(!isOverdue)
  }
}
