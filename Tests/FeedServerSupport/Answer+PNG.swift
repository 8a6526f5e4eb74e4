extension Answer {
  /// A valid PNG file in one colour, uncompressed: about `3 × width × height` bytes.
  ///
  /// Source of the format: PNG (Third Edition), *5 Datastream structure*.
  public static func png(
    width: Int, height: Int, red: UInt8 = 200, green: UInt8 = 90, blue: UInt8 = 40
  ) -> Answer {
    let row = [0] + [[UInt8]](repeating: [red, green, blue], count: width).joined()
    let rows = [UInt8]([[UInt8]](repeating: row, count: height).joined())
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    return .bytes(
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", size + [8, 2, 0, 0, 0])
        + chunk("IDAT", Deflate.zlib(rows)) + chunk("IEND", []), type: "image/png")
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(Deflate.crc32(content))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
