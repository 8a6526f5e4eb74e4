import CVips

/// The EXIF data and the XMP packet in the boxes of a JPEG XL (ISO/IEC 18181-2, 9.3 and 9.4), which libvips 8.14
/// does not read.
struct JPEGXLTags {
  /// A TIFF structure; empty if there is none.
  private(set) var exif: [UInt8] = []
  private(set) var xmp: [UInt8] = []

  /// More than any camera or program writes.
  private static let byteLimit = 4 << 20

  init(of file: ByteView) {
    for box in Chunks(boxesIn: file) {
      if box.isNamed("Exif") {
        readEXIF([UInt8](box.content.part(from: 0, count: Self.byteLimit).bytes))
      } else if box.isNamed("xml ") {
        if xmp.isEmpty { xmp = [UInt8](box.content.part(from: 0, count: Self.byteLimit).bytes) }
      } else if box.isNamed("brob") {
        // The type of the box comes first, then its contents compressed with Brotli (RFC 7932).
        if exif.isEmpty, box.content.starts(with: "Exif") {
          readEXIF(Self.decompress(box.content.part(from: 4)))
        } else if box.content.starts(with: "xml "), xmp.isEmpty {
          xmp = Self.decompress(box.content.part(from: 4))
        }
      }
    }
  }

  /// - Parameter box: Begins with the offset of the structure, four bytes.
  private mutating func readEXIF(_ box: [UInt8]) {
    guard exif.isEmpty else { return }
    exif = box.withView { [UInt8](EXIFBlock.tiff(in: $0).bytes) }
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
