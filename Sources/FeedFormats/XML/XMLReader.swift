import GalleryDomain
import Glibc

/// Reads XML 1.0 from front to back, one step at a time, for untrusted documents.
///
/// Only XML's five entities, HTML's names and numbers are expanded, each to one character; document types are skipped
/// without reading them; nothing is ever fetched. Nothing recurses. Depth, names, attributes, namespaces and texts have
/// limits, so that memory is bounded by the document's own size.
///
/// It is lenient if feeds are broken but their meaning is clear: unbound prefixes, an `&` that doesn't start a
/// reference, `<` in an attribute, control characters, blanks before the XML declaration, anything after the root.
/// Documents that end too early and mismatched tags are faults.
package struct XMLReader {
  static let depthLimit = 200
  /// The default maximum number of attributes kept per element; others are skipped.
  package static let attributeLimit = 64
  static let nameByteLimit = 256
  /// The maximum number of bytes read per attribute or text.
  static let textByteLimit = 256 * 1_024
  /// The maximum number of namespaces in scope.
  static let bindingLimit = 64

  /// UTF-8; malformed parts of texts are replaced.
  package let bytes: [UInt8]
  package var index = 0
  /// Where the last token starts. The implied end of `<empty/>` starts after the tag.
  package private(set) var tokenStart = 0
  /// The ranges of the attributes of the last start tag, from the name to the closing quote.
  package private(set) var attributeRanges: [Range<Int>] = []
  private let attributeLimit: Int
  /// The names of the open elements.
  private(set) var open: [Range<Int>] = []
  private var bindings: [Binding] = []
  /// Whether the last start tag was `<empty/>`.
  private var mustEnd = false
  private var hasRoot = false

  private struct Binding {
    var prefix: String
    /// nil if the default namespace was removed.
    var namespace: String?
    var depth: Int
  }

  package init(_ bytes: [UInt8], attributeLimit: Int = XMLReader.attributeLimit) {
    self.bytes = bytes
    self.attributeLimit = attributeLimit
  }

  package var depth: Int { open.count }

  /// - Returns: nil after the root.
  package mutating func next() throws(TextFault) -> XMLToken? {
    tokenStart = index
    if mustEnd {
      mustEnd = false
      endElement()
      return .end
    }
    while true {
      if hasRoot, open.isEmpty { return nil }
      guard index < bytes.count else { throw endsEarly() }
      tokenStart = index
      guard bytes[index] == UInt8(ascii: "<") else {
        let start = index
        index = bytes.index(of: UInt8(ascii: "<"), from: index) ?? bytes.count
        if !open.isEmpty { return .text(start..<index, isCDATA: false) }
        if !isBlank(start..<index) {
          throw TextFault(offset: start, reason: "text before the first element")
        }
        continue
      }
      if let token = try readMarkup() { return token }
    }
  }

  /// Skips the rest of the last started element, including its end.
  package mutating func skipElement() throws(TextFault) {
    let depth = open.count
    while open.count >= depth, try next() != nil {}
  }

  /// The next element in the open one; nil at its end, which is consumed.
  package mutating func nextChild() throws(TextFault) -> XMLTag? {
    while let token = try next() {
      switch token {
      case .start(let tag): return tag
      case .end: return nil
      case .text: continue
      }
    }
    return nil
  }

  // MARK: Tags

  private mutating func readMarkup() throws(TextFault) -> XMLToken? {
    switch byte(at: index + 1) {
    case UInt8(ascii: "/"):
      try readEndTag()
      return .end
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      return try skipDeclaration()
    default:
      return .start(try readStartTag())
    }
  }

  private mutating func readEndTag() throws(TextFault) {
    let start = index
    index += 2
    let name = try readName()
    skipBlanks()
    guard byte(at: index) == UInt8(ascii: ">") else {
      throw index < bytes.count ? fault("an end tag contains more than a name") : endsEarly()
    }
    guard let expected = open.last else {
      throw TextFault(offset: start, reason: "</\(shown(name))> without a start tag")
    }
    guard bytes[expected].elementsEqual(bytes[name]) else {
      throw TextFault(
        offset: start, reason: "expected </\(shown(expected))>, found </\(shown(name))>")
    }
    index += 1
    endElement()
  }

  private mutating func endElement() {
    while let binding = bindings.last, binding.depth == open.count { bindings.removeLast() }
    open.removeLast()
  }

  private mutating func readStartTag() throws(TextFault) -> XMLTag {
    let start = index
    index += 1
    let name = try readName()
    guard open.count < Self.depthLimit else {
      throw TextFault(offset: start, reason: "more than \(Self.depthLimit) nested elements")
    }
    open.append(name)
    hasRoot = true
    var attributes: [(name: Range<Int>, value: String)] = []
    attributeRanges.removeAll(keepingCapacity: true)
    while true {
      skipBlanks()
      guard index < bytes.count else { throw endsEarly() }
      if bytes[index] == UInt8(ascii: ">") {
        index += 1
        break
      }
      if bytes[index] == UInt8(ascii: "/"), byte(at: index + 1) == UInt8(ascii: ">") {
        index += 2
        mustEnd = true
        break
      }
      // Cut between them.
      if bytes[index] == UInt8(ascii: "/"), index + 1 == bytes.count { throw endsEarly() }
      let attribute = try readAttribute()
      if attributes.count < attributeLimit {
        attributes.append((attribute.name, text(attribute.value, isCDATA: false)))
        attributeRanges.append(attribute.name.lowerBound..<index)
      }
    }
    return try tag(name, attributes)
  }

  private mutating func readAttribute() throws(TextFault) -> (name: Range<Int>, value: Range<Int>) {
    let name = try readName()
    skipBlanks()
    guard byte(at: index) == UInt8(ascii: "=") else {
      throw index < bytes.count ? fault("the attribute \(shown(name)) has no value") : endsEarly()
    }
    index += 1
    skipBlanks()
    guard let quote = byte(at: index) else { throw endsEarly() }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw fault("the value of \(shown(name)) is not in quotes")
    }
    let start = index + 1
    guard let end = bytes.index(of: quote, from: start) else { throw endsEarly() }
    index = end + 1
    return (name, start..<end)
  }

  // MARK: Names

  private mutating func readName() throws(TextFault) -> Range<Int> {
    let start = index
    while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
    guard index > start else {
      throw index < bytes.count ? fault("expected a name") : endsEarly()
    }
    guard index - start <= Self.nameByteLimit else {
      throw TextFault(offset: start, reason: "a name is longer than \(Self.nameByteLimit) bytes")
    }
    return start..<index
  }

  private mutating func tag(
    _ name: Range<Int>, _ attributes: [(name: Range<Int>, value: String)]
  ) throws(TextFault) -> XMLTag {
    for attribute in attributes {
      let (prefix, local) = parts(attribute.name)
      guard prefix == "xmlns" || (prefix.isEmpty && local == "xmlns") else { continue }
      guard bindings.count < Self.bindingLimit else {
        throw TextFault(offset: attribute.name.lowerBound, reason: "too many namespaces")
      }
      bindings.append(
        Binding(
          prefix: prefix.isEmpty ? "" : local,
          namespace: attribute.value.isEmpty ? nil : attribute.value, depth: open.count))
    }
    let (prefix, local) = parts(name)
    return XMLTag(
      name: XMLName(prefix: prefix, local: local, namespace: namespace(of: prefix)),
      attributes: attributes.map { attribute in
        let (prefix, local) = parts(attribute.name)
        let namespace = prefix.isEmpty ? nil : namespace(of: prefix)
        return XMLAttribute(
          name: XMLName(prefix: prefix, local: local, namespace: namespace), value: attribute.value)
      })
  }

  private func parts(_ name: Range<Int>) -> (prefix: String, local: String) {
    guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else { return ("", text(name)) }
    return (text(name.lowerBound..<colon), text((colon + 1)..<name.upperBound))
  }

  private func namespace(of prefix: String) -> String? {
    bindings.last { $0.prefix == prefix }?.namespace
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
      false
    default: true
    }
  }

  // MARK: Declarations

  /// Skips a comment, a processing instruction or a document type, at `<`.
  ///
  /// - Returns: The text of a CDATA section.
  private mutating func skipDeclaration() throws(TextFault) -> XMLToken? {
    if bytes.has("<![CDATA[", at: index) {
      let start = index + "<![CDATA[".utf8.count
      index = try end(of: "]]>", from: start)
      return depth == 0 ? nil : .text(start..<(index - 3), isCDATA: true)
    }
    if bytes.has("<!--", at: index) {
      index = try end(of: "-->", from: index + 4)
    } else if bytes.has("<?", at: index) {
      index = try end(of: "?>", from: index + 2)
    } else {
      try skipDocumentType()
    }
    return nil
  }

  /// Including its internal declarations in brackets, which are ignored.
  private mutating func skipDocumentType() throws(TextFault) {
    var quote: UInt8?
    var hasBracket = false
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if hasBracket, bytes.has("<!--", at: index) {
        // A comment may contain an apostrophe.
        index = try end(of: "-->", from: index + 4) - 1
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): hasBracket = true
        case UInt8(ascii: "]"): hasBracket = false
        case UInt8(ascii: ">") where !hasBracket:
          index += 1
          return
        default: break
        }
      }
      index += 1
    }
    throw endsEarly()
  }

  // MARK: Texts

  /// A text with its references decoded, cut at the limit.
  package func text(_ range: Range<Int>, isCDATA: Bool) -> String {
    let range = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.textByteLimit)
    if isCDATA || !bytes[range].contains(UInt8(ascii: "&")) { return text(range) }
    return HTMLReference.decoded(bytes[range])
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 <= 0x20 } }

  // MARK: Positions

  func fault(_ reason: String) -> TextFault { TextFault(offset: index, reason: reason) }

  private func endsEarly() -> TextFault {
    guard let name = open.last else {
      return TextFault(offset: bytes.count, reason: "no element")
    }
    return TextFault(offset: bytes.count, reason: "unexpected end of file inside <\(shown(name))>")
  }

  /// A name in the document for a message, which has to stay readable: a long one is cut in the middle.
  func shown(_ range: Range<Int>) -> String {
    let name = text(range)
    return name.count > 24 ? "\(name.prefix(14))…\(name.suffix(9))" : name
  }

  func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  /// The index after the next `text`. Linear in total: if it is not found, the document is over.
  private func end(of text: String, from start: Int) throws(TextFault) -> Int {
    guard let end = bytes.end(of: text, from: start) else { throw endsEarly() }
    return end
  }
}

