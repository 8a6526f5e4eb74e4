import PictureProtocol

/// Tells formats apart by their first bytes, never by a name.
enum FormatSniffer {
  /// What a file is.
  enum Kind: Equatable {
    case picture(PictureFormat)
    /// A known kind that is not decoded here.
    case other(name: String)
    case unknown
  }

  static func kind(of file: ByteView) -> Kind {
    if isJPEG(file) { return .picture(.jpeg) }
    if isPNG(file) { return .picture(.png) }
    if file.starts(with: "GIF87a") || file.starts(with: "GIF89a") { return .picture(.gif) }
    if file.starts(with: "RIFF"), file.starts(with: "WEBP", at: 8) { return .picture(.webp) }
    if let format = ISOMediaHeader.format(of: file) { return .picture(format) }
    if TIFFDirectory.byteOrder(of: file) != nil { return .picture(.tiff) }
    if let name = otherName(of: file) { return .other(name: name) }
    if SVGText.isSVG(file) { return .picture(.svg) }
    return .unknown
  }

  private static func isJPEG(_ file: ByteView) -> Bool {
    file.uint8(0) == 0xFF && file.uint8(1) == 0xD8 && file.uint8(2) == 0xFF
  }

  private static func isPNG(_ file: ByteView) -> Bool {
    file.uint8(0) == 0x89 && file.starts(with: "PNG\r\n\u{1A}\n", at: 1)
  }

  /// Names for the kinds that people have in their folders, so that the message can be a clear one.
  private static func otherName(of file: ByteView) -> String? {
    if file.starts(with: "8BPS") { return "PSD" }
    if file.starts(with: "BM") { return "BMP" }
    if file.starts(with: "%PDF") { return "PDF" }
    if file.starts(with: "\0\0\u{1}\0") { return "ICO" }
    if file.starts(with: "qoif") { return "QOI" }
    if file.starts(with: "gimp xcf") { return "XCF" }
    if file.starts(with: "\0\0\0\u{C}JXL ") || isJXLCodestream(file) { return "JPEG XL" }
    if file.starts(with: "\0\0\0\u{C}jP  ") { return "JPEG 2000" }
    if file.starts(with: "FUJIFILMCCD-RAW") { return "RAF" }
    if file.starts(with: "IIU\0") { return "RW2" }
    if file.starts(with: "ftyp", at: 4) { return "ISO media" }
    if file.uint8(0) == 0x1F && file.uint8(1) == 0x8B { return "gzip" }
    return nil
  }

  private static func isJXLCodestream(_ file: ByteView) -> Bool {
    file.uint8(0) == 0xFF && file.uint8(1) == 0x0A
  }
}
