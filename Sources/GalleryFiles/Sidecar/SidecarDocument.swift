import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import PictureProtocol

/// The properties of a sidecar, and where they are in its bytes.
struct SidecarDocument {
  /// Larger ones are refused before they are read. Sidecars with drawn masks reach a few megabytes.
  static let byteLimit = 16 * 1_024 * 1_024

  /// What a new sidecar begins with.
  static let empty = """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
     </rdf:RDF>
    </x:xmpmeta>

    """

  let bytes: [UInt8]
  /// `rdf:RDF`.
  let root: Element

  struct Element {
    let name: XMLName
    let attributes: [Attribute]
    /// The range of the start tag.
    let tag: Range<Int>
    /// From `<` to just after the last `>`.
    var range: Range<Int>
    /// Where the end tag begins; the end of the start tag for an element without one.
    var contentEnd: Int
    /// Its own, without that of its elements.
    var text = ""
    var children: [Element] = []

    /// Whether it is `<empty/>`.
    var isEmpty: Bool { range == tag }
    /// Between its tags; empty for an element without content.
    var content: Range<Int> { tag.upperBound..<contentEnd }
    /// The list that a property is.
    var list: Element? {
      guard children.count == 1, let name = children.first?.name else { return nil }
      return ["Alt", "Bag", "Seq"].contains(where: name.isRDF) ? children.first : nil
    }
    var isDescription: Bool { name.isRDF("Description") }

    static let defaultLanguage = "x-default"

    /// The language of an item, for properties that may be in several.
    var language: String {
      attributes.first { $0.name.prefix == "xml" && $0.name.local == "lang" }?.value
        ?? Self.defaultLanguage
    }

    /// The text of a property or an item, which is in `rdf:value` if others describe it there (ISO 16684-1, 7.9.2.4).
    var value: String {
      let parent = children.first(where: \.isDescription) ?? self
      return parent.children.first { $0.name.isRDF("value") }?.text
        ?? attributes.first { $0.name.isRDF("value") }?.value ?? text
    }

    /// Whether it is a text and nothing else.
    var isPlain: Bool {
      attributes.allSatisfy { $0.name.prefix == "xml" || $0.name.namespace == SaleNamespace.rdf }
        && children.allSatisfy { $0.name.isRDF("value") }
    }

    static func trimmed(_ text: String) -> String {
      text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  struct Attribute {
    let name: XMLName
    let value: String
    /// From the name to just after the closing quote.
    let range: Range<Int>
  }

  /// The direct children of the root, usually `rdf:Description`.
  var nodes: [Element] { root.children }
  /// The nodes that state properties.
  var descriptions: [Element] { nodes.filter(\.isDescription) }
}

extension XMLName {
  func isProperty(_ tag: MarkTag) -> Bool { tag.isNamed(local, in: namespace) }
  func isRDF(_ local: String) -> Bool { self.local == local && namespace == SaleNamespace.rdf }
  /// `xmlns:p`, or `xmlns`.
  var isDeclaration: Bool { prefix == "xmlns" || (prefix.isEmpty && local == "xmlns") }
  /// `rdf:about`; early RDF wrote it without a prefix.
  var isAbout: Bool { isRDF("about") || (prefix.isEmpty && namespace == nil && local == "about") }
}

// MARK: What it says

extension SidecarDocument {
  /// What the fields of a sale mark say; nil without a known status.
  ///
  /// Fields count wherever they are and in either form, since programs that rewrite a sidecar move them around.
  var mark: SaleMark? {
    switch value(of: .saleStatus) {
    case "forSale":
      SaleMark(
        status: .forSale,
        price: value(of: .price).flatMap { Price(amount: $0, currency: value(of: .currency)) })
    case "notForSale": SaleMark(status: .notForSale)
    default: nil
    }
  }

  /// The user's stars and label, in whatever spelling.
  ///
  /// - Parameter leavesOut: Tags that don't count.
  func stated(leavesOut: Set<MarkTag> = []) -> StatedMarks {
    StatedMarks(leavesOut: leavesOut) { stated($0)?.texts.map(\.text) ?? [] }
  }

  /// The text of a property that isn't a list, as an attribute or as an element, cleaned; nil if there is none.
  func value(of tag: MarkTag) -> String? {
    guard let stated = stated(tag), !stated.isList else { return nil }
    return CleanText.line(stated.texts[0].text) ?? ""
  }

  /// The text of a property that may be in several languages, in the default one; else in the first that has a text, as the
  /// worker takes it. As found, but for blanks around it; nil if the property isn't there, or is a list that says nothing: an
  /// empty one, or one of several texts that are all empty.
  func localized(_ tag: MarkTag) -> String? {
    guard let texts = texts(of: tag) else { return nil }
    // Readers go by the last of a language.
    let last = Dictionary(texts.map { ($0.language.lowercased(), $0.text) }) { $1 }
    let nonempty = last.filter { !$0.value.isEmpty }
    if nonempty.isEmpty, stated(tag)?.isList == true, last.count != 1 { return nil }
    return nonempty[Element.defaultLanguage] ?? nonempty.min { $0.key < $1.key }?.value ?? ""
  }

