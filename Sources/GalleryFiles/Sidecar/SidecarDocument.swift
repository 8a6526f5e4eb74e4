import FeedFormats
import GalleryData
import PictureProtocol

/// What a sidecar contains as far as marks are concerned, and where it is in the bytes.
struct SidecarDocument {
  /// Larger ones are refused before they are read. Sidecars with drawn masks reach a few megabytes.
  static let byteLimit = 16 * 1_024 * 1_024

  let bytes: [UInt8]
  /// `rdf:RDF`.
  var root: RDFRoot
  /// The direct children, usually `rdf:Description`.
  var nodes: [Node] = []
  /// The first `dc:subject` that is a list.
  var subject: Subject?
  /// Whether there are keywords in any form.
  var hasSubject = false
  /// Whether our namespace is used deeper than the level of properties; no program that we know of does that.
  var isUsedDeeper = false

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
    /// The texts of a list; only of properties that are read.
    var items: [String] = []
  }

  /// The keywords.
  struct Subject {
    var range: Range<Int>
    var items: [Item] = []
  }

  struct Item {
    var range: Range<Int>
    /// The element's name as it is written, such as `rdf:li`.
    var writtenName: String
    var text: String
  }
}

extension SidecarDocument.Node {
  var isDescription: Bool {
    name.local == "Description" && name.namespace == SaleNamespace.rdf
  }
}

extension XMLName {
  var isOwn: Bool { namespace == SaleNamespace.uri }
  /// Whether a property's text is needed.
  var isRead: Bool { isOwn || MarkTag.properties.contains(where: isProperty) }
  func isProperty(_ tag: MarkTag) -> Bool { tag.isNamed(local, in: namespace) }
  var isSubject: Bool { local == "subject" && namespace == SaleNamespace.dublinCore }
  /// `xmlns:p`, or `xmlns`.
  var isDeclaration: Bool { prefix == "xmlns" || (prefix.isEmpty && local == "xmlns") }
  /// `rdf:about`; early RDF wrote it without a prefix.
  var isAbout: Bool {
    local == "about" && (namespace == SaleNamespace.rdf || (prefix.isEmpty && namespace == nil))
  }
}
