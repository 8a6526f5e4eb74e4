import GalleryDomain

/// An HTML tag: `<img src="…">`, `<link rel="…">`, `</a>`.
package struct HTMLTag {
  /// In lower case.
  package var name: String
  package var isEnd = false
  /// Names in lower case; the first attribute with a name counts.
  package var attributes: [String: String] = [:]
  /// Its range in UTF-8 bytes, including `<` and `>`.
  package var range = 0..<0

  /// All start tags with a name, in order.
  ///
  /// - Complexity: O(*bytes*): after a quote that is never closed, nothing is read.
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

  /// The contents of these elements are text, whatever they look like (HTML, 13.2.5.1).
  private static let rawTexts = ["script", "style", "textarea", "title"]

  /// Visits the tags with some names in order, skipping comments and scripts.
  ///
  /// - Parameter body: Returns whether to go on.
  /// - Complexity: O(*bytes*), like `all(_:in:limit:)`.
  static func visit(_ names: Set<String>, in html: String, _ body: (HTMLTag) -> Bool) {
    visit(names, in: Array(html.utf8), body)
  }

  /// - Parameter bytes: UTF-8; malformed parts are replaced.
  package static func visit(_ names: Set<String>, in bytes: [UInt8], _ body: (HTMLTag) -> Bool) {
    var index = 0
    // Once unclosed, they are read like any other tag, because a text may be cut; the end is looked for only once.
    var unclosed: Set<String> = []
    while let start = bytes.index(of: UInt8(ascii: "<"), from: index) {
      index = start + 1
      if bytes.has("!--", at: index) {
        guard let end = bytes.end(of: "-->", from: index + 3) else { return }
        index = end
        continue
      }
      let isEnd = index < bytes.count && bytes[index] == UInt8(ascii: "/")
      let first = isEnd ? index + 1 : index
      var after = first
      while after < min(bytes.count, first + nameLimit), (0x61...0x7A).contains(bytes[after] | 0x20)
      {
        after += 1
      }
      guard after > first, after < bytes.count,
        isBlankOrSlash(bytes[after]) || bytes[after] == UInt8(ascii: ">")
      else { continue }
      let name = String(decoding: bytes[first..<after], as: UTF8.self).lowercased()
      if !isEnd, rawTexts.contains(name), !names.contains(name), !unclosed.contains(name) {
        let end = bytes.end(of: "</\(name)", from: after, ignoringCase: true)
        if end == nil { unclosed.insert(name) }
        index = end ?? after
        continue
      }
      guard names.contains(name) else { continue }
      index = after
      guard var tag = read(bytes, &index) else { return }
      tag.name = name
      tag.isEnd = isEnd
      tag.range = start..<min(index + 1, bytes.count)
      guard body(tag) else { return }
    }
  }

  /// The longest HTML names have ten letters.
  private static let nameLimit = 16

  /// - Returns: nil if a quote or the tag is never closed.
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
      guard let end = bytes.index(of: quote, from: index + 1) else { return nil }
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
