import Testing

@testable import sample_gallery

@Suite struct OrientationTests {
  /// Three by two pixels, each with its own number.
  private let upright = Bitmap(
    width: 3, height: 2, bytes: (0..<6).flatMap { [UInt8($0), UInt8($0), UInt8($0)] })

  private func numbers(_ orientation: Orientation) -> [UInt8] {
    let bytes = upright.stored(for: orientation).bytes
    return stride(from: 0, to: bytes.count, by: 3).map { bytes[$0] }
  }

  // 0 1 2
  // 3 4 5
  @Test(arguments: [
    (Orientation.topLeft, [0, 1, 2, 3, 4, 5]),
    (.topRight, [2, 1, 0, 5, 4, 3]),
    (.bottomRight, [5, 4, 3, 2, 1, 0]),
    (.bottomLeft, [3, 4, 5, 0, 1, 2]),
    (.leftTop, [0, 3, 1, 4, 2, 5]),
    (.rightTop, [2, 5, 1, 4, 0, 3]),
    (.rightBottom, [5, 2, 4, 1, 3, 0]),
    (.leftBottom, [3, 0, 4, 1, 5, 2]),
  ])
  func `stored pixels are arranged as EXIF says`(orientation: Orientation, expected: [UInt8]) {
    #expect(numbers(orientation) == expected)
  }

  @Test func `a quarter turn swaps width and height`() {
    let stored = upright.stored(for: .rightTop)

    #expect(stored.width == 2)
    #expect(stored.height == 3)
  }
}
