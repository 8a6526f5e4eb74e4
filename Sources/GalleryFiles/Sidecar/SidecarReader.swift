import FeedFormats
import GalleryData
import PictureProtocol

/// Reads a sidecar into a document; refuses one that a change could damage.
///
/// Nothing recurses, and memory is bounded by the bytes.
struct SidecarReader {
  /// Raw developers store their settings in attributes, more than a hundred of them.
  private static let attributeLimit = 10_000

  private var reader: XMLReader
  private var root: SidecarDocument.RDFRoot?
  private var rootDepth = 0
  /// Why it is refused though it is XML.
  private var fault: SidecarFault?
  /// Where the first element begins.
  private var prologEnd: Int?
  private var nodes: [SidecarDocument.Node] = []
  /// Where each open element began.
  private var starts: [Int] = []
  private var text = ""
  /// Whether the text of the open property counts.
  private var isReadingText = false

  private init(_ bytes: [UInt8], start: Int) {
    reader = XMLReader(bytes, attributeLimit: Self.attributeLimit)
    reader.index = start
  }

  /// - Complexity: O(*bytes*).
  static func document(_ bytes: [UInt8]) throws(SidecarFault) -> SidecarDocument {
    let start = try SidecarEncoding.start(of: bytes)
    var reader = SidecarReader(bytes, start: start)
    do throws(TextFault) {
      try reader.readAll()
    } catch {
      throw SidecarFault(error.reason)
    }
    try SidecarEncoding.checkProlog(bytes[start..<(reader.prologEnd ?? start)])
    try SidecarEncoding.checkEnd(of: bytes, from: reader.reader.index)
    guard let root = reader.root else { throw SidecarFault("it has no XMP") }
    if let fault = reader.fault { throw fault }
    return SidecarDocument(bytes: bytes, root: root, nodes: reader.nodes)
  }

  // MARK: Steps

  private mutating func readAll() throws(TextFault) {
    while let token = try reader.next() {
      switch token {
      case .start(let tag): started(tag)
      case .end: ended()
      case .text(let range, let isCDATA):
        if isReadingText { text += reader.text(range, isCDATA: isCDATA) }
      }
    }
  }

  /// Levels below `rdf:RDF`: 1 for a node, 2 for a property, 3 for its list, 4 for an item.
  private var level: Int { root == nil ? 0 : reader.depth - rootDepth }

  private mutating func started(_ tag: XMLTag) {
    starts.append(reader.tokenStart)
    prologEnd = prologEnd ?? reader.tokenStart
    let range = reader.tokenStart..<reader.index
    let isRoot = tag.name.local == "RDF" && tag.name.namespace == SaleNamespace.rdf
    checkPrefixes(of: tag)
    guard root != nil else {
      if isRoot {
        // exiftool reads no other.
        if reader.depth > 2 { fault = SidecarFault("its rdf:RDF is inside other elements") }
        root = SidecarDocument.RDFRoot(
          prefix: tag.name.prefix, tag: range, isEmpty: reader.isAtEmptyElement)
        rootDepth = reader.depth
      }
      return
    }
    switch level {
    case 1: startNode(tag, range)
    case 2: startProperty(tag, range)
    case 3...: startInside()
    default: if isRoot { fault = SidecarFault("it has two XMP packets") }
    }
  }

  /// exiv2 goes by prefixes, and takes a property of another namespace for the one that is usual with its prefix.
  private mutating func checkPrefixes(of tag: XMLTag) {
    for attribute in tag.attributes where attribute.name.prefix == "xmlns" {
      let isOther = MarkTag.written.contains { written in
        written.prefix == attribute.name.local
          && !written.isNamed(written.name, in: attribute.value)
      }
      if isOther {
        fault = SidecarFault("its prefix \(attribute.name.local) is another namespace's")
      }
    }
  }

  private mutating func startNode(_ tag: XMLTag, _ range: Range<Int>) {
    let attributes = zip(tag.attributes, reader.attributeRanges).map { attribute, range in
      SidecarDocument.Attribute(name: attribute.name, value: attribute.value, range: range)
    }
    nodes.append(
      SidecarDocument.Node(
        name: tag.name, range: range, tag: range, contentEnd: range.upperBound,
        attributes: attributes))
  }

