/// Vitrine's own fields in XMP (docs/decisions/0031).
enum SaleNamespace {
  /// Ends with a slash, as XMP wants of a namespace (ISO 16684-1, 6.2).
  static let uri = "vitrine:ns:sale/1.0/"
  static let prefix = "vitrine"

  /// `forSale` or `notForSale`.
  static let status = "Status"
  /// A decimal number, such as `120.00`.
  static let price = "Price"
  /// ISO 4217.
  static let currency = "Currency"
  /// The keyword that was added to `dc:subject`, so that it can be taken out again and no other.
  static let keyword = "Keyword"
  /// What the whole of `dc:subject` looked like, where there was none before: a hash of its bytes.
  static let subject = "Subject"

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
}
