import Glibc

/// EXIF data as containers store it, with different prefixes.
enum EXIFBlock {
  /// The longest known prefix is that of a JPEG's segment, in HEIC files of Xiaomi: marker, length, `Exif\0\0`.
  private static let prefixLimit = 64

  /// The TIFF structure; data that do not begin like one are returned unchanged.
  static func tiff(in block: ByteView) -> ByteView {
    for offset in 0..<min(prefixLimit, block.count) {
      let part = block.part(from: offset)
      if TIFFDirectory.byteOrder(of: part) != nil { return part }
    }
    return block
  }

  /// The TIFF structure of a HEIC or AVIF whose decoder doesn't find it; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    let item = ISOMediaItems.exif(in: file)
    return item.count > 0 ? item : search(file)
  }

  /// The first TIFF structure after `Exif\0\0`: a picture of thousands of tiles has more items than are looked at.
  private static func search(_ file: ByteView) -> ByteView {
    guard let base = file.bytes.baseAddress else { return .empty }
    var offset = 0
    while offset < file.count, let found = memchr(base + offset, 0x45, file.count - offset) {
      offset = base.distance(to: UnsafeRawPointer(found))
      if file.starts(with: "Exif\0\0", at: offset) {
        let part = file.part(from: offset + 6)
        if TIFFDirectory.byteOrder(of: part) != nil { return part }
      }
      offset += 1
    }
    return .empty
  }
}
