import FeedFormats
import GalleryData
import PictureProtocol

/// Reads a sidecar into a document; refuses one that a change could damage.
///
/// Nothing recurses, and memory is bounded by the bytes.
enum SidecarReader {
  /// Raw developers store their settings in attributes, more than a hundred of them.
  private static let attributeLimit = 10_000

  /// - Complexity: O(*bytes*).
  static func document(_ bytes: [UInt8]) throws(SidecarFault) -> SidecarDocument {
    let start = try SidecarEncoding.start(of: bytes)
    var reader = XMLReader(bytes, attributeLimit: attributeLimit)
    reader.index = start
    var top: SidecarDocument.Element?
    var misused: String?
    do throws(TextFault) {
      top = try element(&reader) { tag in misused = misused ?? misusedPrefix(in: tag) }
    } catch {
      throw SidecarFault(error.reason)
    }
    let prolog = bytes[start..<(top?.range.lowerBound ?? start)]
    if prolog.firstRange(of: Array("<!DOCTYPE".utf8)) != nil {
      throw SidecarFault("it has a document type, which XMP forbids")
    }
    try SidecarEncoding.checkEnd(of: bytes, from: reader.index)
    // exiftool reads none that is inside of more elements.
    let isRoot = { (element: SidecarDocument.Element) in element.name.isRDF("RDF") }
    let roots = top.map { isRoot($0) ? [$0] : $0.children.filter(isRoot) } ?? []
    guard let root = roots.first else { throw SidecarFault("it has no XMP") }
    if roots.count > 1 { throw SidecarFault("it has two XMP packets") }
    if let prefix = misused {
      throw SidecarFault("its prefix \(prefix) is another namespace's")
    }
    return SidecarDocument(bytes: bytes, root: root)
  }

  /// The first element, with all that is in it.
  private static func element(
    _ reader: inout XMLReader, _ check: (XMLTag) -> Void
  ) throws(TextFault) -> SidecarDocument.Element? {
    var open: [SidecarDocument.Element] = []
    var closed: SidecarDocument.Element?
    while let token = try reader.next() {
      switch token {
      case .start(let tag):
        check(tag)
        let range = reader.tokenStart..<reader.index
        let attributes = zip(tag.attributes, reader.attributeRanges).map { attribute, range in
          SidecarDocument.Attribute(name: attribute.name, value: attribute.value, range: range)
        }
        open.append(
          SidecarDocument.Element(
            name: tag.name, attributes: attributes, tag: range, range: range,
            contentEnd: range.upperBound))
      case .text(let range, let isCDATA):
        open[open.count - 1].text += reader.text(range, isCDATA: isCDATA)
      case .end:
        var last = open.removeLast()
        last.range = last.range.lowerBound..<reader.index
        last.contentEnd = max(last.contentEnd, reader.tokenStart)
        if open.isEmpty { closed = last } else { open[open.count - 1].children.append(last) }
      }
    }
    return closed
  }

  /// exiv2 goes by prefixes, and takes a property of another namespace for the one that is usual with its prefix.
  private static func misusedPrefix(in tag: XMLTag) -> String? {
    tag.attributes.first { attribute in
      attribute.name.prefix == "xmlns"
        && MarkTag.written.contains { written in
          written.prefix == attribute.name.local
            && !written.isNamed(written.name, in: attribute.value)
        }
    }?.name.local
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
    guard let label = text.firstRange(of: "encoding") else { return nil }
    let parts = text[label.upperBound...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count >= 3 ? String(parts[1]) : nil
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
