import PictureProtocol

/// The most that decoding a picture takes, estimated from its header.
///
/// The bytes per pixel were measured with libvips 8.14 and pictures of 154 megapixels (`VmHWM`, less the 40 MB of the
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
  ///   - size: As stored; for a format that only its decoder knows, as the decoder reports it.
  ///   - isDeep: Whether a channel has more than 8 bits; for some formats only the decoder knows.
  init(
    of size: PictureHeader.Size, _ header: PictureHeader, in file: ByteView, isDeep: Bool = false
  ) {
    self.size = size
    let rows = Self.saturating(size.width, Self.streamedRows * 8)
    switch header.format {
    case .jpeg:
      // libvips takes rows as they come; libjpeg keeps the coefficients that several scans add to.
      memoryBytes = rows + (header.jpeg?.coefficientBytes ?? 0)
    case .png:
      let png = PNGHeader(of: file)
      memoryBytes =
        rows
        + (png?.isInterlaced == true
          ? Self.saturating(size.pixelCount, (png?.pixelBits ?? 0) > 32 ? 8 : 4) : 0)
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

  /// Approximately the rows that libvips holds while it shrinks a stream.
  private static let streamedRows = 256

  fileprivate static func saturating(_ count: Int?, _ each: Int) -> Int {
    guard let count else { return .max / 4 }
    let (product, overflow) = count.multipliedReportingOverflow(by: each)
    return overflow ? .max / 4 : min(product, .max / 4)
  }
}

/// The tiles of a TIFF (TIFF 6.0, section 15). Strips are read row by row, even if one strip is the whole picture.
private enum TIFFTiles {
  /// A row of tiles, of which libvips keeps two while it makes another; 0 without tiles.
  static func rowBytes(of file: ByteView, size: PictureHeader.Size) -> Int {
    guard let directory = TIFFDirectory(first: file), let height = directory.number(0x143) else {
      return 0
    }
    let samples = min(max(1, directory.number(0x115) ?? 1), 64)
    let bytesPerRow = DecodingCost.saturating(size.width, samples * 8)
    return DecodingCost.saturating(bytesPerRow, min(max(1, height), 1 << 20)) / 8 * 3 * 2
  }
}
