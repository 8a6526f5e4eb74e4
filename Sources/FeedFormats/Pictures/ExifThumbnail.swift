/// The thumbnail that cameras put into the beginning of a JPEG, found without decoding anything.
package enum ExifThumbnail {
  /// The small picture as a JPEG of its own, which is shown upright as the large one is.
  ///
  /// - Parameter beginning: Of a JPEG; 64 kB hold the whole of what Exif may take.
  /// - Returns: nil where there is none, or it goes beyond the beginning.
  /// - Complexity: O(*bytes*).
  package static func jpeg(in beginning: [UInt8]) -> [UInt8]? {
    guard let exif = exif(in: beginning), let fields = TIFFFields(exif) else { return nil }
    // Exif 2.32, 4.6.8: the second directory describes the thumbnail.
    guard let offset = fields.value(0x0201, inDirectory: 1),
      let count = fields.value(0x0202, inDirectory: 1), count > 4,
      offset <= exif.count, count <= exif.count - offset
    else { return nil }
    let start = exif.startIndex + offset
    let picture = Array(exif[start..<start + count])
    guard picture.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    let orientation = fields.value(0x0112, inDirectory: 0) ?? 1
    guard (2...8).contains(orientation) else { return picture }
    // The thumbnail lies as the picture does, and does not say so itself.
    return [0xFF, 0xD8] + segment(orientation: UInt8(orientation)) + picture.dropFirst(2)
  }

  /// An APP1 segment with the orientation alone.
  private static func segment(orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
      + [0, 0, 0, 0, 0, 0]
    let body = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  /// The TIFF part of the first Exif segment (ISO 10918-1, annex B: markers before the scan have lengths).
  private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var index = 2
    while index + 4 <= bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      if marker == 0xFF {
        index += 1
        continue
      }
      // Start of scan, end of image.
      guard marker != 0xDA, marker != 0xD9 else { return nil }
      let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
      guard length >= 2 else { return nil }
      let (start, end) = (index + 4, min(index + 2 + length, bytes.count))
      if marker == 0xE1, start < end, bytes[start..<end].starts(with: "Exif\0\0".utf8) {
        return bytes[(start + 6)..<end]
      }
      index += 2 + length
    }
    return nil
  }
}

/// Numbers in the directories of a TIFF (TIFF 6.0, section 2).
private struct TIFFFields {
  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  /// Of the first two directories.
  private var directories: [Int] = []

  init?(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: Array("MM".utf8) + [0, 42]) {
      isBigEndian = true
    } else if bytes.starts(with: Array("II".utf8) + [42, 0]) {
      isBigEndian = false
    } else {
      return nil
    }
    guard let first = number(at: 4, byteCount: 4), let count = number(at: first, byteCount: 2)
    else { return nil }
    directories = [first]
    if let second = number(at: first + 2 + count * 12, byteCount: 4), second > 0 {
      directories.append(second)
    }
  }

  /// - Returns: nil where there is no such directory or field, or its value is no single number.
  func value(_ tag: Int, inDirectory index: Int) -> Int? {
    guard directories.indices.contains(index) else { return nil }
    let start = directories[index]
    guard let count = number(at: start, byteCount: 2) else { return nil }
    for entry in 0..<count {
      let place = start + 2 + entry * 12
      guard let found = number(at: place, byteCount: 2) else { return nil }
      guard found == tag else { continue }
      guard number(at: place + 4, byteCount: 4) == 1 else { return nil }
      switch number(at: place + 2, byteCount: 2) {
      case 3: return number(at: place + 8, byteCount: 2)
      case 4: return number(at: place + 8, byteCount: 4)
      default: return nil
      }
    }
    return nil
  }

  private func number(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, byteCount <= bytes.count, offset <= bytes.count - byteCount else {
      return nil
    }
    let start = bytes.startIndex + offset
    let field = bytes[start..<start + byteCount]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
