import FeedFormats
import PictureProtocol

/// A change of one property.
enum XMPChange {
  /// Sets a property with a single text; nil removes it, whatever its form.
  case text(MarkTag, String?)
  /// Removes the last item of a list with this text.
  case withoutItem(MarkTag, String)
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
    case .withoutItem: return true
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
    let separator: Character? =
      self == .lightroomKeywords ? "|" : self == .digiKamKeywords ? "/" : nil
    let last = separator.flatMap { text.split(separator: $0).last }.map(String.init)
    return [text, last, CleanText.line(last ?? text, limit: .tag)]
      .contains { $0.map(texts.contains) == true }
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

  /// - Complexity: O(*bytes* + *edits* log *edits*).
  private var edited: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.bytes.count + 4_096)
    var index = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      output += document.bytes[index..<max(edit.range.lowerBound, index)]
      output += edit.text.utf8
      index = max(index, edit.range.upperBound)
    }
    return output + document.bytes[index...]
  }

  private mutating func apply(_ change: XMPChange) {
    switch change {
    case .text(let property, let value?):
      if document.value(of: property) != value { set(property, value) }
    case .text(let property, nil): remove(property)
    case .withoutItem(let property, let text):
      let items = document.elements(of: property).flatMap(\.items)
      items.last { CleanText.line($0.text) == text }.map { remove($0.range) }
    case .localized(let property, let text):
      if document.localized(property) != text { localize(property, text) }
    case .items(let property, let removed, let added): edit(property, removed, added)
    }
  }

  // MARK: Setting

  /// Sets every occurrence, so that readers that take the last agree with those that take the first.
  private mutating func set(_ property: MarkTag, _ value: String) {
    var isThere = false
    for node in document.descriptions {
      for attribute in node.attributes where attribute.name.isProperty(property) {
        replace(attribute, with: value)
        isThere = true
      }
      for child in node.children where child.name.isProperty(property) {
        replace(child, property, with: value)
        isThere = true
      }
    }
    if !isThere { insert(property, value) }
  }

  private mutating func replace(_ attribute: SidecarDocument.Attribute, with value: String) {
    let text = document.bytes[attribute.range]
    guard let quote = text.last, let start = text.firstIndex(of: quote) else { return }
    let inner = text.index(after: start)..<(attribute.range.upperBound - 1)
    let escaped = Self.escaped(value)
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
      edits.append((child.content, Self.escaped(value)))
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
    insert(text + rest, at: document.newNodePlace)
  }

  private mutating func insert(_ text: String, at place: Int) {
    edits.append((place..<place, text))
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

  // MARK: Texts in languages, and lists

  /// Where a property is, unless it is there twice.
  private enum Place {
    case nowhere, unclear
    case attribute(SidecarDocument.Attribute)
    /// A text.
    case simple(SidecarDocument.Element)
    /// A list of plain items.
    case list(SidecarDocument.Element)
  }

  private func place(of property: MarkTag) -> Place {
    let attributes = document.nodes.flatMap {
      $0.attributes.filter { $0.name.isProperty(property) }
    }
    let elements = document.elements(of: property)
    guard attributes.count + elements.count < 2 else { return .unclear }
    if let attribute = attributes.first { return .attribute(attribute) }
    guard let element = elements.first else { return .nowhere }
    // exiftool doesn't read properties of the default namespace.
    guard !element.name.prefix.isEmpty else { return .unclear }
    guard let list = element.children.first else { return .simple(element) }
    return element.children.count == 1 && !list.name.prefix.isEmpty
      && list.children.allSatisfy(\.isPlainItem) ? .list(list) : .unclear
  }

  private mutating func localize(_ property: MarkTag, _ text: String) {
    let language = SidecarDocument.Element.defaultLanguage
    let tag = { (prefix: String) in "\(prefix):li xml:lang=\"\(language)\"" }
    switch place(of: property) {
    case .unclear: break
    case .nowhere: insert(property, "Alt", [text], item: tag)
    case .attribute(let attribute): replace(attribute, with: text)
    case .simple(let element): replace(element, property, with: text)
    case .list(let list):
      let items = list.children
      guard !text.isEmpty, let first = items.first else {
        return fill(list, [text], at: items.first?.range, item: tag)
      }
      let former = items.first { $0.language == language }?.text
      for item in items where item.language == language || item.text == former {
        let name = "\(item.name.prefix):li"
        let start = String(decoding: document.bytes[item.tag], as: UTF8.self)
        edits.append(
          item.isEmpty
            ? (item.range, "\(start.dropLast(2))>\(Self.escaped(text))</\(name)>")
            : (item.content, Self.escaped(text)))
      }
      guard former == nil else { return }
      insert(
        blanks(before: first.range)
          + Self.item(tag(list.name.prefix), text),
        at: document.blanks(before: first.range.lowerBound).lowerBound)
    }
  }

  private mutating func edit(_ property: MarkTag, _ removed: Set<String>, _ added: [String]) {
    let kind = property == .creator ? "Seq" : "Bag"
    switch place(of: property) {
    case .unclear: break
    case .nowhere: insert(property, kind, added)
    // One item, which XMP allows for a list (ISO 16684-1, 7.9.2.2).
    case .attribute(let attribute):
      remove(attribute.range)
      insert(property, kind, kept(attribute.value, property, removed) + added)
    case .simple(let element):
      let indent = blanks(before: element.range) + " "
      let texts = kept(element.text, property, removed) + added
      let list = self.list(kind, texts, prefix: rdf ?? "rdf", indent)
      let declaration = rdf == nil ? " xmlns:rdf=\"\(SaleNamespace.rdf)\"" : ""
      edits.append(
        (
          element.range,
          "<\(element.name.prefix):\(property.name)\(declaration)>\(indent)\(list)"
            + "\(indent.dropLast())</\(element.name.prefix):\(property.name)>"
        ))
    case .list(let list):
      let gone = list.children.filter { property.isItem($0.text, oneOf: removed) }
      if added.isEmpty, !gone.isEmpty, gone.count == list.children.count {
        // exiftool takes blanks in an empty list for a text.
        return edits.append((list.content, ""))
      }
      for item in gone { remove(item.range) }
      if !added.isEmpty { fill(list, added, at: nil, item: { "\($0):li" }) }
    }
  }

  private func kept(_ text: String, _ property: MarkTag, _ removed: Set<String>) -> [String] {
    let text = SidecarDocument.Element.trimmed(text)
    return text.isEmpty || property.isItem(text, oneOf: removed) ? [] : [text]
  }

  /// Adds items at the end of a list, or in place of all that it has.
  private mutating func fill(
    _ list: SidecarDocument.Element, _ texts: [String], at first: Range<Int>?,
    item: (String) -> String
  ) {
    let prefix = list.name.prefix
    let last = list.children.last?.range
    let indent = (first ?? last).map(blanks(before:)) ?? blanks(before: list.range) + " "
    let items = texts.map { indent + Self.item(item(prefix), $0) }.joined()
    if list.isEmpty {
      let start = String(decoding: document.bytes[list.tag].dropLast(2), as: UTF8.self)
      edits.append(
        (list.range, "\(start)>\(items)\(indent.dropLast())</\(prefix):\(list.name.local)>"))
    } else if let first, let last {
      edits.append((document.blanks(before: first.lowerBound).lowerBound..<last.upperBound, items))
    } else {
      insert(items, at: last?.upperBound ?? list.content.lowerBound)
    }
  }

  /// Next to other elements of the schema; otherwise in a node of its own.
  private mutating func insert(
    _ property: MarkTag, _ kind: String, _ texts: [String],
    item: (String) -> String = { "\($0):li" }
  ) {
    func element(_ schema: String, _ rdf: String, _ indent: String) -> String {
      let name = "\(schema):\(property.name)"
      let list = list(kind, texts, prefix: rdf, indent + " ", item: item)
      return "\(indent)<\(name)>\(indent) \(list)\(indent)</\(name)>"
    }
    for node in document.descriptions {
      guard let schema = prefix(of: property, in: node), let rdf, let child = node.children.last
      else { continue }
      return insert(
        element(schema, rdf, blanks(before: child.range)), at: child.range.upperBound)
    }
    insertNode(
      of: property,
      ">\(element(property.prefix, rdf ?? "rdf", document.line + " "))\(document.line)</\(rdf ?? "rdf"):Description>"
    )
  }

  private func list(
    _ kind: String, _ texts: [String], prefix: String, _ indent: String,
    item: (String) -> String = { "\($0):li" }
  ) -> String {
    let items = texts.map { "\(indent) " + Self.item(item(prefix), $0) }.joined()
    return "<\(prefix):\(kind)>\(items)\(indent)</\(prefix):\(kind)>"
  }

  /// - Parameter tag: Its name with its attributes.
  private static func item(_ tag: String, _ text: String) -> String {
    "<\(tag)>\(escaped(text))</\(tag.prefix { $0 != " " })>"
  }

  private static func escaped(_ text: String) -> String {
    XMLText.escaped(text, keepsLines: true)
  }

  /// The prefix of RDF at the root; nil for the default namespace.
  private var rdf: String? {
    document.root.name.prefix.isEmpty ? nil : document.root.name.prefix
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
    node.children.allSatisfy { $0.name.isProperty(property) }
      && node.attributes.allSatisfy { attribute in
        attribute.name.isProperty(property) || attribute.name.isAbout
          || (attribute.name.isDeclaration
            && [property.namespace, SaleNamespace.rdf, SaleNamespace.dublinCore]
              .contains(attribute.value))
      }
      && isBlank(node.tag.upperBound, node.contentEnd, besides: node.children)
  }

  private func isBlank(_ start: Int, _ end: Int, besides children: [SidecarDocument.Element])
    -> Bool
  {
    var place = start
    for range in children.map(\.range) + [max(start, end)..<max(start, end)] {
      guard document.bytes[place..<range.lowerBound].allSatisfy({ $0 <= 0x20 }) else {
        return false
      }
      place = range.upperBound
    }
    return true
  }

  /// With the blanks before it.
  private mutating func remove(_ range: Range<Int>) {
    edits.append((document.blanks(before: range.lowerBound).lowerBound..<range.upperBound, ""))
  }
}
