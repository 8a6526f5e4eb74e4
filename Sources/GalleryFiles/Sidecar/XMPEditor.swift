import FeedFormats
import PictureProtocol

/// A change of one property.
enum XMPChange {
  /// Sets a property with a single text; nil removes it, whatever its form.
  case text(MarkTag, String?)
  /// Sets the default text of a property that may be in several languages. Translations stay, also where they contradict the
  /// new text, since only their authors can tell; but what is a copy of the former default text changes with it, as by Adobe's XMP
  /// Toolkit (`SetLocalizedText`). An empty text empties it in all languages.
  case localized(MarkTag, String)
  /// Removes the items of a list that a program would show as one of these texts, and appends others. An empty list stays.
  case items(MarkTag, without: Set<String>, with: [String])
}

extension XMPChange {
  /// Whether a document says it.
  fileprivate func isMade(in document: SidecarDocument) -> Bool {
    switch self {
    case .text(let property, let value): return document.value(of: property) == value
    case .localized(let property, let text): return document.localized(property) == text
    case .items(let property, let removed, let added):
      let items = document.items(of: property)
      let isLeft = items?.contains { property.isItem($0, oneOf: removed.subtracting(added)) }
      return isLeft == false && added.allSatisfy { items?.contains($0) == true }
    }
  }
}

extension MarkTag {
  /// Whether an item of a list is one of some keywords, whatever its categories, or one of some other texts.
  func isItem(_ text: String, oneOf texts: Set<String>) -> Bool {
    let last = separator.flatMap { text.split(separator: $0).last }.map(String.init)
    return [text, last, CleanText.line(last ?? text, limit: .tag)]
      .contains { $0.map(texts.contains) == true }
  }

  /// Between the categories of a keyword, in lists that have these.
  var separator: Character? {
    Self.categorized.first { $0.tag == self }?.separator
  }
}

/// Changes properties in the bytes of a sidecar, in the form that the sidecar uses; everything else is kept byte for byte.
struct XMPEditor {
  private let document: SidecarDocument
  /// What ranges become.
  private var edits: [(range: Range<Int>, text: String)] = []

  /// - Parameter document: nil if there is no sidecar.
  /// - Returns: nil if no sidecar is needed.
  /// - Complexity: O(*bytes*) for each change.
  static func edited(
    _ document: SidecarDocument?, _ changes: [XMPChange]
  ) throws(SidecarFault) -> [UInt8]? {
    let empty = Array(SidecarDocument.empty.utf8)
    var now: SidecarDocument
    if let document { now = document } else { now = try SidecarReader.document(empty) }
    var isChanged = false
    for change in changes {
      var editor = XMPEditor(document: now)
      editor.apply(change)
      if !editor.edits.isEmpty {
        guard !now.root.isEmpty else { throw SidecarFault("its rdf:RDF is empty") }
        now = try SidecarReader.document(editor.edited)
        isChanged = true
      }
      // Never write anything that couldn't be read back.
      guard change.isMade(in: now) else { throw SidecarFault("its form is not supported") }
    }
    guard isChanged else { return document?.bytes }
    return now.bytes == empty ? nil : now.bytes
  }

  private init(document: SidecarDocument) { self.document = document }

