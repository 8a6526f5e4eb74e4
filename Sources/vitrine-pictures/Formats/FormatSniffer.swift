import PictureProtocol

/// Recognises a file by its content, never by its name: by its first bytes (`PictureFormat.init(beginning:)`), and a
/// TIFF that is a camera's raw file by its directories.
enum FormatSniffer {
  /// What kind of file it is.
  enum Kind: Equatable {
    case picture(PictureFormat)
    /// A known kind that is not decoded here.
    case other(name: String)
    case unknown
  }

  static func kind(of file: ByteView) -> Kind {
    switch PictureFormat(beginning: file.bytes) {
    case .tiff: .picture(RawFormat(of: file) == nil ? .tiff : .raw)
    case let format?: .picture(format)
    case nil: otherName(of: file).map { .other(name: $0) } ?? .unknown
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
}
