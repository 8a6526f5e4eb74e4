/// Just enough of RFC 1950–1952 to send compressed responses without a library.
public enum Deflate {
  static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  static let zlibHeader: [UInt8] = [0x78, 0x01]

  /// The start of a block with dynamic codes after which every zero byte represents 1,032 zeros.
  ///
  /// Length 258 (symbol 285) and distance 1 have codes of one bit, both 0; the literal 0 and the end of the block have
  /// two bits. Four matches fit into a byte: no deflate stream is denser.
  static let zerosBeginning: [UInt8] = {
    var bits = BitWriter()
    bits.write(1, count: 1)  // the last block
    bits.write(2, count: 2)  // dynamic codes
    bits.write(286 - 257, count: 5)
    bits.write(0, count: 5)  // one distance code
    bits.write(18 - 4, count: 4)
    // Lengths of the codes for lengths, in the order of RFC 1951, 3.2.7: 18 has one bit, 1 and 2 have two.
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]
    for symbol in order {
      bits.write(symbol == 18 ? 1 : symbol == 1 || symbol == 2 ? 2 : 0, count: 3)
    }
    let (one, two, zeros) = ([1, 0], [1, 1], [0])
    bits.writeCode(two)  // the literal 0
    bits.writeCode(zeros)
    bits.write(138 - 11, count: 7)
    bits.writeCode(zeros)
    bits.write(117 - 11, count: 7)  // no other literal
    bits.writeCode(two)  // the end of the block
    bits.writeCode(zeros)
    bits.write(28 - 11, count: 7)
    bits.writeCode(one)  // length 258
    bits.writeCode(one)  // distance 1
    bits.writeCode([1, 0])  // the literal 0 itself; matches follow
    return bits.bytes
  }()

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
    for byte in bytes { crc = crcTable[Int((crc ^ UInt32(byte)) & 255)] ^ (crc >> 8) }
    return ~crc
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in
      crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
    }
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// Bits from the lowest of each byte on (RFC 1951, 3.1.1).
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  mutating func write(_ value: Int, count: Int) {
    for bit in 0..<count { append(value >> bit & 1) }
  }

  /// Codes are written from their highest bit on.
  mutating func writeCode(_ bits: [Int]) {
    for bit in bits { append(bit) }
  }

  private mutating func append(_ bit: Int) {
    if bitCount % 8 == 0 { bytes.append(0) }
    bytes[bytes.count - 1] |= UInt8(bit) << (bitCount % 8)
    bitCount += 1
  }
}