  /// - Complexity: O(*bytes*): of a property that is there a million times, all are edited.
  private var edited: [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += document.bytes[index..<edit.range.lowerBound]
      bytes += edit.text.utf8
      index = edit.range.upperBound
    }
    return bytes + document.bytes[index...]
  }

  private mutating func apply(_ change: XMPChange) {
    switch change {
    case .text(let property, let value?):
      if document.value(of: property) != value { set(property, value) }
    case .text(let property, nil): remove(property)
    case .localized(let property, let text):
      if document.localized(property) != text { localize(property, text) }
    case .items(let property, let removed, let added):
      let isOrdered = [.creator, .digiKamKeywords].contains(property)
      edit(property, isOrdered ? "Seq" : "Bag") { items in
        items.indices.filter { !property.isItem(items[$0].text, oneOf: removed) }
          .map(Item.kept) + added.map { .new($0) }
      }
    }
  }

  // MARK: Setting

  /// Sets every occurrence, so that readers that take the last agree with those that take the first.
  private mutating func set(_ property: MarkTag, _ value: String) {
    let attributes = document.attributes(of: property)
    let elements = document.elements(of: property)
    for attribute in attributes { replace(attribute, with: value) }
    for element in elements { replace(element, property, with: value) }
    if attributes.isEmpty, elements.isEmpty { insert(property, value) }
  }

  private mutating func replace(_ attribute: SidecarDocument.Attribute, with value: String) {
    let text = document.bytes[attribute.range]
    guard let quote = text.last, let start = text.firstIndex(of: quote) else { return }
    let inner = text.index(after: start)..<(attribute.range.upperBound - 1)
    let escaped = XMLText.escaped(value)
    edits.append(
      (inner, quote == UInt8(ascii: "'") ? escaped.replacing("'", with: "&apos;") : escaped))
  }

  private mutating func replace(
    _ child: SidecarDocument.Element, _ property: MarkTag, with value: String
  ) {
    // exiftool doesn't read properties of the default namespace.
    guard child.children.isEmpty, !child.name.prefix.isEmpty else { return }
    if child.isEmpty {
      // `<xmp:Label/>`
      edits.append((child.range, element(child.name.prefix, property, value)))
    } else {
      edits.append((child.content, XMLText.escaped(value)))
    }
  }

  /// Next to other properties of the schema, in their form; otherwise in a node of its own.
  private mutating func insert(_ property: MarkTag, _ value: String) {
    for node in document.descriptions {
      guard let prefix = prefix(of: property, in: node), let last = node.attributes.last else {
        continue
      }
      if let child = node.children.last, !node.attributes.contains(where: Self.isProperty) {
        insert(
          blanks(before: child.range) + element(prefix, property, value), at: child.range.upperBound
        )
      } else {
        insert(
          blanks(before: last.range) + attribute(prefix, property, value),
          at: last.range.upperBound)
      }
      return
    }
    insertNode(of: property, "\(document.line) \(attribute(property.prefix, property, value))/>")
  }

  /// - Parameter rest: What follows the declaration of the schema.
  private mutating func insertNode(of property: MarkTag, _ rest: String) {
    let line = document.line
    var text = "\(document.newNodeBlanks)<rdf:Description rdf:about=\(document.about)"
    if document.root.name.prefix != "rdf" { text += "\(line)  xmlns:rdf=\"\(SaleNamespace.rdf)\"" }
    text += "\(line)  xmlns:\(property.prefix)=\"\(property.namespace ?? "")\""
    insert(text + rest, at: document.newNodeOffset)
  }

  private mutating func insert(_ text: String, at offset: Int) {
    edits.append((offset..<offset, text))
  }

  /// The schema's prefix where a node's attributes are; a default namespace doesn't apply to attributes.
  private func prefix(of property: MarkTag, in node: SidecarDocument.Element) -> String? {
    let namespace = property.namespace
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

  private func attribute(_ prefix: String, _ property: MarkTag, _ value: String) -> String {
    "\(prefix):\(property.name)=\"\(XMLText.escaped(value))\""
  }

  private func element(_ prefix: String, _ property: MarkTag, _ value: String) -> String {
    let name = "\(prefix):\(property.name)"
    return "<\(name)>\(XMLText.escaped(value))</\(name)>"
  }

  private func blanks(before range: Range<Int>) -> String {
    String(decoding: document.bytes[document.blanks(before: range.lowerBound)], as: UTF8.self)
  }

  // MARK: Lists, of texts in several languages and others

  private enum Item {
    case kept(Int)
    case new(String, language: String? = nil)
  }

  private mutating func localize(_ property: MarkTag, _ text: String) {
    let language = SidecarDocument.Element.defaultLanguage
    edit(property, "Alt") { items in
      guard !text.isEmpty else { return [.new("", language: language)] }
      let former = items.last { $0.language.lowercased() == language }?.text
      let changed = items.enumerated().map { index, item -> Item in
        item.language.lowercased() == language || item.text == former
          ? .new(text, language: item.language) : .kept(index)
      }
      return former == nil ? [.new(text, language: language)] + changed : changed
    }
  }

  /// Changes a property that is a list, unless it is there twice, or an item that goes or changes is more than a text.
  private mutating func edit(
    _ property: MarkTag, _ kind: String,
    change: ([(language: String, text: String)]) -> [Item]
  ) {
    let attributes = document.attributes(of: property)
    let elements = document.elements(of: property)
    let found = document.texts(of: property)
    // exiftool doesn't read properties of the default namespace.
    guard attributes.count + elements.count == (found == nil ? 0 : 1),
      elements.first?.name.prefix.isEmpty != true
    else { return }
    let items = found ?? []
    let changed = change(items)
    guard let list = elements.first?.list else {
      guard elements.allSatisfy(\.isPlain) else { return }
      // A text alone is read as a list of one. It becomes one.
      for range in attributes.map(\.range) + elements.map(\.range) { remove(range) }
      return insert(
        property, kind,
        changed.map { item -> (String, String?) in
          switch item {
          case .kept(let index): (items[index].text, kind == "Alt" ? items[index].language : nil)
          case .new(let text, let language): (text, language)
          }
        })
    }
    let kept = Set(changed.compactMap { if case .kept(let index) = $0 { index } else { nil } })
    guard !list.name.prefix.isEmpty,
      list.children.indices.allSatisfy({ kept.contains($0) || list.children[$0].isPlain }),
      list.children.allSatisfy({ $0.name.isRDF("li") && !$0.name.prefix.isEmpty })
    else { return }
    let (first, outer) = (list.children.first, blanks(before: list.range))
    let indent = first.map { blanks(before: $0.range) } ?? outer + " "
    let text = changed.map { item in
      switch item {
      case .kept(let index):
        let range = list.children[index].range
        let bytes = document.bytes[range]
        return blanks(before: range) + String(decoding: bytes, as: UTF8.self)
      case .new(let text, let language):
        return indent + Self.item(list.name.prefix, text, language)
      }
    }.joined()
    if list.isEmpty {
      guard !text.isEmpty else { return }
      let start = String(decoding: document.bytes[list.tag].dropLast(2), as: UTF8.self)
      let end = "</\(list.name.prefix):\(list.name.local)>"
      edits.append((list.range, "\(start)>\(text)\(outer)\(end)"))
    } else if let first, let last = list.children.last, !text.isEmpty {
      let start = document.blanks(before: first.range.lowerBound).lowerBound
      edits.append((start..<last.range.upperBound, text))
    } else {
      // exiftool takes blanks in an empty list for a text.
      edits.append((list.content, text.isEmpty ? "" : text + outer))
    }
  }

  /// Next to other elements of the schema; otherwise in a node of its own.
  private mutating func insert(
    _ property: MarkTag, _ kind: String, _ items: [(text: String, language: String?)]
  ) {
    func element(_ schema: String, _ rdf: String, _ indent: String) -> String {
      let (name, list) = ("\(schema):\(property.name)", "\(rdf):\(kind)")
      let items = items.map { "\(indent)  \(Self.item(rdf, $0.text, $0.language))" }.joined()
      let content = items.isEmpty ? "" : items + indent + " "
      return "\(indent)<\(name)>\(indent) <\(list)>\(content)</\(list)>\(indent)</\(name)>"
    }
    let rdf = document.root.name.prefix
    for node in document.descriptions {
      guard let schema = prefix(of: property, in: node), !rdf.isEmpty,
        let child = node.children.last
      else { continue }
      return insert(
        element(schema, rdf, blanks(before: child.range)), at: child.range.upperBound)
    }
    let (indent, end) = (document.line, "</rdf:Description>")
    insertNode(of: property, ">\(element(property.prefix, "rdf", indent + " "))\(indent)\(end)")
  }

  private static func item(_ prefix: String, _ text: String, _ language: String?) -> String {
    let attribute = language.map { " xml:lang=\"\(XMLText.escaped($0))\"" } ?? ""
    let text = XMLText.escaped(text, keepsLines: true)
    return "<\(prefix):li\(attribute)>\(text)</\(prefix):li>"
  }

  // MARK: Removing

  private mutating func remove(_ property: MarkTag) {
    for node in document.descriptions {
      let attributes = node.attributes.filter { $0.name.isProperty(property) }
      let children = node.children.filter { $0.name.isProperty(property) }
      guard !attributes.isEmpty || !children.isEmpty else { continue }
      if isAlone(property, in: node) {
        remove(node.range)
        continue
      }
      for attribute in attributes { remove(attribute.range) }
      for child in children { remove(child.range) }
    }
  }

  /// Whether a node would be empty without the property, because it was created for it.
  private func isAlone(_ property: MarkTag, in node: SidecarDocument.Element) -> Bool {
    node.children.count <= 1 && node.children.allSatisfy { $0.name.isProperty(property) }
      && node.attributes.allSatisfy { attribute in
        attribute.name.isProperty(property) || attribute.name.isAbout
          || (attribute.name.isDeclaration
            && [property.namespace, SaleNamespace.rdf, SaleNamespace.dublinCore]
              .contains(attribute.value))
      }
      && node.content.allSatisfy { offset in
        document.bytes[offset] <= 0x20 || node.children.contains { $0.range.contains(offset) }
      }
  }

  /// With the blanks before it.
  private mutating func remove(_ range: Range<Int>) {
    edits.append((document.blanks(before: range.lowerBound).lowerBound..<range.upperBound, ""))
  }
}
