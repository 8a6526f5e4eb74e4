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
    if RawFormat(of: file) != nil { return .picture(.raw) }
    if let format = ISOMediaHeader.format(of: file) { return .picture(format) }
    if isJPEGXL(file) { return .picture(.jpegXL) }
    if isJPEG2000(file) { return .picture(.jpeg2000) }
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
    if file.starts(with: "ftyp", at: 4) { return "ISO media" }
    if file.uint8(0) == 0x1F && file.uint8(1) == 0x8B { return "gzip" }
    return nil
  }

  /// In boxes, or the codestream alone (ISO/IEC 18181-2).
  private static func isJPEGXL(_ file: ByteView) -> Bool {
    file.starts(with: "\0\0\0\u{C}JXL \r\n") || file.uint8(0) == 0xFF && file.uint8(1) == 0x0A
  }

  /// In boxes, or the codestream alone: SOC and SIZ (ISO/IEC 15444-1, annexes I and A).
  private static func isJPEG2000(_ file: ByteView) -> Bool {
    file.starts(with: "\0\0\0\u{C}jP  \r\n")
      || file.uint32(0, bigEndian: true) == 0xFF4F_FF51
  }
}
