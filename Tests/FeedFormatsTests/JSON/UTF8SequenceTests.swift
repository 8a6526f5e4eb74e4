import ExpectationSupport
import Testing

@testable import FeedFormats

@Suite struct UTF8SequenceTests {
  @Test func `the length of every scalar's sequence is recognised`() {
    for value in stride(from: UInt32(0x80), through: 0x10FFFF, by: 61) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(Character(scalar)).utf8)
      expectEqual(UTF8Sequence.length(at: 0, in: bytes), bytes.count)
      #expect(bytes.count == 1 || UTF8Sequence.length(at: 0, in: Array(bytes.dropLast())) == 0)
    }
  }

  @Test(arguments: [
    [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
    [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    [0xE2, 0x28, 0xA1], [0xC3, 0x28],
  ])
  func `malformed sequences have no length`(bytes: [UInt8]) {
    expectEqual(UTF8Sequence.length(at: 0, in: bytes), 0)
  }
}
