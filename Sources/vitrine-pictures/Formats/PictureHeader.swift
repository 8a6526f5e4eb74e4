import PictureProtocol

/// What a file's header tells before anything is decoded.
struct PictureHeader {
  var format: PictureFormat
  /// The stored size, not turned yet; nil where only the decoder knows (SVG, JPEG XL, JPEG 2000), and of raw files.
  var size: Size?
  /// How a JPEG is built.
  var jpeg: JPEGHeader?

  struct Size: Equatable {
    var width: Int
    var height: Int

    /// The larger one in each direction.
    func union(_ other: Size) -> Size {
      Size(width: max(width, other.width), height: max(height, other.height))
    }
  }

  /// Reads the header of a file by its first bytes.
  /// - Throws: What kind of file it is not, or that its header is broken.
  init(of file: ByteView) throws(PictureFailure) {
    switch FormatSniffer.kind(of: file) {
    case .unknown: throw .notAPicture
    case .other(let name): throw .unsupportedFormat(name: name)
    case .picture(let format): self.format = format
    }
    switch format {
    case .jpeg:
      let header = try JPEGHeader(of: file)
      jpeg = header
      size = header.size
    case .png: size = try Self.known(PNGHeader.size(of: file))
    case .gif: size = try Self.known(GIFHeader.size(of: file))
    case .webp: size = try Self.known(WebPHeader.size(of: file))
    case .avif, .heic: size = try Self.known(ISOMediaHeader.size(of: file))
    case .tiff: size = try Self.known(TIFFDirectory.size(of: file))
    case .svg, .raw, .jpegXL, .jpeg2000: size = nil
    }
  }

  /// - Throws: `tooLarge` above one of the limits, `broken` for a picture without an area.
  static func check(
    _ size: Size, against configuration: WorkerConfiguration
  ) throws(PictureFailure) {
    guard size.width > 0, size.height > 0 else { throw .broken("a side of 0 pixels") }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    let sideLimit = Int(configuration.sideLimit)
    if overflow || UInt64(pixels) > configuration.pixelLimit || size.width > sideLimit
      || size.height > sideLimit
    {
      throw .tooLarge(
        width: UInt32(clamping: size.width), height: UInt32(clamping: size.height),
        pixelLimit: configuration.pixelLimit)
    }
  }

  private static func known(_ size: Size?) throws(PictureFailure) -> Size {
    guard let size else { throw .truncated }
    return size
  }
}
