import CVips
import PictureProtocol

/// Finds where a file states the orientation of its picture, and makes sure that the decoder uses that place.
struct OrientationFinder {
  /// TIFF 6.0, Orientation.
  private static let tag = 0x112

  let file: ByteView
  let header: PictureHeader
  let decoder: PictureDecoder

  func place() -> OrientationPlace {
    guard [.jpeg, .tiff, .webp].contains(header.format) else { return .unsupported }
    guard let opened = try? decoder.open(file, as: header.format) else {
      Vips.forgetErrors()
      return .unsupported
    }
    let decoded = Int(vips_image_get_orientation(opened.image))
    switch header.format {
    case .jpeg:
      guard let exif = header.jpeg?.exif else { return decoded == 1 ? .absent : .unsupported }
      return place(inExif: exif.lowerBound, count: exif.count, decoded)
    case .tiff: return place(inExif: 0, count: file.count, decoded)
    case .webp:
      guard let exif = WebPChunks.exif(in: file) else { return .unstated }
      // Some writers start it as in a JPEG.
      let prefix = file.starts(with: "Exif\0\0", at: exif.lowerBound) ? 6 : 0
      return place(inExif: exif.lowerBound + prefix, count: exif.count - prefix, decoded)
    default: return .unsupported
    }
  }

  private func place(inExif start: Int, count: Int, _ decoded: Int) -> OrientationPlace {
    let exif = file.part(from: start, count: count)
    guard let directory = TIFFDirectory(first: exif), let order = TIFFDirectory.byteOrder(of: exif)
    else { return .unsupported }
    guard directory.has(Self.tag) else { return decoded == 1 ? .unstated : .unsupported }
    guard let entry = directory.placeOfShort(Self.tag), directory.number(Self.tag) == decoded,
      (1...8).contains(decoded)
    else { return .unsupported }
    return .entry(offset: start + entry, isBigEndian: order == .big)
  }
}
