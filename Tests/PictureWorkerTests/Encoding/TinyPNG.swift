import PictureProtocol

/// Writes a PNG without compression, so that a test knows every pixel that a worker receives.
enum TinyPNG {
  /// - Parameter pixels: RGBA, `width * height * 4` bytes.
  static func file(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<height {
      rows.append(0)
      rows += pixels[row * width * 4..<(row + 1) * width * 4]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", word(width) + word(height) + [8, 6, 0, 0, 0])
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  static func file(_ picture: PixelPicture) -> [UInt8] {
    file(width: Int(picture.width), height: Int(picture.height), pixels: picture.bytes)
  }

  /// RFC 1950 and 1951: stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let length = min(65_535, bytes.count - start)
      let isLast = start + length == bytes.count
      result.append(isLast ? 1 : 0)
      result += [UInt8(length & 255), UInt8(length >> 8)]
      result += [UInt8(~length & 255), UInt8(~length >> 8 & 255)]
      result += bytes[start..<start + length]
      start += length
    } while start < bytes.count
    var low = 1
    var high = 0
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return result + word(high << 16 | low)
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var crc: UInt32 = .max
    for byte in body { crc = crc >> 8 ^ crcTable[Int((crc ^ UInt32(byte)) & 255)] }
    return word(data.count) + body + word(Int(~crc))
  }

  private static let crcTable: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }
}

/// Pictures with known pixels.
enum KnownPicture {
  /// As many colours as there are pixels, up to 65,536: no pixel is like its neighbours.
  static func colorful(width: Int, height: Int) -> PixelPicture {
    picture(width, height) { column, row in
      let number = row * width + column
      return [UInt8(number * 7 & 255), UInt8(number >> 8 & 255), UInt8(number & 255), 255]
    }
  }

  /// Red and blue like a chess board.
  static func twoColors(width: Int, height: Int) -> PixelPicture {
    picture(width, height) { column, row in
      (column + row) % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255]
    }
  }

  static func clear(width: Int, height: Int) -> PixelPicture {
    picture(width, height) { _, _ in [0, 0, 0, 0] }
  }

  static func picture(
    _ width: Int, _ height: Int, _ pixel: (_ column: Int, _ row: Int) -> [UInt8]
  ) -> PixelPicture {
    var bytes: [UInt8] = []
    for row in 0..<height {
      for column in 0..<width { bytes += pixel(column, row) }
    }
    return PixelPicture(width: UInt32(width), height: UInt32(height), bytes: bytes)
  }
}

extension PixelPicture {
  func pixel(_ column: Int, _ row: Int) -> [UInt8] {
    let start = (row * Int(width) + column) * 4
    return Array(bytes[start..<start + 4])
  }

  /// The picture in the middle of a larger one of one pixel.
  func centered(width: Int, height: Int, in outside: [UInt8] = [0, 0, 0, 0]) -> PixelPicture {
    let left = (width - Int(self.width)) / 2
    let top = (height - Int(self.height)) / 2
    return KnownPicture.picture(width, height) { column, row in
      let isInside =
        column >= left && column < left + Int(self.width) && row >= top
        && row < top + Int(self.height)
      return isInside ? pixel(column - left, row - top) : outside
    }
  }
}
