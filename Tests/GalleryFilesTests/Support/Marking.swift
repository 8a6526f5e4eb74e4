import GalleryDomain

@testable import GalleryFiles

extension SaleMark {
  static let unstated = SaleMark(status: .unstated)
  static let notForSale = SaleMark(status: .notForSale)

  static func forSale(_ amount: String? = nil, _ currency: String? = "EUR") -> SaleMark {
    SaleMark(
      status: .forSale, price: amount.flatMap { Price(amount: $0, currency: currency) })
  }
}

/// A sidecar's bytes after some marks, one after the other; nil where there is none.
func marked(_ bytes: [UInt8]?, _ marks: [SaleMark]) throws(SidecarFault) -> [UInt8]? {
  var bytes = bytes
  for mark in marks {
    var document: SidecarDocument?
    if let bytes { document = try SidecarReader.document(bytes) }
    bytes = try XMPEditor.edited(document, SidecarEdit.changes(of: mark, in: document))
  }
  return bytes
}

/// The same of a text.
func marked(_ text: String?, _ marks: SaleMark...) throws(SidecarFault) -> String? {
  try marked(text.map { Array($0.utf8) }, marks).map { String(decoding: $0, as: UTF8.self) }
}
