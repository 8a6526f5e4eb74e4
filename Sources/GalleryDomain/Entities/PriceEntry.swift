/// Parses a price that the user has typed.
public protocol PriceEntry: Sendable {
  /// `120 EUR`, `€120`, `120.00`, `1,200.00 CHF`.
  ///
  /// - Parameters:
  ///   - text: As it was typed.
  ///   - currency: ISO 4217; assumed if none is typed.
  /// - Returns: nil for an empty text, which means no price.
  /// - Throws: What is wrong, in a few words.
  func price(_ text: String, currency: String?) throws(Complaint) -> Price?
}
