import PictureProtocol

extension PictureBackground {
  /// The colour next to a picture in its cells; nil for none.
  var surround: SIMD3<UInt8>? {
    switch self {
    case .color(let red, let green, let blue), .checkerboardOn(let red, let green, let blue):
      SIMD3(red, green, blue)
    case .transparent, .checkerboard: nil
    }
  }
}

extension PixelBuffer {
  /// How much of a picture is transparent.
  enum Transparency {
    case none
    /// Some pixels, wholly.
    case whole
    /// Some pixels, in part.
    case partial
  }

  var transparency: Transparency {
    bytes.withUnsafeBufferPointer { bytes in
      var result = Transparency.none
      for offset in stride(from: 3, to: bytes.count, by: 4) where bytes[offset] != 255 {
        guard bytes[offset] == 0 else { return .partial }
        result = .whole
      }
      return result
    }
  }

  /// The picture in the middle of a box, in pixels; unchanged if it is as large already.
  ///
  /// Terminals scale a picture to its cells. A picture that has exactly their pixels is never scaled, so that each of
  /// its pixels is a pixel of the screen and its shape is kept.
  ///
  /// - Parameter background: What surrounds the picture: its colour, else nothing.
  func padded(width: Int, height: Int, background: PictureBackground) -> PixelBuffer {
    guard width >= self.width, height >= self.height,
      width > self.width || height > self.height
    else { return self }
    var padded = PixelBuffer(
      width: width, height: height, bytes: [UInt8](repeating: 0, count: width * height * 4))
    if let color = background.surround { padded.fill([color.x, color.y, color.z, 255]) }
    let left = (width - self.width) / 2
    let top = (height - self.height) / 2
    for row in 0..<self.height {
      let start = ((top + row) * width + left) * 4
      let length = self.width * 4
      padded.bytes.replaceSubrange(
        start..<start + length, with: bytes[row * length..<(row + 1) * length])
    }
    return padded
  }

  private mutating func fill(_ pixel: [UInt8]) {
    bytes.withUnsafeMutableBufferPointer { bytes in
      for offset in 0..<bytes.count { bytes[offset] = pixel[offset & 3] }
    }
  }

  /// Only red, green and blue.
  var withoutAlpha: [UInt8] {
    let count = width * height
    return [UInt8](unsafeUninitializedCapacity: count * 3) { output, initialized in
      bytes.withUnsafeBufferPointer { bytes in
        for pixel in 0..<count {
          output[pixel * 3] = bytes[pixel * 4]
          output[pixel * 3 + 1] = bytes[pixel * 4 + 1]
          output[pixel * 3 + 2] = bytes[pixel * 4 + 2]
        }
      }
      initialized = count * 3
    }
  }
}
