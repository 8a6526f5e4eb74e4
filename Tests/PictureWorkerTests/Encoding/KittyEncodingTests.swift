import ExpectationSupport
import PictureProtocol
import Testing

/// Pictures for the Kitty protocol, decoded again.
final class KittyEncodingTests: WorkerTests {
  /// Sizes around those of a cell of 4×6 pixels.
  static let sizes = [(1, 1), (1, 12), (4, 6), (5, 6), (4, 7), (9, 13), (17, 31)]
  static let target = PictureTarget(columns: 6, rows: 7, cellPixelWidth: 4, cellPixelHeight: 6)

  @Test(arguments: sizes)
  func `all colours arrive as they are, in whole cells`(width: Int, height: Int) throws {
    let picture = KnownPicture.colorful(width: width, height: height)

    let encoded = try worker.encoded(picture, target: Self.target, output: .kitty(.compressed))

    expectEqual(encoded.coding, .png)
    #expect(encoded.columns == (width + 3) / 4 && encoded.rows == (height + 5) / 6)
    #expect(encoded.pixelWidth == encoded.columns * 4 && encoded.pixelHeight == encoded.rows * 6)
    let padded = picture.centered(width: Int(encoded.pixelWidth), height: Int(encoded.pixelHeight))
    try expectEqual(worker.decoded(encoded), padded)
  }

  @Test(arguments: sizes)
  func `pixels are padded to whole cells too`(width: Int, height: Int) throws {
    let picture = KnownPicture.colorful(width: width, height: height)

    let answer = try worker.send(picture.tiff, target: Self.target).receivePicture()
    expectEqual(
      answer.payload,
      .pixels(picture.centered(width: (width + 3) / 4 * 4, height: (height + 5) / 6 * 6)))
  }

  @Test(arguments: [2, 4, 16, 17, 255, 256])
  func `a palette of enough colours changes none`(count: Int) throws {
    let picture = KnownPicture.picture(20, 18) { column, row in
      let number = (row * 20 + column) % count
      return [UInt8(number), UInt8(255 - number), UInt8(number * 31 & 255), 255]
    }

    let encoded = try worker.encoded(picture, target: Self.target, output: .kitty(.palette))

    try expectEqual(worker.decoded(encoded), picture)
    let file = try base64(encoded.bytes)
    // The header's depth and the type of a palette.
    #expect(file[24] == (count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8) && file[25] == 3)
  }

  @Test func `a palette that is padded has a colour for the cells' rest`() throws {
    let picture = KnownPicture.picture(19, 17) { column, row in
      [UInt8((row * 19 + column) % 255), 1, 2, 255]
    }

    let encoded = try worker.encoded(picture, target: Self.target, output: .kitty(.palette))

    try expectEqual(worker.decoded(encoded), picture.centered(width: 20, height: 18))
  }

  @Test func `more colours than a palette has come near`() throws {
    // 300 grey and red steps.
    let picture = KnownPicture.picture(20, 30) { column, row in
      let number = (row * 20 + column) / 2
      return number < 256
        ? [UInt8(number), UInt8(number), UInt8(number), 255] : [UInt8(number - 256), 0, 0, 255]
    }

    let decoded = try worker.decoded(
      worker.encoded(picture, target: Self.target, output: .kitty(.palette)))

    let differences = zip(decoded.bytes, picture.bytes).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 255 <= 8)
    #expect(Set((0..<600).map { decoded.pixel($0 % 20, $0 / 20) }).count <= 256)
  }

  @Test(arguments: KittyCoding.allCases)
  func `soft edges stay soft, and nothing at all stays nothing`(coding: KittyCoding) throws {
    let picture = KnownPicture.picture(8, 6) { column, _ in [200, 100, 50, UInt8(column * 36)] }

    let decoded = try worker.decoded(
      worker.encoded(picture, target: Self.target, output: .kitty(coding)))

    expectEqual(decoded.pixel(7, 3), [200, 100, 50, 252])
    #expect(decoded.pixel(3, 3)[3] == 108 && decoded.pixel(0, 3)[3] == 0)
    try expectEqual(
      worker.decoded(
        worker.encoded(
          KnownPicture.clear(width: 5, height: 7), target: Self.target, output: .kitty(coding))),
      KnownPicture.clear(width: 8, height: 12))
  }

  @Test func `a pixel of the colour that means transparent is drawn`() throws {
    let picture = KnownPicture.picture(3, 6) { column, _ in
      column == 1 ? [1, 0, 0, 255] : [9, 9, 9, 255]
    }

    let decoded = try worker.decoded(
      worker.encoded(picture, target: Self.target, output: .kitty(.compressed)))

    expectEqual(decoded.pixel(1, 0), [1, 0, 1, 255])
    expectEqual(decoded.pixel(3, 0)[3], 0)
  }

  @Test func `a background fills the cells' rest`() throws {
    let picture = KnownPicture.twoColors(width: 6, height: 6)

    let decoded = try worker.decoded(
      worker.encoded(
        picture, target: Self.target, background: .color(red: 1, green: 2, blue: 3),
        output: .kitty(.compressed)))

    expectEqual(decoded, picture.centered(width: 8, height: 6, in: [1, 2, 3, 255]))
  }

  @Test func `the largest box stays within the limits`() throws {
    let target = PictureTarget(columns: 4096, rows: 1, cellPixelWidth: 255, cellPixelHeight: 1)

    let encoded = try worker.encoded(
      KnownPicture.twoColors(width: 17_000, height: 1), target: target, output: .kitty(.palette))

    expectEqual(encoded.pixelWidth, encoded.columns * 255)
    #expect(Int(encoded.pixelWidth) <= PictureProtocolLimits.targetPixelsPerSide)
  }
}
