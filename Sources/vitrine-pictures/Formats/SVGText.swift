/// Finds out whether a text is an SVG picture, without parsing XML.
enum SVGText {
  /// How far the root element is looked for.
  private static let searchedBytes = 4096

  /// Whether the first element is `svg`, after a byte order mark, blanks, a declaration, comments and a
  /// document type.
  static func isSVG(_ file: ByteView) -> Bool {
    let text = file.part(from: 0, count: searchedBytes)
    var position = 0
    if text.uint8(0) == 0xEF, text.uint8(1) == 0xBB, text.uint8(2) == 0xBF { position = 3 }
    while let byte = text.uint8(position) {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        position += 1
      } else if text.starts(with: "<?", at: position) {
        position = end(of: "?>", in: text, from: position)
      } else if text.starts(with: "<!--", at: position) {
        position = end(of: "-->", in: text, from: position)
      } else if text.starts(with: "<!DOCTYPE", at: position) {
        position = endOfDocumentType(in: text, from: position)
      } else {
        return text.starts(with: "<svg", at: position)
          || text.starts(with: "<svg:svg", at: position)
      }
    }
    return false
  }

  private static func end(of mark: StaticString, in text: ByteView, from start: Int) -> Int {
    var position = start
    while position < text.count, !text.starts(with: mark, at: position) { position += 1 }
    return position + mark.utf8CodeUnitCount
  }

  private static func endOfDocumentType(in text: ByteView, from start: Int) -> Int {
    var position = start
    var isInSubset = false
    while let byte = text.uint8(position) {
      position += 1
      if byte == 0x5B { isInSubset = true }
      if byte == 0x5D { isInSubset = false }
      if byte == 0x3E, !isInSubset { break }
    }
    return position
  }
}
