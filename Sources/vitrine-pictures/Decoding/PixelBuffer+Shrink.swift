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
    let columns = AreaWeights(from: width, to: newWidth)
    let rows = AreaWeights(from: height, to: newHeight)
    if isOpaque { return shrunkOpaque(columns, rows) }
    var result = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    // One row of sums: red, green and blue times alpha, and alpha.
    var sums = [UInt64](repeating: 0, count: newWidth * 4)
    bytes.withUnsafeBufferPointer { source in
      for row in 0..<newHeight {
        for index in sums.indices { sums[index] = 0 }
        for (y, weight) in rows.parts(of: row) {
          addRow(source, y * width * 4, columns, UInt64(weight), &sums)
        }
        for column in 0..<newWidth {
          let alpha = sums[column * 4 + 3]
          guard alpha > 0 else { continue }
          let offset = (row * newWidth + column) * 4
          for channel in 0..<3 {
            result[offset + channel] = UInt8(
              clamping: (sums[column * 4 + channel] + alpha / 2) / alpha)
          }
          let all = columns.total * rows.total
          result[offset + 3] = UInt8(clamping: (alpha + all / 2) / all)
        }
      }
    }
    return PixelBuffer(width: newWidth, height: newHeight, bytes: result)
  }

  private var isOpaque: Bool {
    bytes.withUnsafeBytes { bytes in
      bytes.bindMemory(to: SIMD4<UInt8>.self).reduce(SIMD4<UInt8>(repeating: 255)) { $0 & $1 }.w
        == 255
    }
  }

  /// The same for pixels without transparency: each row of the result from sums of old rows, whole pixels at a time.
  private func shrunkOpaque(_ columns: AreaWeights, _ rows: AreaWeights) -> PixelBuffer {
    var parts: [(pixel: Int, weight: UInt32)] = []
    var ends: [Int] = []
    for column in 0..<columns.count {
      for (pixel, weight) in columns.parts(of: column) { parts.append((pixel, UInt32(weight))) }
      ends.append(parts.count)
    }
    let all = columns.total * rows.total
    let count = columns.count * rows.count * 4
    var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
    let result = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      bytes.withUnsafeBytes { bytes in
        sums.withUnsafeMutableBufferPointer { sums in
          var place = 0
          for row in 0..<rows.count {
            sums.update(repeating: .zero)
            for (y, weight) in rows.parts(of: row) {
              for x in 0..<width {
                let pixel = bytes.loadUnaligned(
                  fromByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self)
                sums[x] &+= SIMD4(truncatingIfNeeded: pixel) &* UInt32(weight)
              }
            }
            var part = 0
            for end in ends {
              var sum = SIMD4<UInt64>(repeating: all / 2)
              while part < end {
                sum &+=
                  SIMD4(truncatingIfNeeded: sums[parts[part].pixel])
                  &* UInt64(parts[part].weight)
                part += 1
              }
              target[place] = UInt8(truncatingIfNeeded: sum.x / all)
              target[place + 1] = UInt8(truncatingIfNeeded: sum.y / all)
              target[place + 2] = UInt8(truncatingIfNeeded: sum.z / all)
              target[place + 3] = 255
              place += 4
            }
          }
        }
      }
      written = count
    }
    return PixelBuffer(width: columns.count, height: rows.count, bytes: result)
  }

  private func addRow(
    _ source: UnsafeBufferPointer<UInt8>, _ start: Int, _ columns: AreaWeights, _ rowWeight: UInt64,
    _ sums: inout [UInt64]
  ) {
    sums.withUnsafeMutableBufferPointer { sums in
      for column in 0..<columns.count {
        var (red, green, blue, alpha): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for (x, weight) in columns.parts(of: column) {
          let offset = start + x * 4
          let opacity = UInt64(source[offset + 3]) * UInt64(weight)
          red += UInt64(source[offset]) * opacity
          green += UInt64(source[offset + 1]) * opacity
          blue += UInt64(source[offset + 2]) * opacity
          alpha += opacity
        }
        sums[column * 4] += red * rowWeight
        sums[column * 4 + 1] += green * rowWeight
        sums[column * 4 + 2] += blue * rowWeight
        sums[column * 4 + 3] += alpha * rowWeight
      }
    }
  }
}

/// Which old pixels a new one covers, and how much of each, in whole numbers: along one side, the width of an old pixel
/// is `count` (the number of new ones), and the width of a new pixel is the number of old ones.
private struct AreaWeights {
  let count: Int
  private let old: Int

  /// The sum of the weights of one new pixel.
  var total: UInt64 { UInt64(old) }

  init(from old: Int, to count: Int) {
    self.old = old
    self.count = count
  }

  @inline(__always)
  func parts(of index: Int) -> Parts { Parts(index: index, old: old, count: count) }

  struct Parts: Sequence, IteratorProtocol {
    private let end: Int
    private let count: Int
    private var position: Int

    init(index: Int, old: Int, count: Int) {
      position = index * old
      end = position + old
      self.count = count
    }

    @inline(__always)
    mutating func next() -> (pixel: Int, weight: Int)? {
      guard position < end else { return nil }
      let pixel = position / count
      let border = Swift.min(end, (pixel + 1) * count)
      defer { position = border }
      return (pixel, border - position)
    }
  }
}
