import PictureProtocol

/// What a file's header says before anything is decoded.
struct PictureHeader {
  var format: PictureFormat
  /// The stored size, before rotation; nil if only the decoder knows it (SVG, JPEG XL, JPEG 2000), and for raw files.
  var size: Size?
  /// The structure of a JPEG.
  var jpeg: JPEGHeader?

  struct Size: Equatable {
    var width: Int
    var height: Int

    /// nil if there are more than `Int` can count.
    var pixelCount: Int? {
      let (count, overflow) = width.multipliedReportingOverflow(by: height)
      return overflow ? nil : count
    }

    /// The larger one in each direction.
    func union(_ other: Size) -> Size {
      Size(width: max(width, other.width), height: max(height, other.height))
    }
  }

  /// Reads the header of a file by its first bytes, never by its name.
  /// - Throws: Which kind of file it is instead, or that its header is broken.
  init(of file: ByteView) throws(PictureFailure) {
    guard let found = PictureFormat(beginning: file.bytes) else {
      throw Self.otherName(of: file).map { .unsupportedFormat(name: $0) } ?? .notAPicture
    }
    // A camera's raw file may begin like any TIFF.
    format = found == .tiff && RawFormat(of: file) != nil ? .raw : found
    switch format {
    case .jpeg:
      let header = try JPEGHeader(of: file)
      jpeg = header
      size = header.size
    case .png: size = try Self.known(PNGHeader(of: file)?.size)
    case .gif: size = try Self.known(GIFHeader.size(of: file))
    case .webp: size = try Self.known(WebPHeader.size(of: file))
    case .avif, .heic: size = try Self.known(ISOMediaHeader.size(of: file))
    case .tiff: size = try Self.known(TIFFDirectory(first: file)?.size)
    case .svg, .raw, .jpegXL, .jpeg2000: size = nil
    }
  }

  /// Names for kinds that are common in people's folders, so that the message can be clear.
  private static func otherName(of file: ByteView) -> String? {
    if file.starts(with: "8BPS") { return "PSD" }
    if file.starts(with: "BM") { return "BMP" }
    if file.starts(with: "%PDF") { return "PDF" }
    if file.starts(with: "\0\0\u{1}\0") { return "ICO" }
    if file.starts(with: "qoif") { return "QOI" }
    if file.starts(with: "gimp xcf") { return "XCF" }
    if file.starts(with: "ftyp", at: 4) { return "ISO media" }
    if file.uint8(0) == 0x1F && file.uint8(1) == 0x8B { return "gzip" }
    return nil
  }

  /// Whether the file has at least the bytes that the picture needs.
  ///
  /// A decoder makes up missing data, which for a file of a few bytes may be gigapixels. Formats that do not stream are
  /// limited by memory.
  func canBeWhole(in file: ByteView) -> Bool {
    if let jpeg { return jpeg.canBeWhole(byteCount: file.count) }
    guard format == .png, let png = PNGHeader(of: file), let pixels = png.size.pixelCount else {
      return true
    }
    // Deflate shortens at most to 1/1032 (zlib, *Maximum Compression Factor*).
    return file.count >= pixels / (8 * 1032) * png.pixelBits
  }

  /// How many pictures an animation has, counted before a decoder sees them: libvips' own loaders allocate something for each as
  /// soon as they open the file.
  ///
  /// - Returns: 0 for formats that are not animated here.
  func frameCount(in file: ByteView) -> Int {
    switch format {
    case .gif: GIFFrameHeaders(of: file).reduce(0) { count, _ in count + 1 }
    // RFC 9649, section 2.7.1.1.
    case .webp: Chunks(webP: file).count { $0.isNamed("ANMF") }
    case .jpeg, .png, .avif, .heic, .tiff, .svg, .raw, .jpegXL, .jpeg2000: 0
    }
  }

  private static func known(_ size: Size?) throws(PictureFailure) -> Size {
    guard let size else { throw .truncated }
    return size
  }
}
