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
