import Foundation

/// Builds the elements of one item, within limits: an item is a page of text, whatever a feed contains.
struct FeedElementReader {
  /// The maximum nesting; the text of deeper elements is dropped.
  static let depthLimit = 40
  /// The maximum number of elements per item.
  private static let elementLimit = 4_000
  /// The maximum size of an item's text.
  static let textByteLimit = 2 * 1_024 * 1_024

  private var elementsLeft = Self.elementLimit
  private var bytesLeft = Self.textByteLimit
  /// Where the document is; nil for a file.
  private let document: URL?

  private init(document: URL?) {
    self.document = document
  }

  /// The element whose start tag was just read, with its contents, up to its end.
  ///
  /// - Parameters:
  ///   - base: The base URL of the enclosing element, if one is stated.
  ///   - document: Where the document is; nil for a file.
  static func element(
    _ tag: XMLTag, base: URL?, of document: URL?, from reader: inout XMLReader
  ) throws(XMLFault) -> FeedElement {
    var builder = FeedElementReader(document: document)
    return try builder.read(tag, base: base, from: &reader)
  }

  /// Not recursive: the open elements are on a stack.
  private mutating func read(
    _ tag: XMLTag, base: URL?, from reader: inout XMLReader
  ) throws(XMLFault) -> FeedElement {
    var open = [Self.element(tag, base: base, of: document)]
    while true {
      guard let token = try reader.next() else { return open[0] }
      switch token {
      case .start(let tag):
        elementsLeft -= 1
        guard elementsLeft > 0, open.count < Self.depthLimit else {
          try reader.skipElement()
          continue
        }
        open.append(Self.element(tag, base: open.last?.base, of: document))
      case .text(let range, let isCDATA):
        let isBlank = !isCDATA && reader.isBlank(range)
        guard bytesLeft > 0, !isBlank || range.count <= 1_024 else { continue }
        let text = reader.text(range, isCDATA: isCDATA)
        bytesLeft -= text.utf8.count
        open[open.count - 1].content.append(.text(text))
      case .end:
        guard let last = open.popLast() else {
          return Self.element(tag, base: base, of: document)
        }
        guard !open.isEmpty else { return last }
        open[open.count - 1].content.append(.element(last))
      }
    }
  }

  static func element(_ tag: XMLTag, base: URL?, of document: URL?) -> FeedElement {
    var element = FeedElement(name: SyndicationName.text(tag.name), base: base)
    element.attributes = tag.attributes.compactMap { attribute in
      let name = attribute.name
      return name.prefix == "xmlns" || (name.prefix.isEmpty && name.local == "xmlns")
        ? nil : (SyndicationName.text(name), attribute.value)
    }
    if let raw = element["xml:base"], let url = FeedBase(url: base ?? document).url(raw) {
      element.base = url
    }
    return element
  }
}
