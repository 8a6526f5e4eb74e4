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

/// A sidecar's text after some marks, one after the other; nil where there is none.
func marked(
  _ text: String?, _ marks: SaleMark..., keywords: [String] = []
) async throws -> String? {
  var bytes = text.map { Array($0.utf8) }
  for mark in marks { bytes = try await SidecarEditor.marked(bytes, as: mark) { keywords } }
  return bytes.map { String(decoding: $0, as: UTF8.self) }
}
