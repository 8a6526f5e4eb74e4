import FeedFormats
import PictureProtocol

/// Sets properties with a single text as their value in the bytes of a sidecar, in the form that the sidecar uses; everything else
/// is kept byte for byte.
struct XMPPropertyEditor {
  private let document: SidecarDocument
  private let property: MarkTag
  private var edits = ByteEdits()
  private var namespace: String { property.namespace ?? "" }

  /// - Parameters:
  ///   - bytes: nil if there is no sidecar.
  ///   - values: nil removes a property.
  /// - Returns: nil if no sidecar is needed.
  /// - Complexity: O(*bytes*) for each value.
  static func edited(
    _ bytes: [UInt8]?, _ values: [(property: MarkTag, value: String?)]
  ) throws(SidecarFault) -> [UInt8]? {
    var bytes = bytes
    for (property, value) in values { bytes = try edited(bytes, property, value) }
    return bytes
  }

  private static func edited(
    _ bytes: [UInt8]?, _ property: MarkTag, _ value: String?
  ) throws(SidecarFault) -> [UInt8]? {
    let document = try SidecarReader.document(bytes ?? Array(SidecarText.emptyDocument.utf8))
    guard document.value(of: property) != value else { return bytes }
    guard !document.root.isEmpty else { throw SidecarFault("its rdf:RDF is empty") }
    var editor = XMPPropertyEditor(document: document, property: property)
    if let value { editor.set(value) } else { editor.remove() }
    let output = editor.edits.applied(to: document.bytes)
    // Never write anything that couldn't be read back.
    guard try SidecarReader.document(output).value(of: property) == value else {
      throw SidecarFault("its form is not supported")
    }
    return output.elementsEqual(SidecarText.emptyDocument.utf8) ? nil : output
  }

  private init(document: SidecarDocument, property: MarkTag) {
    self.document = document
    self.property = property
  }

  // MARK: Setting

  /// Sets every occurrence, so that readers that take the last agree with those that take the first.
  private mutating func set(_ value: String) {
    var isThere = false
    for node in document.nodes where node.isDescription {
      for attribute in node.attributes where attribute.name.isProperty(property) {
        replace(attribute, with: value)
        isThere = true
      }
      for child in node.children where child.name.isProperty(property) {
        replace(child, with: value)
        isThere = true
      }
    }
    if !isThere { insert(value) }
  }

  private mutating func replace(_ attribute: SidecarDocument.Attribute, with value: String) {
    let text = document.bytes[attribute.range]
    guard let quote = text.last, let start = text.firstIndex(of: quote) else { return }
    let inner = text.index(after: start)..<(attribute.range.upperBound - 1)
    let escaped = XMLText.escaped(value)
    edits.insert(
      quote == UInt8(ascii: "'") ? escaped.replacing("'", with: "&apos;") : escaped,
      at: inner.lowerBound)
    edits.remove(inner)
  }

  private mutating func replace(_ child: SidecarDocument.Child, with value: String) {
    guard child.isSimple else { return }
    if child.content.lowerBound == child.range.upperBound {
      // `<xmp:Label/>`
      edits.insert(element(child.name.prefix, value), at: child.range.lowerBound)
      edits.remove(child.range)
    } else {
      edits.insert(XMLText.escaped(value), at: child.content.lowerBound)
      edits.remove(child.content)
    }
  }

  /// Next to other properties of the schema, in their form; otherwise in a node of its own.
  private mutating func insert(_ value: String) {
    for node in document.nodes where node.isDescription {
      guard let prefix = prefix(in: node), let last = node.attributes.last else { continue }
      if let child = node.children.last, !node.attributes.contains(where: Self.isProperty) {
        edits.insert(
          blanks(before: child.range) + element(prefix, value), at: child.range.upperBound)
      } else {
        edits.insert(
          "\(blanks(before: last.range))\(attribute(prefix, value))", at: last.range.upperBound)
      }
      return
    }
    let line = document.line
    var text = "\(document.newNodeBlanks)<rdf:Description rdf:about=\(document.about)"
    if document.root.prefix != "rdf" { text += "\(line)  xmlns:rdf=\"\(SaleNamespace.rdf)\"" }
    text += "\(line)  xmlns:\(property.prefix)=\"\(namespace)\""
    text += "\(line) \(attribute(property.prefix, value))/>"
    edits.insert(text, at: document.newNodePlace)
  }

  /// The schema's prefix where a node's attributes are; a default namespace doesn't apply to attributes.
  private func prefix(in node: SidecarDocument.Node) -> String? {
    for attribute in node.attributes {
      if attribute.name.prefix == "xmlns", attribute.value == namespace {
        return attribute.name.local
      }
      if attribute.name.namespace == namespace, !attribute.name.prefix.isEmpty {
        return attribute.name.prefix
      }
    }
    return nil
  }

  private static func isProperty(_ attribute: SidecarDocument.Attribute) -> Bool {
    !attribute.name.isDeclaration && !attribute.name.isAbout
  }

  private func attribute(_ prefix: String, _ value: String) -> String {
    "\(prefix):\(property.name)=\"\(XMLText.escaped(value))\""
  }

  private func element(_ prefix: String, _ value: String) -> String {
    let name = prefix.isEmpty ? property.name : "\(prefix):\(property.name)"
    return "<\(name)>\(XMLText.escaped(value))</\(name)>"
  }

  private func blanks(before range: Range<Int>) -> String {
    String(decoding: document.bytes[document.blanks(before: range.lowerBound)], as: UTF8.self)
  }

  // MARK: Removing

  private mutating func remove() {
    for node in document.nodes where node.isDescription {
      let attributes = node.attributes.filter { $0.name.isProperty(property) }
      let children = node.children.filter { $0.name.isProperty(property) }
      guard !attributes.isEmpty || !children.isEmpty else { continue }
      if isAlone(node) {
        edits.remove(withBlanksBefore(node.range))
        continue
      }
      for attribute in attributes { edits.remove(withBlanksBefore(attribute.range)) }
      for child in children { edits.remove(withBlanksBefore(child.range)) }
    }
  }

  /// Whether a node would be empty without the property, because it was created for it.
  private func isAlone(_ node: SidecarDocument.Node) -> Bool {
    node.children.isEmpty
      && node.attributes.allSatisfy { attribute in
        attribute.name.isProperty(property) || attribute.name.isAbout
          || (attribute.name.isDeclaration
            && [namespace, SaleNamespace.rdf].contains(attribute.value))
      }
      && document.bytes[node.tag.upperBound..<max(node.tag.upperBound, node.contentEnd)]
        .allSatisfy { $0 <= 0x20 }
  }

  private func withBlanksBefore(_ range: Range<Int>) -> Range<Int> {
    document.blanks(before: range.lowerBound).lowerBound..<range.upperBound
  }
}
