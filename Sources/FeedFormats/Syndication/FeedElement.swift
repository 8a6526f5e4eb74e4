import Foundation

/// An element of an item or a channel, with its contents.
struct FeedElement {
  /// In the form of `SyndicationName`.
  var name: String
  var attributes: [(name: String, value: String)] = []
  var content: [Content] = []
  /// For resolving relative URLs inside it, from `xml:base`; nil if none is stated.
  var base: URL?

  enum Content {
    case text(String)
    case element(FeedElement)
  }

  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  var children: some Sequence<FeedElement> {
    content.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  func children(_ names: String...) -> [FeedElement] {
    children.filter { names.contains($0.name) }
  }

  /// The first child with the first of the names that occurs.
  func child(_ names: String...) -> FeedElement? {
    for name in names {
      if let child = children.first(where: { $0.name == name }) { return child }
    }
    return nil
  }

  /// Its own text, without that of nested elements.
  var text: String {
    if content.count == 1, case .text(let text) = content[0] { return text }
    return content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The text, or nil if it is blank.
  var filledText: String? {
    let text = text
    return text.utf8.allSatisfy { $0 <= 0x20 } ? nil : text
  }

  /// Its contents as HTML: its text, which feeds escape, or nested elements (XHTML) written out again.
  ///
  /// The recursion is limited by the depth of `FeedElementReader`.
  var markup: String {
    guard children.first(where: { _ in true }) != nil else { return text }
    var output = ""
    write(to: &output)
    return output
  }

  private func write(to output: inout String) {
    for part in content {
      switch part {
      case .text(let text): output += XMLText.escaped(text)
      case .element(let element):
        let name = element.name.split(separator: ":").last.map(String.init) ?? element.name
        output += "<\(name)"
        for attribute in element.attributes {
          output += " \(attribute.name)=\"\(XMLText.escaped(attribute.value))\""
        }
        output += ">"
        element.write(to: &output)
        // An end tag for `br` would be read as another line break.
        if !element.content.isEmpty { output += "</\(name)>" }
      }
    }
  }
}

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
  ) throws(TextFault) -> FeedElement {
    var builder = FeedElementReader(document: document)
    return try builder.read(tag, base: base, from: &reader)
  }

  /// Not recursive: the open elements are on a stack.
  private mutating func read(
    _ tag: XMLTag, base: URL?, from reader: inout XMLReader
  ) throws(TextFault) -> FeedElement {
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
