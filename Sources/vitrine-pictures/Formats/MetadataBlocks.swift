/// EXIF data as containers store it, with different prefixes.
enum EXIFBlock {
  /// The longest known prefix is that of a JPEG's segment, in HEIC files of Xiaomi: marker, length, `Exif\0\0`.
  private static let prefixLimit = 64

  /// The TIFF structure; data that do not begin like one are returned unchanged.
  static func tiff(in block: ByteView) -> ByteView {
    let parts = (0..<prefixLimit).lazy.map { block.part(from: $0) }
    return parts.first { TIFFDirectory.isBigEndian($0) != nil } ?? block
  }

  /// The TIFF structure of a HEIC or AVIF whose decoder doesn't find it; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    let item = ISOMediaItems.exif(in: file)
    return item.count > 0 ? item : search(file)
  }

  /// The first TIFF structure after `Exif\0\0`: a picture of thousands of tiles has more items than are looked at.
  private static func search(_ file: ByteView) -> ByteView {
    var offset = 0
    while let found = file.offset(of: "Exif\0\0", from: offset) {
      let part = file.part(from: found + 6)
      if TIFFDirectory.isBigEndian(part) != nil { return part }
      offset = found + 6
    }
    return .empty
  }
}

/// XMP in a file that exiv2 cannot parse, found by scanning as the XMP specification describes (part 3, *Scanning files
/// for XMP packets*). libvips 8.14 does not report the XMP of HEIC and AVIF.
enum XMPPacket {
  /// The first packet; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    guard let start = file.offset(of: "<x:xmpmeta"),
      let end = file.offset(of: "</x:xmpmeta>", from: start)
    else { return .empty }
    return file.part(from: start, count: end + 12 - start)
  }
}
