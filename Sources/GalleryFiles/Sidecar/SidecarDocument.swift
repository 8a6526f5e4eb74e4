import FeedFormats
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
  var root: RDFRoot
  /// The direct children, usually `rdf:Description`.
  var nodes: [Node] = []

  struct RDFRoot {
    var prefix: String
    /// The range of the start tag.
    var tag: Range<Int>
    /// Whether it is `<rdf:RDF/>`.
    var isEmpty: Bool
  }

  struct Node {
    var name: XMLName
    /// From `<` to just after the last `>`.
    var range: Range<Int>
    var tag: Range<Int>
    /// Where the end tag begins; the end of the start tag for an element without one.
    var contentEnd: Int
    var attributes: [Attribute]
    var children: [Child] = []
  }

  struct Attribute {
    var name: XMLName
    var value: String
    /// From the name to just after the closing quote.
    var range: Range<Int>
  }

  /// A property in the form of an element.
  struct Child {
    var name: XMLName
    var range: Range<Int>
    /// Between its tags; empty for an element without content.
    var content: Range<Int>
    /// Only of properties that are read (`XMLName.isRead`).
    var text = ""
    /// Whether it has no child elements; only of properties that are read.
    var isSimple = true
    /// Of a list; only of properties that are read.
    var items: [Item] = []
  }

  struct Item {
    var range: Range<Int>
    var text: String
  }
}

extension SidecarDocument.Node {
  var isDescription: Bool {
    name.local == "Description" && name.namespace == SaleNamespace.rdf
  }
}

extension XMLName {
  /// Whether a property's text is needed.
  var isRead: Bool {
    namespace == SaleNamespace.uri || isProperty(.subject)
      || MarkTag.properties.contains(where: isProperty)
  }
  func isProperty(_ tag: MarkTag) -> Bool { tag.isNamed(local, in: namespace) }
  /// `xmlns:p`, or `xmlns`.
  var isDeclaration: Bool { prefix == "xmlns" || (prefix.isEmpty && local == "xmlns") }
  /// `rdf:about`; early RDF wrote it without a prefix.
  var isAbout: Bool {
    local == "about" && (namespace == SaleNamespace.rdf || (prefix.isEmpty && namespace == nil))
  }
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
    StatedMarks(leavesOut: leavesOut) { tag in
      for node in nodes where node.isDescription {
        if let attribute = node.attributes.first(where: { $0.name.isProperty(tag) }) {
          return [attribute.value]
        }
        if let child = node.children.first(where: { $0.name.isProperty(tag) }) {
          return child.isSimple ? [child.text] : child.items.map(\.text)
        }
      }
      return []
    }
  }

  /// The first text of a property, as an attribute or as an element, cleaned; nil if there is none.
  func value(of tag: MarkTag) -> String? {
    for node in nodes where node.isDescription {
      if let attribute = node.attributes.first(where: { $0.name.isProperty(tag) }) {
        return CleanText.line(attribute.value) ?? ""
      }
      if let child = node.children.first(where: { $0.name.isProperty(tag) && $0.isSimple }) {
        return CleanText.line(child.text) ?? ""
      }
    }
    return nil
  }

  /// The elements of a property.
  func elements(of tag: MarkTag) -> [Child] {
    nodes.flatMap { $0.children.filter { $0.name.isProperty(tag) } }
  }
}

// MARK: The layout of additions, which follows the existing one

extension SidecarDocument {
  /// After the last element, whose preceding blanks are repeated.
  var newNodePlace: Int { nodes.last?.range.upperBound ?? root.tag.upperBound }

  /// The line end and the indentation of a new node.
  var newNodeBlanks: String {
    if let last = nodes.last {
      let blanks = bytes[blanks(before: last.range.lowerBound)]
      if blanks.contains(0x0A) { return String(decoding: blanks, as: UTF8.self) }
    }
    return lineEnd + "  "
  }

  private var lineEnd: String {
    guard let place = bytes.firstIndex(of: 0x0A) else { return "\n" }
    return place > 0 && bytes[place - 1] == 0x0D ? "\r\n" : "\n"
  }

  /// The indentation alone.
  var line: String {
    let blanks = newNodeBlanks.unicodeScalars.reversed().prefix { $0 != "\n" }
    return lineEnd + String(String.UnicodeScalarView(blanks.reversed()))
  }

  /// With its quotes: all nodes of a packet are about the same thing (ISO 16684-1, 7.4).
  var about: String {
    for node in nodes {
      guard let attribute = node.attributes.first(where: \.name.isAbout) else { continue }
      let bytes = bytes[attribute.range]
      guard
        let quote = bytes.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
      else { continue }
      return String(decoding: bytes[quote...], as: UTF8.self)
    }
    return "\"\""
  }

  /// Blanks and line ends directly before a position.
  func blanks(before place: Int) -> Range<Int> {
    var start = place
    while start > 0, [0x09, 0x0A, 0x0D, 0x20].contains(bytes[start - 1]) { start -= 1 }
    return start..<place
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
  static let written = [rating, label, pick, digiKamPick]

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
  static let subject = MarkTag(SaleNamespace.dublinCore, "dc", "subject")

  private static func sale(_ name: String) -> MarkTag {
    MarkTag(SaleNamespace.uri, "vitrine", name)
  }
}
