/// The layout of additions, which follows the existing one.
extension SidecarDocument {
  /// After the last element, whose preceding blanks are repeated.
  var newNodePlace: Int { nodes.last?.range.upperBound ?? root.tag.upperBound }

  /// The line end and the indentation of a new node.
  var newNodeBlanks: String {
    if let last = nodes.last {
      let blanks = bytes[blanks(before: last.range.lowerBound)]
      if blanks.contains(0x0A) { return String(decoding: blanks, as: UTF8.self) }
    }
    return lineEnd + "  "
  }

  private var lineEnd: String {
    guard let place = bytes.firstIndex(of: 0x0A) else { return "\n" }
    return place > 0 && bytes[place - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The indentation alone.
  var line: String {
    let blanks = newNodeBlanks.unicodeScalars.reversed().prefix { $0 != "\n" }
    return lineEnd + String(String.UnicodeScalarView(blanks.reversed()))
  }

  /// With its quotes: all nodes of a packet are about the same thing (ISO 16684-1, 7.4).
  var about: String {
    for node in nodes {
      guard let attribute = node.attributes.first(where: \.name.isAbout) else { continue }
      let bytes = bytes[attribute.range]
      guard
        let quote = bytes.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
      else { continue }
      return String(decoding: bytes[quote...], as: UTF8.self)
    }
    return "\"\""
  }
}
