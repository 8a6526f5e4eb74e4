import ExpectationSupport
import Testing

@testable import vitrine_pictures

/// Pixels made smaller: each is the mean of the area that it covers.
struct ShrinkTests {
  /// Any pixels, all of them opaque.
  private func pixels(_ width: Int, _ height: Int) -> PixelBuffer {
    var random: UInt32 = 5
    var bytes: [UInt8] = []
    for _ in 0..<width * height {
      random = random &* 1_664_525 &+ 1_013_904_223
      bytes += [UInt8(random >> 24), UInt8(random >> 16 & 255), UInt8(random >> 8 & 255), 255]
    }
    return PixelBuffer(width: width, height: height, bytes: bytes)
  }

  /// How much of an old pixel a new one covers, along one side.
  private func covered(_ old: Int, of oldCount: Int, by new: Int, of newCount: Int) -> Int {
    max(0, min((old + 1) * newCount, (new + 1) * oldCount) - max(old * newCount, new * oldCount))
  }

  private func mean(
    of pixels: PixelBuffer, channel: Int, column: Int, row: Int, width: Int, height: Int
  ) -> Int {
    var sum = 0
    for y in 0..<pixels.height {
      let down = covered(y, of: pixels.height, by: row, of: height)
      for x in 0..<pixels.width where down > 0 {
        let value = Int(pixels.bytes[(y * pixels.width + x) * 4 + channel])
        sum += value * down * covered(x, of: pixels.width, by: column, of: width)
      }
    }
    let all = pixels.width * pixels.height
    return (sum + all / 2) / all
  }

  @Test(arguments: [(7, 5), (3, 2), (7, 1), (1, 5), (4, 4), (1, 1)])
  func `opaque pixels become the mean of their area`(_ width: Int, _ height: Int) throws {
    let old = pixels(7, 5)

    let new = try #require(old.shrunk(width: width, height: height))

    var expected: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<4 {
          expected.append(
            UInt8(
              mean(
                of: old, channel: channel, column: column, row: row, width: width, height: height)))
        }
      }
    }
    expectEqual(new.bytes, expected)
  }

  @Test func `of pixels that are partly transparent, opaque ones count more`() throws {
    let old = PixelBuffer(width: 2, height: 1, bytes: [200, 0, 0, 255, 0, 0, 200, 0])

    let new = try #require(old.shrunk(width: 1, height: 1))

    expectEqual(new.bytes, [200, 0, 0, 128])
  }
}
