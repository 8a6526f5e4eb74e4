import PictureProtocol

/// Adds texts to a PNG: one `tEXt` chunk each, right after the header (W3C PNG specification, 11.3.4).
///
/// Without libvips, because that compresses every text as `zTXt`, and the thumbnail standard requires `tEXt`.
enum PNGText {
  /// The end of the first chunk, the header.
  private static let headerEnd = 8 + 12 + 13

  /// - Parameter texts: ASCII.
  static func adding(_ texts: [(keyword: String, text: String)], to png: [UInt8]) -> [UInt8] {
    guard png.count >= headerEnd else { return png }
    let chunks = texts.flatMap { chunk(Array($0.keyword.utf8) + [0] + Array($0.text.utf8)) }
    return png[..<headerEnd] + chunks + png[headerEnd...]
  }

  private static func chunk(_ content: [UInt8]) -> [UInt8] {
    let named = Array("tEXt".utf8) + content
    return bigEndian(UInt32(truncatingIfNeeded: content.count)) + named + bigEndian(crc(of: named))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  /// The CRC-32 of ISO 3309, as used in PNG (annex D).
  static func crc(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}

extension PNGText {
  /// The `tEXt` chunks; nil if one is compressed (`zTXt`, `iTXt`) and a library has to read them.
  ///
  /// Includes those after the pixels, where ImageMagick puts them.
  static func texts(of png: ByteView) -> [String: String]? {
    var texts: [String: String] = [:]
    var offset = 8
    // Each has 12 bytes at least, so this ends.
    while let count = png.uint32(offset, bigEndian: true) {
      if png.starts(with: "zTXt", at: offset + 4) || png.starts(with: "iTXt", at: offset + 4) {
        return nil
      }
      if png.starts(with: "tEXt", at: offset + 4) {
        let content = png.part(from: offset + 8, count: count)
        if let zero = content.bytes.firstIndex(of: 0) {
          let keyword = String(decoding: content.bytes[..<zero], as: UTF8.self)
          texts[keyword] = String(decoding: content.bytes[(zero + 1)...], as: UTF8.self)
        }
      }
      offset += 12 + count
    }
    return texts
  }
}

/// Makes the PNGs of the thumbnail cache.
enum PNGWriter {
  /// - Returns: nil if it cannot be made or is too large.
  static func png(of pixels: PixelBuffer, texts: [(keyword: String, text: String)]) -> [UInt8]? {
    guard let file = try? PNGFile(pixels) else { return nil }
    let whole = PNGText.adding(texts, to: file.bytes)
    return whole.count <= PictureProtocolLimits.thumbnailBytes ? whole : nil
  }
}
