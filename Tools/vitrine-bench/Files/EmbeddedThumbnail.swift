import Foundation

/// Thumbnails in a JPEG's EXIF data (EXIF 2.3, 4.5.5: they are in the directory after the first).
enum EmbeddedThumbnail {
  /// A JPEG with another one embedded as its thumbnail, which must be shorter than 64 kB.
  static func put(_ thumbnail: Data, into jpeg: Data) -> Data {
    // Little-endian; an empty first directory at 8, the second at 14 with three entries of 12 bytes.
    var tiff = Data("II*\0".utf8) + number(8) + short(0) + number(14) + short(3)
    let start = UInt32(14 + 2 + 3 * 12 + 4)
    tiff += entry(0x0103, kind: 3, 6)
    tiff += entry(0x0201, kind: 4, start)
    tiff += entry(0x0202, kind: 4, UInt32(thumbnail.count))
    tiff += number(0) + thumbnail
    let body = Data("Exif\0\0".utf8) + tiff
    guard body.count < 65_533 else { return jpeg }
    let length = UInt16(body.count + 2)
    let segment = Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + body
    return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
  }

  private static func entry(_ tag: UInt16, kind: UInt16, _ value: UInt32) -> Data {
    short(tag) + short(kind) + number(1) + number(value)
  }

  private static func short(_ value: UInt16) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }

  private static func number(_ value: UInt32) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}
