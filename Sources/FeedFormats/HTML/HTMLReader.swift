/// An HTML tag: `<img src="…">`, `<link rel="…">`, `</a>`; a comment or a declaration is one without a name.
package struct HTMLTag {
  /// In lower case.
  package var name: String
  package var isEnd: Bool
  /// Its range in UTF-8 bytes, including `<` and `>`.
  package var range: Range<Int>
  /// What follows its name.
  fileprivate var rest: ArraySlice<UInt8>

  private static let attributeLimit = 40
  private static let valueByteLimit = 16_384

  /// Names in lower case; the first attribute with a name counts.
  ///
  /// - Complexity: O(*bytes*), each time.
  package var attributes: [String: String] {
    var attributes: [String: String] = [:]
    var rest = rest
    while attributes.count < Self.attributeLimit {
      rest = rest.drop { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
      guard !rest.isEmpty else { break }
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      rest = rest[name.endIndex...].drop { $0 <= 0x20 }
      var value = ArraySlice<UInt8>()
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop { $0 <= 0x20 }
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { $0 > 0x20 }
          rest = rest[value.endIndex...]
        }
      }
      let key = String(decoding: name.prefix(Self.attributeLimit), as: UTF8.self).lowercased()
      if attributes[key] == nil {
        attributes[key] = HTMLReference.decoded(value.prefix(Self.valueByteLimit))
      }
    }
    return attributes
  }

  /// All start tags with a name, in order.
  static func all(_ name: String, in html: String, limit: Int = 100) -> [HTMLTag] {
    var reader = HTMLReader(Array(html.utf8))
    var tags: [HTMLTag] = []
    while tags.count < limit, let tag = reader.next() {
      if tag.name == name, !tag.isEnd { tags.append(tag) }
    }
    return tags
  }
}

/// Reads the tags of an HTML text from front to back. This is not a browser's parser: nothing nests.
///
/// - Complexity: O(*bytes*) in total: what wasn't found isn't searched for again.
package struct HTMLReader {
  let bytes: [UInt8]
  /// Behind the last tag, and the contents that it hides.
  private(set) var index = 0
  /// Whether quotes in tags count: not once one is never closed, because a text may be cut.
  private var quotesCount = true
  private var hasCommentEnds = true
  private var unclosed: Set<String> = []

  /// The contents of these elements are text, whatever they look like (HTML, 13.2.5.1).
  private static let rawTexts: Set<String> = ["script", "style", "textarea", "title"]
  /// The longest HTML names have ten letters.
  private static let nameLimit = 16

  /// - Parameter bytes: UTF-8; malformed parts are replaced.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next tag; nil if there is none, or if it never ends.
  package mutating func next() -> HTMLTag? {
    var position = index
    while let start = bytes.index(of: UInt8(ascii: "<"), from: position) {
      position = start + 1
      guard position < bytes.count, startsTag(bytes[position]) else { continue }
      guard let end = end(ofTagAt: start) else { return nil }
      index = end
      let isEnd = bytes[position] == UInt8(ascii: "/")
      let body = bytes[(isEnd ? position + 1 : position)..<(end - 1)]
      let name = body.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "!") }
      let tag = HTMLTag(
        name: String(decoding: name.prefix(Self.nameLimit), as: UTF8.self).lowercased(),
        isEnd: isEnd, range: start..<end, rest: body[name.endIndex...])
      if !isEnd, Self.rawTexts.contains(tag.name) { skipContent(of: tag.name) }
      return tag
    }
    return nil
  }

  /// Skips what the last start tag's element contains.
  ///
  /// - Returns: False if it is never closed: then nothing is skipped, because a text may be cut.
  @discardableResult
  mutating func skipContent(of name: String) -> Bool {
    let end = "</\(name)"
    guard !unclosed.contains(name),
      let behind = bytes.end(of: end, from: index, ignoringCase: true)
    else {
      unclosed.insert(name)
      return false
    }
    index = behind - end.utf8.count
    return true
  }

  /// `<3` and `a < b` are text.
  private func startsTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// The index behind a tag or a comment; nil if it never ends.
  private mutating func end(ofTagAt start: Int) -> Int? {
    if hasCommentEnds, bytes.has("<!--", at: start) {
      if let end = bytes.end(of: "-->", from: start + 4) { return end }
      hasCommentEnds = false
    }
    if quotesCount {
      var quote: UInt8?
      var isValue = false
      for position in start..<bytes.count {
        switch (bytes[position], quote) {
        case (let byte, let open?): if byte == open { quote = nil }
        case (UInt8(ascii: "\""), nil) where isValue, (UInt8(ascii: "'"), nil) where isValue:
          quote = bytes[position]
        case (UInt8(ascii: ">"), nil): return position + 1
        default: break
        }
        if bytes[position] > 0x20 { isValue = bytes[position] == UInt8(ascii: "=") }
      }
      quotesCount = false
    }
    return bytes.index(of: UInt8(ascii: ">"), from: start).map { $0 + 1 }
  }
}