  private mutating func startProperty(_ tag: XMLTag, _ range: Range<Int>) {
    guard !nodes.isEmpty else { return }
    nodes[nodes.count - 1].children.append(
      SidecarDocument.Child(
        name: tag.name, range: range, content: range.upperBound..<range.upperBound))
    isReadingText = tag.name.isRead
    text = ""
  }

  private mutating func startInside() {
    guard isReadingText else { return }
    setLastChild { $0.isSimple = false }
    if level == 4 { text = "" }
  }

  private mutating func ended() {
    guard let start = starts.popLast(), root != nil else { return }
    let end = reader.index
    // The reader has closed the element already.
    switch level + 1 {
    case 1:
      guard !nodes.isEmpty else { return }
      nodes[nodes.count - 1].range = start..<end
      let node = nodes[nodes.count - 1]
      nodes[nodes.count - 1].contentEnd = max(node.tag.upperBound, reader.tokenStart)
    case 2:
      let text = text
      let contentEnd = reader.tokenStart
      setLastChild {
        $0.content = $0.content.lowerBound..<max($0.content.lowerBound, contentEnd)
        $0.range = start..<end
        $0.text = text
      }
      isReadingText = false
    case 4:
      guard isReadingText else { return }
      let item = SidecarDocument.Item(range: start..<end, text: text)
      setLastChild { $0.items.append(item) }
    default: break
    }
  }

  private mutating func setLastChild(_ change: (inout SidecarDocument.Child) -> Void) {
    guard let node = nodes.indices.last, let child = nodes[node].children.indices.last else {
      return
    }
    change(&nodes[node].children[child])
  }
}

/// Why a sidecar is left unchanged: for users, in lower case, such as `it is UTF-16`.
struct SidecarFault: Error, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// What must be true of a sidecar's bytes before any of them are changed.
enum SidecarEncoding {
  private static let blanks: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0D, 0x20]

  /// - Returns: Where the document begins after a byte-order mark.
  static func start(of bytes: [UInt8]) throws(SidecarFault) -> Int {
    guard bytes.contains(where: { !blanks.contains($0) }) else { throw SidecarFault("it is empty") }
    let isWide = [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]].contains(
      bytes.prefix(2).map(Int.init))
    if isWide { throw SidecarFault("it is UTF-16") }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let name = declared(bytes[start...]), name != "utf-8", name != "utf8", name != "us-ascii" {
      throw SidecarFault("its encoding is not UTF-8")
    }
    guard String(validating: bytes[start...], as: UTF8.self) != nil else {
      throw SidecarFault("it is not UTF-8")
    }
    return start
  }

  /// The encoding that the XML declaration names, in lower case.
  private static func declared(_ bytes: ArraySlice<UInt8>) -> String? {
    let beginning = bytes.prefix(200).drop { blanks.contains($0) }
    guard beginning.starts(with: Array("<?xml".utf8)),
      let end = beginning.firstRange(of: Array("?>".utf8))?.lowerBound
    else { return nil }
    let text = String(decoding: beginning[..<end], as: UTF8.self).lowercased()
    guard let place = text.firstRange(of: "encoding") else { return nil }
    let parts = text[place.upperBound...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count >= 3 ? String(parts[1]) : nil
  }

  /// - Parameter prolog: What precedes the first element.
  static func checkProlog(_ prolog: ArraySlice<UInt8>) throws(SidecarFault) {
    if prolog.firstRange(of: Array("<!DOCTYPE".utf8)) != nil {
      throw SidecarFault("it has a document type, which XMP forbids")
    }
  }

  /// Only blanks, comments and instructions may follow the root, such as the end of the packet and its padding.
  static func checkEnd(of bytes: [UInt8], from start: Int) throws(SidecarFault) {
    var rest = bytes[start...]
    while true {
      rest = rest.drop { blanks.contains($0) }
      if rest.isEmpty { return }
      let end: [UInt8]
      if rest.starts(with: Array("<!--".utf8)) {
        end = Array("-->".utf8)
      } else if rest.starts(with: Array("<?".utf8)) {
        end = Array("?>".utf8)
      } else {
        throw SidecarFault("there is text after its end")
      }
      guard let close = rest.firstRange(of: end) else {
        throw SidecarFault("it is incomplete")
      }
      rest = rest[close.upperBound...]
    }
  }
}
