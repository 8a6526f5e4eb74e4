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
