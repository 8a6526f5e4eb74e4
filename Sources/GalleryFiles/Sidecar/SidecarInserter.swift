import FeedFormats
import GalleryData
import GalleryDomain

/// Puts a mark into a sidecar that has none: an `rdf:Description` of our own after the others, and a keyword.
struct SidecarInserter {
  private let document: SidecarDocument
  private let mark: SaleMark
  /// The photo's keywords, for a sidecar without any; nil for no list.
  private let keywords: [String]?
  private var edits = ByteEdits()

  static func inserted(
    _ mark: SaleMark, keywords: [String]?, into document: SidecarDocument
  ) throws(SidecarFault) -> [UInt8] {
    guard !document.root.isEmpty else {
      throw SidecarFault("its rdf:RDF is empty")
    }
    var inserter = SidecarInserter(document: document, mark: mark, keywords: keywords)
    inserter.insert()
    return inserter.edits.applied(to: document.bytes)
  }

  private init(document: SidecarDocument, mark: SaleMark, keywords: [String]?) {
    self.document = document
    self.mark = mark
    self.keywords = keywords
  }

  /// As `SaleKeyword` reads it.
  private var word: String { mark.status == .forSale ? "for sale" : "not for sale" }

  private mutating func insert() {
    var fields = [(SaleNamespace.status, mark.status.rawValue)]
    if mark.status == .forSale, let price = mark.price {
      fields.append((SaleNamespace.price, price.amount))
      if let currency = price.currency { fields.append((SaleNamespace.currency, currency)) }
    }
    var subject = ""
    if let known = document.subject, let last = known.items.last {
      if SaleKeyword.status(known.items.map(\.text)) != mark.status {
        insertItem(behind: last)
        fields.append((SaleNamespace.keyword, word))
      }
    } else if !document.hasSubject, let keywords {
      subject = newSubject(keywords)
      fields.append((SaleNamespace.keyword, word))
      fields.append((SaleNamespace.subject, StableHash.hex(StableHash.hash(subject.utf8))))
    }
    edits.insert(description(fields, subject), at: document.newNodePlace)
  }

  private mutating func insertItem(behind last: SidecarDocument.Item) {
    let blanks = String(
      decoding: document.bytes[document.blanks(before: last.range.lowerBound)], as: UTF8.self)
    edits.insert(
      "\(blanks)<\(last.writtenName)>\(word)</\(last.writtenName)>", at: last.range.upperBound)
  }

  // MARK: Text

  private var line: String { document.line }

  private func description(_ fields: [(String, String)], _ subject: String) -> String {
    var text = "\(document.newNodeBlanks)<rdf:Description rdf:about=\(document.about)"
    if document.root.prefix != "rdf" { text += "\(line)  xmlns:rdf=\"\(SaleNamespace.rdf)\"" }
    if !subject.isEmpty { text += "\(line)  xmlns:dc=\"\(SaleNamespace.dublinCore)\"" }
    text += "\(line)  xmlns:\(SaleNamespace.prefix)=\"\(SaleNamespace.uri)\""
    for (name, value) in fields {
      text += "\(line) \(SaleNamespace.prefix):\(name)=\"\(XMLText.escaped(value))\""
    }
    guard !subject.isEmpty else { return text + "/>" }
    return text + ">\(line) \(subject)\(line)</rdf:Description>"
  }

  private func newSubject(_ keywords: [String]) -> String {
    var words = keywords.map { XMLText.escaped($0) }.filter { !$0.isEmpty }
    if SaleKeyword.status(keywords) != mark.status { words.append(word) }
    let items = words.map { "\(line)   <rdf:li>\($0)</rdf:li>" }.joined()
    return "<dc:subject>\(line)  <rdf:Bag>\(items)\(line)  </rdf:Bag>\(line) </dc:subject>"
  }
}
