import PictureProtocol

/// How many pictures an animation has, counted in its blocks before a decoder sees them.
///
/// libvips' own loaders allocate something for each of them as soon as they open the file.
enum FrameCount {
  /// The most pictures: 6 minutes at 25 a second.
  static let limit = 10_000

  /// - Returns: 0 for formats that are not animated here; never more than one above the limit.
  static func count(in file: ByteView, as format: PictureFormat) -> Int {
    switch format {
    case .gif: gif(file)
    case .webp: webp(file)
    case .jpeg, .png, .avif, .heic, .tiff, .svg, .raw, .jpegXL, .jpeg2000: 0
    }
  }

  /// GIF89a specification, sections 20 (image descriptor), 22 (image data) and 23 to 26 (extensions).
  private static func gif(_ file: ByteView) -> Int {
    guard let flags = file.uint8(10) else { return 0 }
    var offset = 13 + colorTableBytes(flags)
    var count = 0
    while count <= limit, let introducer = file.uint8(offset) {
      switch introducer {
      case 0x2C:
        count += 1
        guard let flags = file.uint8(offset + 9) else { return count }
        offset = afterBlocks(file, from: offset + 11 + colorTableBytes(flags))
      case 0x21: offset = afterBlocks(file, from: offset + 2)
      case 0x3B: return count
      // Some programs write zeros in between.
      default: offset += 1
      }
    }
    return count
  }

  private static func colorTableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 != 0 ? 3 << (Int(flags & 7) + 1) : 0
  }

  private static func afterBlocks(_ file: ByteView, from start: Int) -> Int {
    var offset = start
    while let length = file.uint8(offset), length > 0 { offset += 1 + Int(length) }
    return offset + 1
  }

  /// RFC 9649, section 2.7.1.1: `ANMF` chunks of the file.
  private static func webp(_ file: ByteView) -> Int {
    var offset = 12
    var count = 0
    while count <= limit, let length = file.uint32(offset + 4, bigEndian: false) {
      if file.starts(with: "ANMF", at: offset) { count += 1 }
      offset += 8 + length + length % 2
    }
    return count
  }
}
