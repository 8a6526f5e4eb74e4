import GalleryDomain

/// A start tag of HTML that somebody looks for: `<img src="…">`, `<link rel="…">`.
struct HTMLTag {
  /// In lower case; the first of a name counts.
  var attributes: [String: String] = [:]

  /// All tags of a name, in order.
  ///
  /// - Complexity: O(*bytes*): once a quote is never closed, nothing behind it is looked at.
  static func all(
    _ name: String, in html: String, limit: Int = 100
  ) -> [HTMLTag] {
    var tags: [HTMLTag] = []
    let bytes = Array(html.utf8)
    let name = Array(name.utf8)
    var index = 0
    while tags.count < limit, let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      guard bytes.count - index > name.count,
        zip(bytes[index...], name).allSatisfy({ $0 | 0x20 == $1 }),
        isBlankOrSlash(bytes[index + name.count])
      else { continue }
      index += name.count
      guard let tag = read(bytes, &index) else { break }
      tags.append(tag)
    }
    return tags
  }

  /// - Returns: nil where a quote or the tag is never closed.
  private static func read(_ bytes: [UInt8], _ index: inout Int) -> HTMLTag? {
    var tag = HTMLTag()
    while true {
      while index < bytes.count, isBlankOrSlash(bytes[index]) { index += 1 }
      guard index < bytes.count else { return nil }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "<") { return tag }
      let start = index
      while index < bytes.count, !isEndOfName(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index].prefix(40), as: UTF8.self).lowercased()
      while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
      var value = ""
      if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
        index += 1
        guard let text = readValue(bytes, &index) else { return nil }
        value = text
      } else if index == start {
        index += 1
        continue
      }
      if tag.attributes[name] == nil, tag.attributes.count < 40 { tag.attributes[name] = value }
    }
  }

  private static func readValue(_ bytes: [UInt8], _ index: inout Int) -> String? {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else { return nil }
    let quote = bytes[index]
    let range: Range<Int>
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      guard let end = bytes[(index + 1)...].firstIndex(of: quote) else { return nil }
      range = (index + 1)..<end
      index = end + 1
    } else {
      let start = index
      while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") {
        index += 1
      }
      range = start..<index
    }
    return XMLText.decode(bytes[range].prefix(16_384))
  }

  private static func isBlankOrSlash(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "/")
  }

  private static func isEndOfName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
  }
}
