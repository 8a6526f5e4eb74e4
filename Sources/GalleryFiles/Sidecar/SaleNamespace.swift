import PictureProtocol

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

  static let sales = [saleStatus, price, currency, saleKeyword, saleSubject]

  private static func sale(_ name: String) -> MarkTag {
    MarkTag(SaleNamespace.uri, "vitrine", name)
  }
}
