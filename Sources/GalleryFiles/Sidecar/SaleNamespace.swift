/// Vitrine's own fields in XMP (decision 31).
enum SaleNamespace {
  /// Ends with a slash, as XMP requires of a namespace (ISO 16684-1, 6.2).
  static let uri = "vitrine:ns:sale/1.0/"
  static let prefix = "vitrine"

  /// `forSale` or `notForSale`.
  static let status = "Status"
  /// A decimal number, such as `120.00`.
  static let price = "Price"
  /// ISO 4217.
  static let currency = "Currency"
  /// The keyword that was added to `dc:subject`, so that exactly that one can be removed again.
  static let keyword = "Keyword"
  /// A hash of the bytes of `dc:subject`, if we created it.
  static let subject = "Subject"

  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let dublinCore = "http://purl.org/dc/elements/1.1/"
}
