import Foundation

/// An element of a document with its contents.
package struct XMLElement {
  /// As the reader of the document calls it.
  package var name: String
  /// The first with each name counts.
  package var attributes: [String: String] = [:]
  package var content: [Content] = []
  /// For resolving relative URLs inside it, from `xml:base`; nil if none is stated.
  package var base: URL?

  package init(name: String) { self.name = name }

  package enum Content {
    case text(String)
    case element(XMLElement)
  }

  package subscript(attribute: String) -> String? { attributes[attribute] }

  package var children: some Sequence<XMLElement> {
    content.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  package func children(_ names: String...) -> [XMLElement] {
    children.filter { names.contains($0.name) }
  }

  /// The first child with the first of the names that occurs.
  package func child(_ names: String...) -> XMLElement? {
    for name in names {
      if let child = children.first(where: { $0.name == name }) { return child }
    }
    return nil
  }

  /// Its own text, without that of nested elements.
  package var text: String {
    if content.count == 1, case .text(let text) = content[0] { return text }
    return content.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The text, or nil if it is blank.
  package var filledText: String? {
    let text = text
    return text.utf8.allSatisfy { $0 <= 0x20 } ? nil : text
  }

  /// Its contents as HTML: its text, which feeds escape, or nested elements (XHTML) written out again.
  ///
  /// The recursion is limited by the depth that is read.
  package var markup: String {
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
        for (name, value) in element.attributes.sorted(by: { $0.key < $1.key }) {
          output += " \(name)=\"\(XMLText.escaped(value))\""
        }
        output += ">"
        element.write(to: &output)
        // An end tag for `br` would be read as another line break.
        if !element.content.isEmpty { output += "</\(name)>" }
      }
    }
  }
}

extension XMLReader {
  /// The maximum nesting in an element; the text of deeper ones is dropped.
  static let elementDepthLimit = 40
  /// The maximum number of elements in one.
  private static let elementLimit = 4_000
  static let elementTextByteLimit = 2 * 1_024 * 1_024

  /// The element whose start tag was just read, with its contents, up to its end; within limits, since an item of a list is a page of
  /// text, whatever a document contains.
  ///
  /// - Parameters:
  ///   - base: The base URL of the enclosing element, if one is stated.
  ///   - make: Makes an element of a start tag in one with this base.
  package mutating func element(
    _ tag: XMLTag, base: URL? = nil, _ make: (XMLTag, _ base: URL?) -> XMLElement
  ) throws(TextFault) -> XMLElement {
    var open = [make(tag, base)]
    var (elementsLeft, bytesLeft) = (Self.elementLimit, Self.elementTextByteLimit)
    while let token = try next() {
      switch token {
      case .start(let tag):
        elementsLeft -= 1
        guard elementsLeft > 0, open.count < Self.elementDepthLimit else {
          try skipElement()
          continue
        }
        open.append(make(tag, open.last?.base))
      case .text(let range, let isCDATA):
        let isBlank = !isCDATA && isBlank(range)
        guard bytesLeft > 0, !isBlank || range.count <= 1_024 else { continue }
        let text = text(range, isCDATA: isCDATA)
        bytesLeft -= text.utf8.count
        open[open.count - 1].content.append(.text(text))
      case .end:
        let last = open.removeLast()
        guard !open.isEmpty else { return last }
        open[open.count - 1].content.append(.element(last))
      }
    }
    return open[0]
  }
}
