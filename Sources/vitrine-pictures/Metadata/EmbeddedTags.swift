import CVips
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

/// The EXIF data and the XMP packet in the boxes of a JPEG XL (ISO/IEC 18181-2, 9.3 and 9.4), which libvips 8.14
/// does not read.
struct JPEGXLTags {
  /// A TIFF structure; empty if there is none.
  private(set) var exif: [UInt8] = []
  private(set) var xmp: [UInt8] = []

  /// A codestream may come in hundreds of boxes.
  private static let boxLimit = 10_000
  /// More than any camera or program writes.
  private static let byteLimit = 4 << 20

  init(of file: ByteView) {
    for box in ISOMediaBoxes(file).prefix(Self.boxLimit) {
      if box.isNamed("Exif") {
        takeEXIF([UInt8](box.content.part(from: 0, count: Self.byteLimit).bytes))
      } else if box.isNamed("xml ") {
        if xmp.isEmpty { xmp = [UInt8](box.content.part(from: 0, count: Self.byteLimit).bytes) }
      } else if box.isNamed("brob") {
        // The type of the box comes first, then its contents compressed with Brotli (RFC 7932).
        if box.content.starts(with: "Exif") {
          takeEXIF(Self.decompress(box.content.part(from: 4)))
        } else if box.content.starts(with: "xml "), xmp.isEmpty {
          xmp = Self.decompress(box.content.part(from: 4))
        }
      }
    }
  }

  /// - Parameter box: Begins with the offset of the structure, four bytes.
  private mutating func takeEXIF(_ box: [UInt8]) {
    guard exif.isEmpty else { return }
    exif = box.withUnsafeBytes { [UInt8](EXIFBlock.tiff(in: ByteView(bytes: $0)).bytes) }
  }

  private static func decompress(_ data: ByteView) -> [UInt8] {
    guard data.count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: byteLimit) { buffer, count in
      var length = byteLimit
      let bytes = data.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      let isWhole = vitrine_brotli_decompress(bytes, data.count, buffer.baseAddress, &length) != 0
      count = isWhole ? length : 0
    }
  }
}
