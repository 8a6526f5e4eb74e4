import PictureProtocol

/// What decoding a picture takes at most, estimated from its header.
///
/// The bytes a pixel were measured with libvips 8.14 and pictures of 154 megapixels (`VmHWM`, less the 40 MB of the
/// worker itself), and rounded up.
struct DecodingCost {
  let size: PictureHeader.Size
  let memoryBytes: Int

  /// Beyond this many bytes, or pixels, only one picture is decoded at a time.
  static let largeBytes = 512 << 20
  private static let largePixels = 100_000_000

  var isLarge: Bool {
    memoryBytes > Self.largeBytes || (size.pixelCount ?? .max) > Self.largePixels
  }

  /// - Parameters:
  ///   - size: As stored, of a format that only its decoder knows as the decoder says it.
  ///   - isDeep: Whether a channel has more than 8 bits; only the decoder knows of some formats.
  init(
    of size: PictureHeader.Size, _ header: PictureHeader, in file: ByteView, isDeep: Bool = false
  ) {
    self.size = size
    let rows = Self.saturating(size.width, Self.streamedRows * 8)
    switch header.format {
    case .jpeg:
      // libvips takes rows as they come, libjpeg keeps what several scans add to.
      memoryBytes = rows + (header.jpeg?.coefficientBytes ?? 0)
    case .png:
      memoryBytes =
        PNGHeader.isInterlaced(file)
        ? Self.saturating(size.pixelCount, PNGHeader.pixelBits(of: file) > 32 ? 8 : 4) + rows : rows
    case .tiff: memoryBytes = rows + TIFFTiles.rowBytes(of: file, size: size)
    case .gif: memoryBytes = Self.saturating(size.pixelCount, 6)
    case .webp: memoryBytes = Self.saturating(size.pixelCount, 9)
    case .avif, .heic: memoryBytes = Self.saturating(size.pixelCount, isDeep ? 14 : 7)
    case .svg: memoryBytes = Self.saturating(size.pixelCount, 4)
    case .jpegXL: memoryBytes = Self.saturating(size.pixelCount, isDeep ? 14 : 8)
    case .jpeg2000: memoryBytes = Self.saturating(size.pixelCount, isDeep ? 12 : 8)
    case .raw: memoryBytes = 0
    }
  }

  /// About the rows that libvips holds while it shrinks what streams.
  private static let streamedRows = 256

  fileprivate static func saturating(_ count: Int?, _ each: Int) -> Int {
    guard let count else { return .max / 4 }
    let (product, overflow) = count.multipliedReportingOverflow(by: each)
    return overflow ? .max / 4 : min(product, .max / 4)
  }
}

/// The tiles of a TIFF (TIFF 6.0, section 15). Strips are read row by row, also where one has the whole picture.
private enum TIFFTiles {
  /// A row of tiles, of which libvips keeps two, and one is being made; 0 without tiles.
  static func rowBytes(of file: ByteView, size: PictureHeader.Size) -> Int {
    guard let directory = TIFFDirectory(first: file), let height = directory.number(0x143) else {
      return 0
    }
    let samples = min(max(1, directory.number(0x115) ?? 1), 64)
    let bytesPerRow = DecodingCost.saturating(size.width, samples * 8)
    return DecodingCost.saturating(bytesPerRow, min(max(1, height), 1 << 20)) / 8 * 3 * 2
  }
}
