import GalleryDomain

/// What a reader of XML passes over, and its texts.
extension XMLReader {
  /// Passes over a comment, a processing instruction or a document type, at `<`.
  ///
  /// - Returns: The text of a CDATA section.
  mutating func skipDeclaration() throws(XMLFault) -> XMLToken? {
    if starts(with: "<![CDATA[") {
      let start = index + "<![CDATA[".utf8.count
      let end = try find("]]>", from: start)
      index = end + 3
      return depth == 0 ? nil : .text(start..<end, isCDATA: true)
    }
    if starts(with: "<!--") {
      index = try find("-->", from: index + 4) + 3
    } else if starts(with: "<?") {
      index = try find("?>", from: index + 2) + 2
    } else {
      try skipDocumentType()
    }
    return nil
  }

  /// Also its own declarations in brackets, none of which is obeyed.
  private mutating func skipDocumentType() throws(XMLFault) {
    var quote: UInt8?
    var hasBracket = false
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if hasBracket, starts(with: "<!--") {
        // A comment may hold an apostrophe.
        index = try find("-->", from: index + 4) + 2
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

  /// A text with its references read; what is over the limit is left out.
  package func text(_ range: Range<Int>, isCDATA: Bool) -> String {
    let range = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.textByteLimit)
    if isCDATA || !bytes[range].contains(UInt8(ascii: "&")) { return text(range) }
    return XMLText.decode(bytes[range])
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 <= 0x20 }
  }

  // MARK: Places

  func fault(_ reason: String) -> XMLFault {
    XMLFault(offset: index, reason: reason)
  }

  func endsEarly() -> XMLFault {
    guard let name = open.last else {
      return XMLFault(offset: bytes.count, reason: "no element")
    }
    return XMLFault(offset: bytes.count, reason: "unexpected end of file inside <\(shown(name))>")
  }

  /// A name of the document for a message, which has to stay whole: a long one is cut in the middle.
  func shown(_ range: Range<Int>) -> String {
    let name = text(range)
    return name.count > 24 ? "\(name.prefix(14))…\(name.suffix(9))" : name
  }

  func byte(at index: Int) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  mutating func skipBlanks() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private func starts(with text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[index..<(index + $0.count)].elementsEqual($0) }
  }

  /// The place of the next `text`. Linear: where it is not found the document is over.
  private func find(_ text: StaticString, from start: Int) throws(XMLFault) -> Int {
    let last = bytes.count - text.utf8CodeUnitCount
    var place = start
    let isFound = text.withUTF8Buffer { wanted in
      while place <= last {
        if bytes[place] == wanted[0], bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
          return true
        }
        place += 1
      }
      return false
    }
    guard isFound else { throw endsEarly() }
    return place
  }
}
