import GalleryDomain

/// A tag of HTML that somebody looks for: `<img src="…">`, `<link rel="…">`, `</a>`.
struct HTMLTag {
  /// In lower case.
  var name: String
  var isEnd = false
  /// In lower case; the first of a name counts.
  var attributes: [String: String] = [:]

  /// All start tags of a name, in order.
  ///
  /// - Complexity: O(*bytes*): once a quote is never closed, nothing behind it is looked at.
  static func all(
    _ name: String, in html: String, limit: Int = 100
  ) -> [HTMLTag] {
    var tags: [HTMLTag] = []
    visit([name], in: html) { tag in
      if !tag.isEnd { tags.append(tag) }
      return tags.count < limit
    }
    return tags
  }

  /// What stands in these is text, whatever it looks like (HTML, 13.2.5.1).
  private static let rawTexts = ["script", "style", "textarea", "title"]

  /// Goes through the tags of some names, in order, and passes over comments and scripts.
  ///
  /// - Parameter body: Returns whether to go on.
  /// - Complexity: O(*bytes*), as `all(_:in:limit:)`.
  static func visit(_ names: Set<String>, in html: String, _ body: (HTMLTag) -> Bool) {
    let bytes = Array(html.utf8)
    var index = 0
    // Read like any other tag, as a text may end in the middle; and looked for once.
    var unclosed: Set<String> = []
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      if bytes[index...].starts(with: "!--".utf8) {
        guard let end = end(of: Array("-->".utf8), in: bytes, from: index + 3) else { return }
        index = end
        continue
      }
      let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
      let first = isEnd ? index + 1 : index
      let letters = bytes[first...].prefix(nameLimit).prefix {
        ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A
      }
      let after = first + letters.count
      guard !letters.isEmpty, after < bytes.count,
        isBlankOrSlash(bytes[after]) || bytes[after] == UInt8(ascii: ">")
      else { continue }
      let name = String(decoding: letters, as: UTF8.self).lowercased()
      if !isEnd, rawTexts.contains(name), !names.contains(name), !unclosed.contains(name) {
        let end = end(of: Array("</\(name)".utf8), in: bytes, from: after)
        if end == nil { unclosed.insert(name) }
        index = end ?? after
        continue
      }
      guard names.contains(name) else { continue }
      index = after
      guard var tag = read(bytes, &index) else { return }
      tag.name = name
      tag.isEnd = isEnd
      guard body(tag) else { return }
    }
  }

  /// The longest names of HTML have ten letters.
  private static let nameLimit = 16

  /// The index behind the next occurrence, whatever its case.
  private static func end(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= text.count, start <= bytes.count - text.count else { return nil }
    for index in start...(bytes.count - text.count)
    where bytes[index] == text[0]
      && zip(bytes[index...], text).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
    {
      return index + text.count
    }
    return nil
  }

  /// - Returns: nil where a quote or the tag is never closed.
  private static func read(_ bytes: [UInt8], _ index: inout Int) -> HTMLTag? {
    var tag = HTMLTag(name: "")
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
