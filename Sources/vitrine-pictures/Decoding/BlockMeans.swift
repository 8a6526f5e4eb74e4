import PictureProtocol

/// A JPEG at an eighth of its size: the mean of each block of 8×8 pixels.
///
/// The mean is a block's first coefficient. The others have to be read to find the next block, and libjpeg reads one after
/// the other. Here a table says for the next bits of the scan how many whole coefficients are in them, and they are
/// skipped together. Of a progressive JPEG the first scan has nothing but the means, less their last bit or two, which later
/// scans add (43 dB against all scans).
struct BlockMeans {
  let width: Int
  let height: Int
  /// 1 for grey, 3 for RGB.
  let bands: Int
  /// Row by row.
  let bytes: [UInt8]

  /// Longer files and larger pictures are left to libjpeg, which reads in pieces that leave memory again.
  private static let byteLimit = 64 << 20
  private static let pixelLimit = 128 << 20
  /// How many blocks are read between two calls of `shouldStop`.
  private static let blocksPerQuestion = 16_384

  /// - Parameter file: It must outlive the call.
  /// - Returns: nil for what only libjpeg reads: other colours than grey and YCbCr, one scan after the other for each of them,
  ///   unusual sampling, and whatever is wrong with a file.
  /// - Throws: `cancelled`.
  init?(of file: ByteView, shouldStop: () -> Bool) throws(PictureFailure) {
    guard file.count <= Self.byteLimit, let scan = JPEGScan(of: file),
      scan.width * scan.height <= Self.pixelLimit, let tables = ScanTables(scan)
    else { return nil }
    // Without blocks that are only partly in the picture, like libvips.
    width = scan.width / 8
    height = scan.height / 8
    bands = scan.components.count
    let (width, height, bands) = (width, height, bands)
    var strip = MeansStrip(of: scan)
    var reader = ScanReader(scan, file)
    var isWhole = false
    var isStopped = false
    bytes = [UInt8](unsafeUninitializedCapacity: width * height * bands) { target, count in
      var blocks = 0
      for row in 0..<scan.unitRows {
        guard reader.readRow(tables, into: &strip) else { return }
        strip.write(row, width: width, height: height, bands: bands, into: target)
        blocks += scan.unitsPerRow * scan.blocksPerUnit
        if blocks >= Self.blocksPerQuestion {
          blocks = 0
          isStopped = shouldStop()
          if isStopped { return }
        }
      }
      isWhole = true
      count = width * height * bands
    }
    if isStopped { throw .cancelled }
    guard isWhole else { return nil }
  }
}

extension BlockMeans {
  /// The same, with colours and without transparency.
  var pixels: PixelBuffer {
    bytes.withUnsafeBytes { PixelBuffer(width: width, height: height, bands: bands, $0) }
  }
}

extension PixelBuffer {
  /// - Parameters:
  ///   - bands: 1 for grey, 3 for RGB.
  ///   - source: Row by row, all of the picture.
  init(width: Int, height: Int, bands: Int, _ source: UnsafeRawBufferPointer) {
    let count = width * height * 4
    let rgba = [UInt8](unsafeUninitializedCapacity: count) { target, written in
      // The second and third channel of grey are its first.
      let (green, blue) = bands == 1 ? (0, 0) : (1, 2)
      for pixel in 0..<width * height {
        let offset = pixel * bands
        target[pixel * 4] = source[offset]
        target[pixel * 4 + 1] = source[offset + green]
        target[pixel * 4 + 2] = source[offset + blue]
        target[pixel * 4 + 3] = 255
      }
      written = count
    }
    self.init(width: width, height: height, bytes: rgba)
  }
}

/// The means of a row of units, of all components in the resolution of the first.
struct MeansStrip {
  /// Its memory while it is written.
  struct Values {
    fileprivate let base: UnsafeMutableBufferPointer<UInt8>
    fileprivate let columns: Int
    fileprivate let across: Int
    fileprivate let down: Int

    /// - Parameter mean: Eight times the distance from the middle.
    @inline(__always)
    func put(_ mean: Int, _ component: Int, column: Int, row: Int) {
      base[(component * down + row) * columns + column] = UInt8(clamping: (mean &+ 4) >> 3 &+ 128)
    }

    /// The means of the halves or quarters of a block, for a component with fewer pixels than the first.
    ///
    /// - Parameter low: The coefficients of the lowest frequencies: across, down, both. The others change a half's mean
    ///   little.
    @inline(__always)
    func put(_ mean: Int, _ low: (Int, Int, Int), _ component: Int, unit: Int) {
      for y in 0..<down {
        for x in 0..<across {
          // In 4096ths: a cosine's mean over a half is 0.6407, and coefficients are divided by 8, 4√2 and 4.
          let right = across == 1 ? 0 : x == 0 ? 1 : -1
          let below = down == 1 ? 0 : y == 0 ? 1 : -1
          let sum =
            mean &* 512 &+ (low.0 &* right &+ low.1 &* below) &* 464
            &+ low.2 &* right &* below &* 420
          base[(component * down + y) * columns + unit * across + x] = UInt8(
            clamping: (sum &+ 2048) >> 12 &+ 128)
        }
      }
    }
  }

  private let columns: Int
  private let across: Int
  private let down: Int
  /// One component after the other.
  private var values: [UInt8]

  init(of scan: JPEGScan) {
    across = scan.across
    down = scan.down
    columns = scan.unitsPerRow * across
    values = [UInt8](repeating: 0, count: columns * down * scan.components.count)
  }

  mutating func withValues(_ body: (Values) -> Bool) -> Bool {
    let (columns, across, down) = (columns, across, down)
    return values.withUnsafeMutableBufferPointer {
      body(Values(base: $0, columns: columns, across: across, down: down))
    }
  }

  func write(
    _ row: Int, width: Int, height: Int, bands: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    values.withUnsafeBufferPointer { values in
      for y in 0..<down where row * down + y < height {
        var offset = (row * down + y) * width * bands
        let start = y * columns
        if bands == 1 {
          for column in 0..<width { target[offset + column] = values[start + column] }
          continue
        }
        let stride = down * columns
        for column in start..<start + width {
          // JFIF 1.02, in 65,536ths.
          let light = Int(values[column]) << 16 + 32_768
          let blue = Int(values[stride + column]) - 128
          let red = Int(values[2 * stride + column]) - 128
          target[offset] = UInt8(clamping: (light + 91_881 * red) >> 16)
          target[offset + 1] = UInt8(clamping: (light - 22_554 * blue - 46_802 * red) >> 16)
          target[offset + 2] = UInt8(clamping: (light + 116_130 * blue) >> 16)
          offset += 3
        }
      }
    }
  }
}
