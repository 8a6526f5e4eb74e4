/// Small malicious files.
enum Attacks {
  /// 35 bytes that a decoder turns into 17 GB.
  static let gif = gif(screen: 0xFF, 0xFF)
  static let gifFrame = gif(screen: 0x10, 0)

  /// The header of a PNG of 65536×65537 at 16 bits with alpha.
  static let png: [UInt8] =
    [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 1, 0, 0, 0, 1, 0, 1, 16, 6, 0, 0, 0, 0x12, 0x34, 0x56, 0x78]
    + [0, 0, 0, 0] + Array("IDAT".utf8) + [0, 0, 0, 0]

  /// A lossless WebP of 16383×16383 in 34 bytes.
  static let webp: [UInt8] =
    Array("RIFF".utf8) + [0x1A, 0, 0, 0] + Array("WEBPVP8L".utf8) + [0x0D, 0, 0, 0, 0x2F]
    + [0xFE, 0xBF, 0xFF, 0x0F] + [UInt8](repeating: 0, count: 9)

  /// A WebP of one chunk that claims to have 3.8 GB.
  static let webpChunk: [UInt8] =
    Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WEBPVP8 ".utf8)
    + [0x1B, 0x7B, 0xE1, 0x8B] + [UInt8](repeating: 0x55, count: 4096)

  /// A WebP of 34 bytes whose length and the eight bytes before it are together more than 32 bits.
  static let webpLength: [UInt8] =
    Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WEBPVP8L".utf8) + [0x0E, 0, 0, 0, 0x2F]
    + [0x3F, 0xC0, 0x0F, 0x10, 0x28, 0x54, 0x91, 0x8B, 0xD2, 0xFF, 0x02, 0, 0]

  /// A JPEG's markers up to the first scan.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xFF, 0xDC, 0xFF, 0xDC, 1, 1, 0x11, 0]
    + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xFF, 0xD9]

  static let svg = Array(
    "<svg xmlns='http://www.w3.org/2000/svg' width='40000' height='40000'></svg>".utf8)

  /// Twelve entities, each ten times the previous one.
  static let manyEntities: [UInt8] = {
    var text = "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
    for index in 1...12 {
      text += "<!ENTITY a\(index) '"
      text += String(repeating: "&a\(index - 1);", count: 10) + "'>"
    }
    text += "]><svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>"
    return Array((text + "<text>&a12;</text></svg>").utf8)
  }()

  /// A picture whose pixels all take long: about ten seconds together.
  static let slow = Array(
    """
    <svg xmlns='http://www.w3.org/2000/svg' width='4000' height='4000'><filter id='f'>
    <feTurbulence baseFrequency='0.01' numOctaves='9'/></filter>
    <rect width='4000' height='4000' filter='url(#f)'/></svg>
    """.utf8)

  /// A GIF of frames with one pixel of data each, 15 bytes a frame.
  static func animation(
    frames: Int, width: Int = 4, height: Int = 4, fillsCanvas: Bool = false
  ) -> [UInt8] {
    func uint16(_ value: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    var bytes = Array("GIF89a".utf8) + uint16(width) + uint16(height)
    bytes += [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let size = fillsCanvas ? uint16(width) + uint16(height) : [1, 0, 1, 0]
    let frame = [0x2C, 0, 0, 0, 0] + size + [0, 2, 2, 0x4C, 1, 0]
    for _ in 0..<frames { bytes += frame }
    return bytes + [0x3B]
  }

  /// A JPEG with its last scan many times over.
  static func repeatLastScan(of file: [UInt8], times: Int) -> [UInt8] {
    let start = file.indices.dropLast().last { file[$0] == 0xFF && file[$0 + 1] == 0xDA } ?? 0
    let scan = file[start..<file.count - 2]
    var bytes = Array(file.dropLast(2))
    for _ in 0..<times { bytes += scan }
    return bytes + [0xFF, 0xD9]
  }

  private static func gif(screen low: UInt8, _ high: UInt8) -> [UInt8] {
    Array("GIF89a".utf8) + [low, high, low, high, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0, 0x3B]
  }
}
