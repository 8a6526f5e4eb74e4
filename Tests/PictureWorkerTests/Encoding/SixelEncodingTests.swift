import ExpectationSupport
import PictureProtocol
import Testing

/// Sixel pictures, read again by a strict reader.
final class SixelEncodingTests: WorkerTests {
  static let target = PictureTarget(columns: 6, rows: 7, cellPixelWidth: 4, cellPixelHeight: 5)
  static let sixel = PictureOutput.sixel(SixelOptions())

  @Test(arguments: [(1, 1), (1, 10), (4, 5), (5, 5), (4, 6), (4, 7), (9, 13), (23, 31)])
  func `every pixel gets its colour, whole cells and nothing below them`(
    width: Int, height: Int
  ) throws {
    let picture = KnownPicture.twoColors(width: width, height: height)

    let encoded = try worker.encoded(picture, target: Self.target, output: Self.sixel)

    #expect(encoded.coding == .sixel && encoded.isClean)
    // Throws at a pixel outside of the raster attributes.
    let reader = try SixelReader(encoded.bytes)
    #expect(reader.width == (width + 3) / 4 * 4 && reader.height == (height + 4) / 5 * 5)
    #expect(encoded.pixelWidth == reader.width && encoded.pixelHeight == reader.height)
    #expect(encoded.columns == (width + 3) / 4 && encoded.rows == (height + 4) / 5)
    let padded = picture.centered(width: reader.width, height: reader.height)
    for row in 0..<reader.height {
      for column in 0..<reader.width {
        let pixel = padded.pixel(column, row)
        let wanted = pixel[3] == 0 ? nil : pixel[0] == 255 ? [100, 0, 0] : [0, 0, 100]
        expectEqual(reader.color(column, row), wanted, "\(column), \(row)")
      }
    }
  }

  @Test func `the bytes of a small picture are these`() throws {
    // A red square of 4×4 with a blue point, above seven columns of blue.
    let picture = KnownPicture.picture(8, 7) { column, row in
      row < 6 && column < 4 && !(column == 1 && row == 0) ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
    let target = PictureTarget.pixels(8, 7)

    let encoded = try worker.encoded(picture, target: target, output: Self.sixel)

    expectEqual(
      String(decoding: encoded.bytes, as: UTF8.self),
      "\"1;1;8;7#0;2;100;0;0#1;2;0;0;100#0~}~~$#1?@??!4~-#1!8@")
  }

  @Test(arguments: [UInt16(2), 3, 16, 256, 1024])
  func `there are at most as many registers as the terminal has`(limit: UInt16) throws {
    let picture = KnownPicture.colorful(width: 24, height: 35)

    let encoded = try worker.encoded(
      picture, target: Self.target, output: .sixel(SixelOptions(colorCount: limit)))

    let reader = try SixelReader(encoded.bytes)
    #expect(reader.registers.count <= Int(limit))
    #expect(reader.registers.keys.allSatisfy { $0 < Int(limit) })
    #expect(!reader.pixels.contains(nil))
  }

  @Test func `an area of one shade is that shade on the whole`() throws {
    // 256 shades of grey and one of red take two registers of 16 away from no grey in particular.
    let picture = KnownPicture.picture(24, 35) { column, row in
      let shade = UInt8(truncatingIfNeeded: 30 + column * 8)
      return [shade, shade, shade, 255]
    }

    let encoded = try worker.encoded(
      picture, target: Self.target, output: .sixel(SixelOptions(colorCount: 8)))

    let reader = try SixelReader(encoded.bytes)
    for column in stride(from: 0, to: 24, by: 6) {
      let shown = (0..<35).flatMap { row in
        (column..<column + 6).map { reader.color($0, row)?[0] ?? 0 }
      }
      let wanted = (column..<column + 6).map { (30 + $0 * 8) * 100 / 255 }
      let difference = shown.reduce(0, +) / shown.count - wanted.reduce(0, +) / 6
      #expect(abs(difference) <= 3, "column \(column): \(difference)")
    }
  }

  /// With two different rows in a band at most, the last band of three.
  @Test func `rows of many colours are written from colour to colour, transparent pixels skipped`()
    throws
  {
    func color(_ column: Int, _ row: Int) -> [UInt8] {
      let place = (column / 2 + row / 3 * 5) % 11
      return place == 10 ? [0, 0, 0, 0] : [UInt8(place * 25), UInt8(250 - place * 25), 0, 255]
    }
    let picture = KnownPicture.picture(40, 21, color)
    let target = PictureTarget.pixels(40, 21)

    let encoded = try worker.encoded(picture, target: target, output: Self.sixel)

    let reader = try SixelReader(encoded.bytes)
    for row in 0..<21 {
      for column in 0..<40 {
        let wanted = color(column, row)
        let hundredths = wanted[3] == 0 ? nil : wanted[..<3].map { (Int($0) * 100 + 127) / 255 }
        expectEqual(reader.color(column, row), hundredths, "\(column), \(row)")
      }
    }
    // One return in each band of two different rows, not one for each of ten colours.
    expectEqual(encoded.bytes.count { $0 == UInt8(ascii: "$") }, 3)
  }

  @Test func `in passing each pixel is a square, where it would be at rest`() throws {
    let picture = KnownPicture.picture(902, 601) { column, row in
      column < 450
        ? (row < 300 ? [255, 0, 0, 255] : [0, 255, 0, 255])
        : row < 300 ? [0, 0, 255, 255] : [0, 0, 0, 0]
    }
    let target = PictureTarget(columns: 91, rows: 31)

    let sharp = try SixelReader(worker.encoded(picture, target: target, output: Self.sixel).bytes)
    let passing = try SixelReader(
      worker.encoded(picture, target: target, output: Self.sixel, steps: .quick).bytes)

    expectEqual([passing.width, passing.height], [sharp.width, sharp.height])
    for row in stride(from: 20, to: 580, by: 40) where abs(row - 300) > 10 {
      for column in stride(from: 20, to: 880, by: 40) where abs(column - 450) > 10 {
        expectEqual(passing.color(column, row), sharp.color(column, row), "\(column), \(row)")
      }
    }
  }

  @Test func `nothing at all draws nothing`() throws {
    let encoded = try worker.encoded(
      KnownPicture.clear(width: 4, height: 10), target: Self.target, output: Self.sixel)

    let reader = try SixelReader(encoded.bytes)
    #expect(reader.registers.isEmpty && reader.pixels.allSatisfy { $0 == nil })
    #expect(reader.width == 4 && reader.height == 10)
  }

  @Test func `the background is next to the picture and behind it`() throws {
    let picture = KnownPicture.picture(6, 5) { column, _ in
      column < 3 ? [255, 0, 0, 255] : [0, 0, 0, 0]
    }

    let encoded = try worker.encoded(
      picture, target: Self.target, background: .color(red: 0, green: 255, blue: 0),
      output: Self.sixel)

    let reader = try SixelReader(encoded.bytes)
    let row = (0..<8).map { reader.color($0, 4) ?? [] }
    let green = [0, 100, 0]
    let red = [100, 0, 0]
    expectEqual(row, [green, red, red, red, green, green, green, green])
  }
}
