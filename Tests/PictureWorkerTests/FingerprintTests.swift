import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import vitrine_pictures

struct FingerprintTests {
  // MARK: Made of pixels

  /// A soft picture with bright and dark patches, another one for each number.
  private func picture(
    _ number: Int, width: Int = 64, height: Int = 48, light: Double = 1, noise: Int = 0,
    patchCount: Int = 5
  ) -> PixelBuffer {
    var seed = SplitMix64(state: UInt64(number))
    // Three channels of patches, between which the colour changes gradually.
    let patches = (0..<3 * patchCount * patchCount).map { _ in Double(seed.next() % 200) }
    let last = Double(patchCount - 1) - 0.001
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = (Double(x) / Double(width) * last, Double(y) / Double(height) * last)
        for channel in 0..<3 {
          func patch(_ column: Int, _ row: Int) -> Double {
            patches[(channel * patchCount + row) * patchCount + column]
          }
          let (right, down) = (column - column.rounded(.down), row - row.rounded(.down))
          let (left, top) = (Int(column), Int(row))
          let upper = patch(left, top) * (1 - right) + patch(left + 1, top) * right
          let lower = patch(left, top + 1) * (1 - right) + patch(left + 1, top + 1) * right
          let value = (upper * (1 - down) + lower * down) * light
          let change = noise == 0 ? 0 : Int(seed.next() % UInt64(2 * noise + 1)) - noise
          bytes.append(UInt8(clamping: Int(value) + change))
        }
        bytes.append(255)
      }
    }
    return PixelBuffer(width: width, height: height, bytes: bytes)
  }

  private func fingerprint(_ pixels: PixelBuffer) throws -> PhotoFingerprint {
    try #require(PhotoFingerprint(of: pixels))
  }

  @Test(arguments: 0..<20)
  func `a picture in another size, with noise or brighter is near`(number: Int) throws {
    let original = try fingerprint(picture(number))

    let others = [
      picture(number, width: 160, height: 120), picture(number, width: 40, height: 30),
      picture(number, noise: 3), picture(number, light: 1.25), picture(number, light: 0.7),
    ]

    for other in others {
      let distance = try #require(original.distance(to: fingerprint(other)))
      #expect(distance <= 8)
    }
  }

  @Test func `different pictures are far apart`() throws {
    let fingerprints = try (0..<60).map { try fingerprint(picture($0, patchCount: 9)) }

    for (index, one) in fingerprints.enumerated() {
      for other in fingerprints[..<index] {
        #expect(one.distance(to: other).map { $0 > FingerprintTable.usualDistance } ?? true)
      }
    }
  }

  @Test func `pictures of one colour look like no other, not even of that colour`() throws {
    func flat(_ value: UInt8) throws -> PhotoFingerprint {
      try fingerprint(
        PixelBuffer(
          width: 20, height: 20,
          bytes: Array(repeating: [value, value, value, 255], count: 400).flatMap(\.self)))
    }
    let (black, black2, grey) = (try flat(0), try flat(0), try flat(120))

    expectEqual(black.differences, grey.differences)
    #expect(black.isFlat && grey.isFlat)
    expectEqual(black.distance(to: grey), nil)
    expectEqual(black.distance(to: black2), nil)
  }

  @Test func `the same differences in other colours are another motif`() throws {
    let red = try fingerprint(picture(7))
    var bytes = picture(7).bytes
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      // Blue in place of red, and the brightness nearly the same.
      bytes[pixel] = bytes[pixel] / 4
      bytes[pixel + 2] = 255 - bytes[pixel + 2] / 8
    }

    let blue = try fingerprint(PixelBuffer(width: 64, height: 48, bytes: bytes))

    expectEqual(red.distance(to: blue), nil)
  }

  @Test func `a picture of a pixel has one too`() throws {
    let one = PixelBuffer(width: 1, height: 1, bytes: [200, 10, 10, 255])

    #expect(try fingerprint(one).isFlat)
    #expect(PhotoFingerprint(of: PixelBuffer(width: 0, height: 0, bytes: [])) == nil)
  }

  @Test func `each part is compared with the one to its right`() throws {
    // Brighter to the right in the upper half, darker in the lower one.
    var bytes: [UInt8] = []
    for y in 0..<8 {
      for x in 0..<9 {
        let value = UInt8(y < 4 ? x * 20 : 160 - x * 20)
        bytes += [value, value, value, 255]
      }
    }

    let fingerprint = try fingerprint(PixelBuffer(width: 9, height: 8, bytes: bytes))

    expectEqual(fingerprint.differences, 0xFFFF_FFFF_0000_0000)
    expectEqual(fingerprint.colors.count, PhotoFingerprint.colorCount)
    // Grey.
    expectEqual(Set(fingerprint.colors[64...]), [128])
  }

  // MARK: Of files

  private func fingerprint(of file: some WorkerFile) throws -> PhotoFingerprint {
    let tests = try WorkerTests()
    let answer = try withExtendedLifetime(tests) {
      try tests.worker.send(file, output: .fingerprint, allowsLarge: false).receivePicture()
    }
    expectEqual(answer.isSharp, true)
    return try answer.fingerprint
  }

  @Test(arguments: 2...8)
  func `pictures are compared upright`(orientation: Int) throws {
    let distance = try fingerprint(of: "orientation-1.jpg")
      .distance(to: fingerprint(of: "orientation-\(orientation).jpg"))

    #expect(try #require(distance) <= 4)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
  func `a thumbnail is upright as the picture is`(orientation: UInt8) throws {
    let picture = try fixture("quarters.jpg")
    // The same pixels as they are stored, with the orientation of the whole file.
    let stored = picture.withEXIF(TIFFBytes.exif(orientation: orientation, thumbnail: picture))
    let plain = picture.withEXIF(TIFFBytes.exif(orientation: orientation, thumbnail: []))

    let distance = try fingerprint(of: stored).distance(to: fingerprint(of: plain))
    #expect(try #require(distance) <= 3)
  }

  @Test func `bars beside the picture in a thumbnail aren't part of it`() throws {
    let fingerprint = try fingerprint(of: "thumbnail-bars.jpg")

    // Yellow all over.
    #expect(fingerprint.isFlat && (fingerprint.colors.prefix(64).min() ?? 0) > 200)
  }

  @Test func `the thumbnail in the file is enough`() throws {
    // Yellow all over, which the picture is not.
    let fingerprint = try fingerprint(of: "thumbnail.jpg")

    #expect(fingerprint.isFlat && fingerprint.colors[64] < 100)
  }
}
