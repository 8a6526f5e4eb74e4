/// The data of a sixel picture (DEC STD 070, *sixel device control string*): everything between `q` and ST.
///
/// Written in one pass over each band of six rows: every colour has a line of its own that grows column by column, so
/// that the time depends on the pixels and not on the colours.
struct SixelWriter {
  private let pixels: IndexedPixels
  private var output: [UInt8] = []

  /// - Complexity: O(*pixels*).
  static func data(of pixels: IndexedPixels) -> [UInt8] {
    var writer = SixelWriter(pixels: pixels)
    writer.writeHeader()
    writer.writeBands()
    return writer.output
  }

  private init(pixels: IndexedPixels) {
    self.pixels = pixels
    output.reserveCapacity(pixels.width * pixels.height / 2 + 8192)
  }

  /// The colour that a terminal shows for a colour: registers are set in hundredths.
  static func shown(_ color: SIMD3<UInt8>) -> SIMD3<UInt8> {
    func channel(_ value: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (hundredths(value) * 255 + 50) / 100)
    }
    return SIMD3(channel(color.x), channel(color.y), channel(color.z))
  }

  private static func hundredths(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }

  /// Raster attributes (square pixels, the size) and the colour registers.
  private mutating func writeHeader() {
    output += Array("\"1;1;\(pixels.width);\(pixels.height)".utf8)
    for (number, color) in pixels.palette.colors.enumerated() {
      let channels = [color.x, color.y, color.z].map { String(Self.hundredths($0)) }
      output += Array("#\(number);2;\(channels.joined(separator: ";"))".utf8)
    }
  }

  private mutating func writeBands() {
    guard pixels.width > 0 else { return }
    var band = SixelBand(width: pixels.width, colorCount: pixels.palette.colors.count)
    pixels.numbers.withUnsafeBufferPointer { numbers in
      for first in stride(from: 0, to: pixels.height, by: 6) {
        if first > 0 { output.append(UInt8(ascii: "-")) }
        // The last band has no bits below the picture's end.
        let rows = min(6, pixels.height - first)
        band.read(UnsafeBufferPointer(rebasing: numbers[(first * pixels.width)...]), rows: rows)
        band.write(to: &output)
      }
    }
  }
}
