import PictureProtocol

/// Puts texts into a PNG: one `tEXt` chunk each, right after the header (W3C PNG specification, 11.3.4).
///
/// By hand, because libvips packs every text as `zTXt`, and the thumbnail standard asks for `tEXt`.
enum PNGText {
  /// Where the first chunk, the header, ends.
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

  /// The CRC-32 of ISO 3309, as PNG has it (annex D).
  static func crc(of bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
