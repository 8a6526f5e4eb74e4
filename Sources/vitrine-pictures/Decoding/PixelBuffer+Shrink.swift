import PictureProtocol

extension PixelBuffer {
  /// Half as wide and half as high.
  var half: PixelBuffer {
    shrunk(width: max(1, width / 2), height: max(1, height / 2)) ?? self
  }

  /// The same picture with fewer pixels, each the mean of the area that it covers; nil where it would have to
  /// grow.
  ///
  /// For thumbnails: libvips takes longer to set up its pipeline than this takes in all.
  func shrunk(width newWidth: Int, height newHeight: Int) -> PixelBuffer? {
    guard (1...width).contains(newWidth), (1...height).contains(newHeight),
      bytes.count == width * height * 4
    else { return nil }
    if newWidth == width, newHeight == height { return self }
    let isOpaque = isOpaque
    var parts: [(pixel: Int, weight: Int)] = []
    var ends: [Int] = []
    for column in 0..<newWidth {
      parts += Self.covered(by: column, of: newWidth, in: width)
      ends.append(parts.count)
    }
    // The sum of the weights of a new pixel.
    let all = UInt64(width) * UInt64(height)
    let count = newWidth * newHeight * 4
    // Each row of the result from sums of old rows, whole pixels at a time.
    var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
    let result = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      bytes.withUnsafeBytes { bytes in
        sums.withUnsafeMutableBufferPointer { sums in
          var offset = 0
          for row in 0..<newHeight {
            sums.update(repeating: .zero)
            for (y, weight) in Self.covered(by: row, of: newHeight, in: height) {
              for x in 0..<width {
                let pixel = SIMD4<UInt32>(
                  truncatingIfNeeded: bytes.loadUnaligned(
                    fromByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self))
                // A colour counts as much as it is opaque.
                let counted = isOpaque ? pixel : pixel &* SIMD4(pixel.w, pixel.w, pixel.w, 1)
                sums[x] &+= counted &* UInt32(weight)
              }
            }
            var part = 0
            for end in ends {
              var sum = SIMD4<UInt64>.zero
              while part < end {
                let weight = UInt64(truncatingIfNeeded: parts[part].weight)
                sum &+= SIMD4(truncatingIfNeeded: sums[parts[part].pixel]) &* weight
                part += 1
              }
              let divisor = isOpaque ? all : max(1, sum.w)
              target[offset] = UInt8(truncatingIfNeeded: (sum.x + divisor / 2) / divisor)
              target[offset + 1] = UInt8(truncatingIfNeeded: (sum.y + divisor / 2) / divisor)
              target[offset + 2] = UInt8(truncatingIfNeeded: (sum.z + divisor / 2) / divisor)
              target[offset + 3] =
                isOpaque ? 255 : UInt8(truncatingIfNeeded: (sum.w + all / 2) / all)
              offset += 4
            }
          }
        }
      }
      written = count
    }
    return PixelBuffer(width: newWidth, height: newHeight, bytes: result)
  }

  private var isOpaque: Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.bindMemory(to: SIMD4<UInt8>.self).reduce(SIMD4<UInt8>(repeating: 255)) { $0 & $1 }.w
        == 255
    }
  }

  /// Which old pixels a new one covers, and how much of each, in whole numbers: along one side, the width of an old pixel is the number of
  /// new ones, and the width of a new pixel is the number of old ones.
  private static func covered(
    by index: Int, of count: Int, in old: Int
  ) -> [(pixel: Int, weight: Int)] {
    var position = index * old
    let end = position + old
    var parts: [(pixel: Int, weight: Int)] = []
    while position < end {
      let pixel = position / count
      let border = min(end, (pixel + 1) * count)
      parts.append((pixel, border - position))
      position = border
    }
    return parts
  }
}
