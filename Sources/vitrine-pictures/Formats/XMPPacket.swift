import Glibc

/// XMP in a file that exiv2 cannot parse, found by scanning as the XMP specification describes (part 3, *Scanning files
/// for XMP packets*). libvips 8.14 does not report the XMP of HEIC and AVIF.
enum XMPPacket {
  /// The first packet; empty if there is none.
  static func find(in file: ByteView) -> ByteView {
    guard let start = offset(of: "<x:xmpmeta", in: file),
      let length = offset(of: "</x:xmpmeta>", in: file.part(from: start))
    else { return file.part(from: file.count) }
    return file.part(from: start, count: length + 12)
  }

  private static func offset(of mark: StaticString, in file: ByteView) -> Int? {
    guard let base = file.bytes.baseAddress else { return nil }
    var position = 0
    while position < file.count, let found = memchr(base + position, 0x3C, file.count - position) {
      position = base.distance(to: UnsafeRawPointer(found))
      if file.starts(with: mark, at: position) { return position }
      position += 1
    }
    return nil
  }
}
