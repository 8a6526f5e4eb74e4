import PictureProtocol

extension PhotoFingerprint {
  /// The side of the picture that it is made of: small enough for any thumbnail, and eight pixels for each part.
  static let sidePixels: UInt32 = 64

  /// - Parameter pixels: Opaque.
  init?(of pixels: PixelBuffer) {
    guard pixels.width > 0, pixels.height > 0 else { return nil }
    var pixels = pixels
    if pixels.width < 9 || pixels.height < 8 {
      pixels = pixels.enlarged(width: max(9, pixels.width), height: max(8, pixels.height))
    }
    guard let nine = pixels.shrunk(width: 9, height: 8),
      let eight = pixels.shrunk(width: 8, height: 8), let four = eight.shrunk(width: 4, height: 4)
    else { return nil }
    let light = nine.planes { red, green, blue in 299 * red + 587 * green + 114 * blue }
    var differences: UInt64 = 0
    for row in 0..<8 {
      for column in 0..<8 {
        let isDarker = light[row * 9 + column] < light[row * 9 + column + 1]
        differences = differences << 1 | (isDarker ? 1 : 0)
      }
    }
    // ITU-T T.871, section 7, in thousandths.
    let brightness = eight.planes { red, green, blue in 299 * red + 587 * green + 114 * blue }
    let blueness = four.planes { red, green, blue in
      128_000 - 169 * red - 331 * green + 500 * blue
    }
    let redness = four.planes { red, green, blue in 128_000 + 500 * red - 419 * green - 81 * blue }
    let mean = brightness.reduce(0, +) / 64
    let variance = brightness.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 64
    self.init(
      differences: differences,
      contrast: UInt8(clamping: Int((Double(variance).squareRoot() / 1000).rounded())),
      colors: (brightness + blueness + redness).map { UInt8(clamping: ($0 + 500) / 1000) })
  }
}

extension PixelBuffer {
  fileprivate func planes(_ value: (Int, Int, Int) -> Int) -> [Int] {
    stride(from: 0, to: bytes.count - 3, by: 4).map {
      value(Int(bytes[$0]), Int(bytes[$0 + 1]), Int(bytes[$0 + 2]))
    }
  }
}
