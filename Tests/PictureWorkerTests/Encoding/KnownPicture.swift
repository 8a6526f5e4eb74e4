import PictureProtocol

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
