import ExpectationSupport
import GalleryDomain
import Testing

/// Orientations compared with pixels that are moved one by one.
struct PhotoOrientationTests {
  /// Two rows of three pixels, all different.
  private typealias Pixels = [[Int]]
  private let stored: Pixels = [[1, 2, 3], [4, 5, 6]]

  private func mirrored(_ pixels: Pixels) -> Pixels { pixels.map { $0.reversed() } }

  private func right(_ pixels: Pixels) -> Pixels {
    pixels[0].indices.map { column in pixels.reversed().map { $0[column] } }
  }

  private func rotated(_ pixels: Pixels, _ rotation: Rotation) -> Pixels {
    (0..<rotation.rawValue).reduce(pixels) { pixels, _ in right(pixels) }
  }

  /// The displayed picture, from Exif's definition of row 0 and column 0.
  private func seen(_ orientation: PhotoOrientation) -> Pixels {
    switch orientation.rawValue {
    case 1: stored
    // Row 0 is the top, column 0 is at the right.
    case 2: mirrored(stored)
    // The bottom; the right.
    case 3: stored.reversed().map { $0.reversed() }
    // The bottom; the left.
    case 4: stored.reversed()
    // The left; the top.
    case 5: stored[0].indices.map { column in stored.map { $0[column] } }
    // The right; the top.
    case 6: stored[0].indices.map { column in stored.reversed().map { $0[column] } }
    // The right; the bottom.
    case 7: stored[0].indices.reversed().map { column in stored.reversed().map { $0[column] } }
    // The left; the bottom.
    default: stored[0].indices.reversed().map { column in stored.map { $0[column] } }
    }
  }

  @Test(arguments: PhotoOrientation.allCases, Rotation.allCases)
  func `a rotated orientation shows the rotated picture`(
    orientation: PhotoOrientation, rotation: Rotation
  ) {
    expectEqual(seen(orientation.rotated(by: rotation)), rotated(seen(orientation), rotation))
    expectEqual(orientation.rotated(by: rotation).rotated(by: rotation.inverse), orientation)
  }

  @Test(arguments: Rotation.allCases, Rotation.allCases)
  func `rotations add up`(one: Rotation, other: Rotation) {
    expectEqual(rotated(stored, one.rotated(by: other)), rotated(rotated(stored, one), other))
    expectEqual(one.rotated(by: one.inverse), .none)
    expectEqual(one.swapsSides, (rotated(stored, one).count == 3))
  }
}
