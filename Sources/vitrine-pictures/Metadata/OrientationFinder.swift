import CVips
import PictureProtocol

/// Finds where a file states the orientation of its picture, and makes sure that the decoder goes by it.
struct OrientationFinder {
  /// TIFF 6.0, Orientation.
  private static let tag = 0x112

  let file: ByteView
  let header: PictureHeader
  let decoder: PictureDecoder

  func location() -> OrientationLocation {
    guard [.jpeg, .tiff, .webp].contains(header.format) else { return .unsupported }
    guard let opened = try? decoder.open(file, as: header.format) else {
      Vips.forgetErrors()
      return .unsupported
    }
    let decoded = Int(vips_image_get_orientation(opened.image))
    switch header.format {
    case .jpeg:
      guard let exif = header.jpeg?.exif else { return decoded == 1 ? .absent : .unsupported }
      return location(in: exif, decoded)
    case .tiff: return location(in: file, decoded)
    case .webp:
      guard let exif = WebPHeader.exif(in: file) else { return .unstated }
      // Some writers start it as in a JPEG.
      return location(in: exif.part(from: exif.starts(with: "Exif\0\0") ? 6 : 0), decoded)
    default: return .unsupported
    }
  }

  private func location(in exif: ByteView, _ decoded: Int) -> OrientationLocation {
    guard let directory = TIFFDirectory(first: exif) else { return .unsupported }
    guard directory.has(Self.tag) else { return decoded == 1 ? .unstated : .unsupported }
    guard let entry = directory.offsetOfShort(Self.tag), directory.number(Self.tag) == decoded,
      (1...8).contains(decoded)
    else { return .unsupported }
    return .entry(offset: exif.offset(in: file) + entry, isBigEndian: directory.isBigEndian)
  }
}