  /// The texts of a list, as found, but for blanks around them; nil if the property isn't there.
  func items(of tag: MarkTag) -> [String]? {
    texts(of: tag).map { $0.map(\.text).filter { !$0.isEmpty } }
  }

  /// The items of a list, or a text alone, without blanks around them; an empty text alone is none.
  func texts(of tag: MarkTag) -> [(language: String, text: String)]? {
    guard let stated = stated(tag) else { return nil }
    if !stated.isList, stated.texts[0].text.isEmpty { return [] }
    return stated.texts.map { ($0.language, Element.trimmed($0.text)) }
  }

  /// The first occurrence in any form, as it is written.
  private func stated(
    _ tag: MarkTag
  ) -> (texts: [(language: String, text: String)], isList: Bool)? {
    for node in descriptions {
      if let attribute = node.attributes.first(where: { $0.name.isProperty(tag) }) {
        return ([(Element.defaultLanguage, attribute.value)], false)
      }
      if let child = node.children.first(where: { $0.name.isProperty(tag) }) {
        let list = child.list
        return ((list?.children ?? [child]).map { ($0.language, $0.value) }, list != nil)
      }
    }
    return nil
  }

  func attributes(of tag: MarkTag) -> [Attribute] {
    nodes.flatMap { $0.attributes.filter { $0.name.isProperty(tag) } }
  }

  func elements(of tag: MarkTag) -> [Element] {
    nodes.flatMap { $0.children.filter { $0.name.isProperty(tag) } }
  }
}

// MARK: The layout of additions, which follows the existing one

extension SidecarDocument {
  /// After the last element, whose preceding blanks are repeated.
  var newNodeOffset: Int { nodes.last?.range.upperBound ?? root.tag.upperBound }

  /// The line end and the indentation of a new node.
  var newNodeBlanks: String {
    if let last = nodes.last {
      let blanks = bytes[blanks(before: last.range.lowerBound)]
      if blanks.contains(0x0A) { return String(decoding: blanks, as: UTF8.self) }
    }
    return lineEnd + "  "
  }

  private var lineEnd: String {
    guard let offset = bytes.firstIndex(of: 0x0A) else { return "\n" }
    return offset > 0 && bytes[offset - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The indentation alone.
  var line: String {
    let blanks = newNodeBlanks.unicodeScalars.reversed().prefix { $0 != "\n" }
    return lineEnd + String(String.UnicodeScalarView(blanks.reversed()))
  }

  /// The value of `rdf:about`, with its quotes: all nodes of a packet are about the same thing (ISO 16684-1, 7.4).
  var about: String {
    let attribute = nodes.lazy.compactMap { $0.attributes.first(where: \.name.isAbout) }.first
    // References and all, as it is written.
    let written = attribute.map { bytes[$0.range].drop { $0 != 0x22 && $0 != 0x27 } }
    return written.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// Blanks and line ends directly before an offset.
  func blanks(before offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, [0x09, 0x0A, 0x0D, 0x20].contains(bytes[start - 1]) { start -= 1 }
    return start..<offset
  }
}

/// Vitrine's own fields in XMP (decision 31).
enum SaleNamespace {
  /// Ends with a slash, as XMP requires of a namespace (ISO 16684-1, 6.2).
  static let uri = "vitrine:ns:sale/1.0/"
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
}

extension MarkTag {
  /// What is written of other programs' properties.
  static let written =
    [rating, label, pick, digiKamPick, subject, altText] + categorized.map(\.tag)

  /// `forSale` or `notForSale`.
  static let saleStatus = sale("Status")
  /// A decimal number, such as `120.00`.
  static let price = sale("Price")
  /// ISO 4217.
  static let currency = sale("Currency")

  /// The keyword that version 1.0 added to `dc:subject`.
  static let saleKeyword = sale("Keyword")
  /// A hash of the bytes of `dc:subject`, if version 1.0 created it.
  static let saleSubject = sale("Subject")
  static let subject = dublinCore("subject")

  // Captions, by their names in IPTC Photo Metadata 2023.2.
  static let title = dublinCore("title")
  static let caption = dublinCore("description")
  static let creator = dublinCore("creator")
  static let copyright = dublinCore("rights")
  static let altText = MarkTag(
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "Iptc4xmpCore", "AltTextAccessibility")
  /// Keywords with their categories, `places|Austria`, and what separates these. digiKam writes all of them, and reads the first
  /// that isn't empty (its `defaultTagValues`).
  static let categorized: [(tag: MarkTag, separator: Character)] = [
    (MarkTag("http://ns.adobe.com/lightroom/1.0/", "lr", "hierarchicalSubject"), "|"),
    (digiKamKeywords, "/"),
    (MarkTag("http://ns.microsoft.com/photo/1.0/", "MicrosoftPhoto", "LastKeywordXMP"), "/"),
    (MarkTag("http://ns.iview-multimedia.com/mediapro/1.0/", "mediapro", "CatalogSets"), "|"),
  ]
  static let digiKamKeywords = MarkTag("http://www.digikam.org/ns/1.0/", "digiKam", "TagsList")

  private static func dublinCore(_ name: String) -> MarkTag {
    MarkTag(SaleNamespace.dublinCore, "dc", name)
  }

  private static func sale(_ name: String) -> MarkTag {
    MarkTag(SaleNamespace.uri, "vitrine", name)
  }
}
