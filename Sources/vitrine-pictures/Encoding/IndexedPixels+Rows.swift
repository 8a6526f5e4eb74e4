extension IndexedPixels {
  /// Whether some pixels are not drawn.
  var hasTransparent: Bool { numbers.contains(Self.transparent) }

  /// The rows of a PNG: filter 0, then the pixels, the leftmost in a byte's high bits.
  ///
  /// - Parameters:
  ///   - bitDepth: 1, 2, 4 or 8; enough for all numbers.
  ///   - clear: The number that transparent pixels get.
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