/// One step through a document.
package enum XMLToken: Hashable {
  case start(XMLTag)
  /// The end of the last open element.
  case end
  /// Bytes between tags; several in a row if a comment or a section separates them.
  case text(Range<Int>, isCDATA: Bool)
}

/// A start tag.
package struct XMLTag: Hashable {
  package var name: XMLName
  package var attributes: [XMLAttribute]
}

package struct XMLAttribute: Hashable {
  package var name: XMLName
  /// References are decoded.
  package var value: String
}

/// A name as written, and the namespace of its prefix.
package struct XMLName: Hashable {
  /// Empty if there is none.
  package var prefix: String
  package var local: String
  /// The namespace that the prefix is bound to; nil if it is unbound. An attribute without a prefix is in no namespace
  /// (Namespaces in XML 1.0, 6.2).
  package var namespace: String?
}

/// Searching in the bytes of a document, which may be megabytes, and may be searched in an unoptimized build.
extension [UInt8] {
  func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Whether a text is at an index.
  ///
  /// - Parameter ignoringCase: The text is in lower case then.
  func has(_ text: String, at start: Int, ignoringCase: Bool = false) -> Bool {
    guard count - start >= text.utf8.count else { return false }
    var index = start
    for byte in text.utf8 {
      let isFolded = ignoringCase && (0x61...0x7A).contains(byte) && self[index] | 0x20 == byte
      guard self[index] == byte || isFolded else { return false }
      index += 1
    }
    return true
  }

  /// The index after the next occurrence of a text.
  func end(of text: String, from start: Int, ignoringCase: Bool = false) -> Int? {
    guard let first = text.utf8.first else { return nil }
    var start = start
    while let found = index(of: first, from: start) {
      if has(text, at: found, ignoringCase: ignoringCase) { return found + text.utf8.count }
      start = found + 1
    }
    return nil
  }
}

package enum XMLText {
  /// For texts and attributes. Characters that XML 1.0 cannot contain are dropped (2.2, *Char*).
  ///
  /// - Parameter keepsLines: Otherwise line breaks become blanks.
  package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      // Unescaped, it would be a blank in an attribute.
      case "\n" where keepsLines: output += "&#10;"
      case "\t", "\n", "\r": output += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
