/// Just enough of RFC 1950–1952 to send compressed responses without a library.
public enum Deflate {
  static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  static let zlibHeader: [UInt8] = [0x78, 0x01]

  /// The start of a block with dynamic codes after which every zero byte represents 1,032 zeros.
  ///
  /// Length 258 (symbol 285) and distance 1 have codes of one bit, both 0; the literal 0 and the end of the block have
  /// two bits. Four matches fit into a byte: no deflate stream is denser.
  static let zerosBeginning: [UInt8] = [
    0xED, 0xC0, 0x81, 0x00, 0x00, 0x00, 0x00, 0x80, 0xA0, 0xFD, 0xA9, 0x17,
    0xA9, 0x00,
  ]

  /// A complete gzip file in stored blocks.
  public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    gzipHeader + stored(bytes) + littleEndian(crc32(bytes))
      + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// A complete zlib stream (which HTTP calls deflate) in stored blocks.
  public static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    zlibHeader + stored(bytes) + littleEndian(adler32(bytes)).reversed()
  }

  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + 65_535, bytes.count)
      let count = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    return result
  }

  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return ~crc
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
