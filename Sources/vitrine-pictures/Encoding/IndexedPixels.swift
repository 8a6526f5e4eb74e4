/// A picture in a palette's colours.
struct IndexedPixels {
  /// Pixels with less alpha than this are not drawn.
  static let opaque: UInt8 = 128

  let width: Int
  let height: Int
  let palette: SixelPalette
  /// The number of each pixel's colour; `transparent` for one that is not drawn.
  let numbers: [UInt16]

  /// Means no colour.
  static let transparent: UInt16 = 256

  /// - Parameters:
  ///   - limit: The most colours, 1...256.
  ///   - shown: The colour that the terminal shows for a colour, if it cannot show all.
  init(
    _ pixels: PixelBuffer, limit: Int,
    shown: (SIMD3<UInt8>) -> SIMD3<UInt8> = { $0 }
  ) {
    width = pixels.width
    height = pixels.height
    let limit = max(1, min(limit, 256))
    (palette, numbers) = pixels.bytes.withUnsafeBufferPointer { bytes in
      let exact = SixelPalette(exactly: bytes, limit: limit)
      let chosen = exact ?? SixelPalette(ColorMoments(bytes), limit: limit)
      let palette = SixelPalette(chosen.colors.map(shown))
      return (
        palette,
        Self.numbers(
          bytes, width: pixels.width, palette: palette, isExact: exact != nil, exact: chosen)
      )
    }
  }

  /// Dithered in given colours.
  ///
  /// - Parameter strength: See `ErrorDiffusion`.
  init(_ pixels: PixelBuffer, in palette: SixelPalette, strength: Int32) {
    self.init(
      width: pixels.width, height: pixels.height, palette: palette,
      numbers: pixels.bytes.withUnsafeBufferPointer {
        Self.dithered($0, ErrorDiffusion(palette: palette, width: pixels.width, strength: strength))
      })
  }

  private init(width: Int, height: Int, palette: SixelPalette, numbers: [UInt16]) {
    (self.width, self.height, self.palette, self.numbers) = (width, height, palette, numbers)
  }

  private static func numbers(
    _ bytes: UnsafeBufferPointer<UInt8>, width: Int, palette: SixelPalette, isExact: Bool,
    exact: SixelPalette
  ) -> [UInt16] {
    guard !palette.colors.isEmpty else {
      return [UInt16](repeating: transparent, count: bytes.count / 4)
    }
    if isExact { return exactNumbers(bytes, exact) }
    return dithered(bytes, ErrorDiffusion(palette: palette, width: width))
  }

  private static func dithered(
    _ bytes: UnsafeBufferPointer<UInt8>, _ dithering: ErrorDiffusion
  ) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: bytes.count / 4) { numbers, count in
      var dithering = dithering
      for row in 0..<dithering.rows(of: bytes) {
        dithering.number(row: row, of: bytes, in: numbers)
      }
      count = bytes.count / 4
    }
  }

  private static func exactNumbers(
    _ bytes: UnsafeBufferPointer<UInt8>, _ palette: SixelPalette
  ) -> [UInt16] {
    func word(_ color: SIMD3<UInt8>) -> UInt32 {
      UInt32(color.x) << 16 | UInt32(color.y) << 8 | UInt32(color.z)
    }
    let numbers = Dictionary(
      palette.colors.enumerated().map { (word($1), UInt16(truncatingIfNeeded: $0)) }
    ) { first, _ in first }
    var last: (word: UInt32, number: UInt16)?
    return (0..<bytes.count / 4).map { pixel in
      let start = pixel * 4
      guard bytes[start + 3] >= opaque else { return transparent }
      let word = word(SIMD3(bytes[start], bytes[start + 1], bytes[start + 2]))
      if let last, last.word == word { return last.number }
      let number = numbers[word] ?? 0
      last = (word, number)
      return number
    }
  }
}

extension IndexedPixels {
  /// Each pixel as a square of its colour.
  ///
  /// - Parameter size: At most so many times this size; the rest is cut off.
  func enlarged(by factor: Int, to size: (width: Int, height: Int)) -> IndexedPixels {
    guard width > 0, height > 0, size.width > 0, size.height > 0 else { return self }
    let columns = (0..<size.width).map { min($0 / factor, width - 1) }
    let numbers = [UInt16](unsafeUninitializedCapacity: size.width * size.height) { all, count in
      self.numbers.withUnsafeBufferPointer { numbers in
        for row in 0..<size.height {
          let source = min(row / factor, height - 1) * width
          let start = row * size.width
          for (column, sourceColumn) in columns.enumerated() {
            all.initializeElement(at: start + column, to: numbers[source + sourceColumn])
          }
        }
      }
      count = size.width * size.height
    }
    return IndexedPixels(width: size.width, height: size.height, palette: palette, numbers: numbers)
  }

  /// Whether some pixels are not drawn.
  var hasTransparent: Bool { numbers.contains(Self.transparent) }

  /// The rows of a PNG: filter 0, then the pixels, the leftmost in a byte's high bits.
  ///
  /// - Parameters:
  ///   - bitDepth: 1, 2, 4 or 8; enough for all numbers.
  ///   - clear: The number for transparent pixels.
  func packedRows(bitDepth: Int, clear: UInt8) -> [UInt8] {
    let length = (width * bitDepth + 7) / 8
    var rows = [UInt8](repeating: 0, count: height * (length + 1))
    rows.withUnsafeMutableBufferPointer { rows in
      numbers.withUnsafeBufferPointer { numbers in
        for row in 0..<height {
          let start = row * (length + 1) + 1
          for column in 0..<width {
            let number = numbers[row * width + column]
            let value = number == Self.transparent ? clear : UInt8(truncatingIfNeeded: number)
            let bit = column * bitDepth
            rows[start + (bit >> 3)] |= value << UInt8(8 - bitDepth - (bit & 7))
          }
        }
      }
    }
    return rows
  }
}
