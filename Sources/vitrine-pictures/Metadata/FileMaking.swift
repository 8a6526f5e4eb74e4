import CVips
import PictureProtocol

/// How a file was made, according to its header, not its metadata.
struct FileMaking {
  /// Its usual name: `JPEG`, `NEF (raw)`.
  var formatName: String
  var compression: String?
  /// `8 bits × 3`.
  var bitDepth: String?
  var colorProfile: String?

  /// Opens the picture with its decoder, which reads no pixels; has fewer facts if that fails.
  init(of file: ByteView, header: PictureHeader, origin: PictureOrigin, decoder: PictureDecoder) {
    formatName =
      header.format == .raw ? (RawFormat(of: file) ?? .other).name : header.format.name
    compression = header.jpeg.map { $0.frame.isProgressive ? "progressive" : "baseline" }
    guard (try? decoder.header(of: file, from: origin)) != nil,
      let opened = try? decoder.open(file, as: header.format)
    else { return }
    if header.format != .svg {
      switch vips_image_get_format(opened.image) {
      case VIPS_FORMAT_UCHAR: bitDepth = "8 bits × \(opened.bands)"
      case VIPS_FORMAT_USHORT: bitDepth = "16 bits × \(opened.bands)"
      case VIPS_FORMAT_FLOAT: bitDepth = "32 bits × \(opened.bands)"
      default: break
      }
    }
    colorProfile = ColorProfileName.name(of: opened.profile)
  }
}
