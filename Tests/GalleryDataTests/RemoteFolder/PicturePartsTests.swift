import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryData

/// The known parts of a file, and the requests for the rest.
struct PicturePartsTests {
  @Test func `ranges that are nearly adjacent are one request, and none is larger than the limit`()
  {
    let parts = PictureParts(beginning: [], byteCount: 3 << 20)
    let requests = parts.requests(for: [
      100..<200, 1_000_000..<1_000_100, 10_000..<10_100, 150..<300, 5..<5, 0..<(2 << 20),
    ])

    expectEqual(requests, [100..<10_100, 1_000_000..<1_000_100])
  }

  @Test func `parts that are known or outside of the file are not requested`() {
    let parts = PictureParts(beginning: [UInt8](repeating: 1, count: 1_000), byteCount: 100_000)

    #expect(parts.requests(for: [0..<1_000, 100_000..<200_000, 1 << 47..<1 << 48]).isEmpty)
    expectEqual(parts.requests(for: [500..<2_000]), [1_000..<2_000])
    expectEqual(parts.requests(for: [90_000..<1 << 48]), [90_000..<100_000])
  }

  @Test func `only the first ranges are requested if there are too many`() {
    let parts = PictureParts(beginning: [1], byteCount: 1 << 40)
    let wanted = (1...40).map { (41 - $0) << 20..<(41 - $0) << 20 + 1_000 }

    let requests = parts.requests(for: wanted)

    expectEqual(requests, wanted.prefix(PictureParts.requestLimit).reversed())
    var allowance = RangeAllowance()
    expectEqual(allowance.take(requests), requests)
    #expect(allowance.take([5..<6]).isEmpty)
    allowance = RangeAllowance()
    expectEqual(allowance.take([0..<1_000_000, 2_000_000..<2_100_000, 5..<6]), [0..<1_000_000])
    #expect(allowance.take([5..<6]).isEmpty)
  }

  @Test func `parts have the file's bytes, in whatever order they arrive`() {
    var random = SplitMix64(state: 3)
    let file = (0..<200).map { UInt8($0) }
    for _ in 0..<300 {
      var parts = PictureParts(beginning: Array(file.prefix(10)), byteCount: file.count)
      var known = Set(0..<10)
      for _ in 0..<8 {
        let start = Int.random(in: 0..<200, using: &random)
        let end = Int.random(in: start...min(200, start + 50), using: &random)
        parts.add(Array(file[start..<end]), at: start)
        known.formUnion(start..<end)
        let asked = Int.random(in: 0..<start + 1, using: &random)..<200
        let missing = asked.filter { !known.contains($0) }
        let expected = missing.first.flatMap { first in missing.last.map { first..<$0 + 1 } }
        expectEqual(parts.missing(asked), expected)
      }
      expectEqual(parts.knownByteCount, known.count)
      for part in parts.parts {
        expectEqual(part.bytes, Array(file[part.offset..<part.offset + part.bytes.count]))
      }
      expectEqual(PictureParts(encoded: parts.encoded), parts)
    }
    var parts = PictureParts(beginning: [1, 2], byteCount: 4)
    parts.add([1, 2, 3], at: 2)
    parts.add([1], at: -1)
    parts.add([1], at: .max)
    expectEqual(parts.parts.map(\.bytes), [[1, 2]])
  }

  @Test func `damaged parts are refused, or are within the file`() {
    var parts = PictureParts(beginning: [1, 2, 3], byteCount: 100)
    parts.add([4, 5], at: 50)
    let whole = parts.encoded
    for place in whole.indices {
      expectEqual(PictureParts(encoded: Array(whole.prefix(place))), nil)
      for value in [UInt8(0), 0x7F, 0xFF] {
        var changed = whole
        changed[place] = value
        guard let found = PictureParts(encoded: changed) else { continue }
        #expect(found.parts.allSatisfy { $0.offset + $0.bytes.count <= found.byteCount })
      }
    }
  }
}
