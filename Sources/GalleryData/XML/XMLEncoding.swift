import GalleryDomain

/// Brings a document to UTF-8 (XML 1.0, appendix F; RFC 7303, 3).
///
/// Read are UTF-8, UTF-16 and the Latin alphabets of western Europe, as the first bytes, the Content-Type or the
/// declaration say. What is well-formed UTF-8 is UTF-8 whatever they say: servers declare a default, and text of
/// another encoding is not well-formed by chance.
enum XMLEncoding {
  /// - Parameter contentType: As the server said it; nil for a file.
  /// - Throws: An encoding that is not read.
  /// - Complexity: O(*bytes*); copies only what is not UTF-8 without a mark.
  static func utf8(_ bytes: [UInt8], contentType: String? = nil) throws(XMLFault) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0x00, 0x3C]) { return utf16(bytes[...], isBigEndian: true) }
    if bytes.starts(with: [0x3C, 0x00]) { return utf16(bytes[...], isBigEndian: false) }
    guard let name = contentType.flatMap(charset) ?? declaration(bytes) else { return bytes }
    switch name {
    case "utf-8", "utf8", "us-ascii", "ascii", "utf-16": return bytes
    default: break
    }
    if isWellFormed(bytes) { return bytes }
    switch name {
    case "iso-8859-1", "iso8859-1", "latin1", "l1", "windows-1252", "cp1252":
      return latin(bytes, isNinth: false)
    case "iso-8859-15", "iso8859-15", "latin-9", "latin9": return latin(bytes, isNinth: true)
    default: throw XMLFault(offset: 0, reason: "the encoding \(name) is not supported")
    }
  }

  /// `text/xml; charset="utf-8"`.
  private static func charset(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, CleanText.line(String(parts[0]))?.lowercased() == "charset",
        let value = CleanText.line(String(parts[1]))?.lowercased()
      else { continue }
      return value.replacing("\"", with: "")
    }
    return nil
  }

  /// `<?xml version="1.0" encoding="ISO-8859-1"?>`.
  private static func declaration(_ bytes: [UInt8]) -> String? {
    let beginning = bytes.prefix(200).drop { $0 <= 0x20 }
    guard beginning.starts(with: "<?xml".utf8),
      let end = beginning.firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = String(decoding: beginning[..<end], as: UTF8.self).lowercased()
    guard let place = text.firstRange(of: "encoding") else { return nil }
    let parts = text[place.upperBound...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count >= 3 ? CleanText.line(String(parts[1])) : nil
  }

  private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = UTF8Sequence.length(at: index, in: bytes)
      guard length > 0 else { return false }
      index += length
    }
    return true
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func latin(_ bytes: [UInt8], isNinth: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        output.append(byte)
      } else {
        output.append(contentsOf: String(Character(scalar(byte, isNinth: isNinth))).utf8)
      }
    }
    return output
  }

  private static func scalar(_ byte: UInt8, isNinth: Bool) -> Unicode.Scalar {
    if isNinth, let scalar = ninth[byte] { return scalar }
    // Windows' letters stand where ISO has control characters, which no feed means (Encoding Standard).
    if (0x80...0x9F).contains(byte) { return HTMLReference.windows1252[Int(byte - 0x80)] }
    return Unicode.Scalar(byte)
  }

  /// What ISO-8859-15 has instead of ISO-8859-1's.
  private static let ninth: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
}
