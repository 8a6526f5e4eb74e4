/// Reads HTML from start to end in one pass.
struct HTMLTextReader {
  private(set) var output: [UInt8] = []
  /// Whether a tag that ends a line was seen.
  private(set) var foundBreak = false

  private let bytes: [UInt8]
  private let lineBreaksCount: Bool
  private let byteLimit: Int
  private var index = 0
  /// Whether quotes in tags are respected. Turned off once a tag's quotes extend to the end of the input, so that a
  /// failing search is made only once.
  private var quotesCount = true
  private var hasMoreCommentEnds = true
  private var hasMoreTagEnds = true

  init(_ bytes: [UInt8], lineBreaksCount: Bool, byteLimit: Int) {
    self.bytes = bytes
    self.lineBreaksCount = lineBreaksCount
    self.byteLimit = byteLimit
  }

  mutating func read() {
    while index < bytes.count, output.count < byteLimit {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<") where startsTag(at: index + 1): readTag()
      case UInt8(ascii: "&"): readReference()
      case 0x0A, 0x0D:
        output.append(lineBreaksCount ? byte : 0x20)
        index += 1
      default:
        output.append(byte)
        index += 1
      }
    }
  }

  /// `<3` and `a < b` are text.
  private func startsTag(at start: Int) -> Bool {
    guard start < bytes.count, hasMoreTagEnds else { return false }
    return switch bytes[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
    default: isLetter(bytes[start])
    }
  }

  private mutating func readTag() {
    if hasMoreCommentEnds, bytes[index...].starts(with: "<!--".utf8) {
      if let end = find("-->", from: index + 4) {
        index = end + 3
        return
      }
      hasMoreCommentEnds = false
    }
    guard let end = tagEnd() else {
      hasMoreTagEnds = false
      output.append(bytes[index])
      index += 1
      return
    }
    let name = tagName()
    index = end + 1
    apply(name)
  }

  /// The index of the `>` that ends the tag at `index`.
  private mutating func tagEnd() -> Int? {
    if quotesCount {
      var quote: UInt8?
      for place in index..<bytes.count {
        let byte = bytes[place]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return place
        }
      }
      quotesCount = false
    }
    return bytes[index...].firstIndex(of: UInt8(ascii: ">"))
  }

  /// Lower case, with the `/` of an end tag; at most 16 bytes.
  private func tagName() -> String {
    var name: [UInt8] = []
    for byte in bytes[(index + 1)...].prefix(16) {
      let isSlash = byte == UInt8(ascii: "/") && name.isEmpty
      guard isSlash || isLetter(byte) || (0x30...0x39).contains(byte) else { break }
      name.append(isLetter(byte) ? byte | 0x20 : byte)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func apply(_ name: String) {
    switch name {
    case "br", "/li", "/tr", "/div", "div", "/dd", "/dt", "/option", "hr":
      endLine(count: 1)
    case "p", "/p", "h1", "h2", "h3", "h4", "h5", "h6", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6",
      "ul", "/ul", "ol", "/ol", "blockquote", "/blockquote", "table", "/table", "pre", "/pre",
      "section", "/section", "article", "/article":
      endLine(count: 2)
    case "td", "/td", "th", "/th": output.append(0x20)
    case "script", "style", "title", "textarea", "svg", "math", "iframe", "noscript":
      skipContent(of: name)
    default: break
    }
  }

  private mutating func endLine(count: Int) {
    foundBreak = true
    guard !output.isEmpty else { return }
    if count == 1, output.last == 0x0A, output.dropLast().last == 0x0A { return }
    var present = 0
    if count == 2 {
      while present < 2, present < output.count, output[output.count - 1 - present] == 0x0A {
        present += 1
      }
    }
    output.append(contentsOf: repeatElement(0x0A, count: count - present))
  }

  private mutating func skipContent(of name: String) {
    let end = Array("</\(name)".utf8)
    var place = index
    while place + end.count <= bytes.count {
      if bytes[place] == end[0],
        zip(bytes[place...], end).allSatisfy({ lowercase($0) == $1 })
      {
        index = place
        return
      }
      place += 1
    }
    // The element is never closed: everything that follows is content.
    index = bytes.count
  }

  private mutating func readReference() {
    let body = bytes[(index + 1)...].prefix(HTMLReference.longestName + 1)
    if let end = body.firstIndex(of: UInt8(ascii: ";")),
      let text = HTMLReference.text(of: bytes[(index + 1)..<end])
    {
      output.append(contentsOf: text.utf8)
      index = end + 1
      return
    }
    output.append(bytes[index])
    index += 1
  }

  private func find(_ text: StaticString, from start: Int) -> Int? {
    let wanted = Array("\(text)".utf8)
    guard start <= bytes.count - wanted.count else { return nil }
    return (start...(bytes.count - wanted.count)).first { place in
      bytes[place] == wanted[0] && bytes[place...].starts(with: wanted)
    }
  }

  private func lowercase(_ byte: UInt8) -> UInt8 { isLetter(byte) ? byte | 0x20 : byte }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
