/// Parses a price that the user has typed.
public protocol PriceEntry: Sendable {
  /// `120 EUR`, `€120`, `120.00`, `1,200.00 CHF`.
  ///
  /// - Parameters:
  ///   - text: As it was typed.
  ///   - currency: ISO 4217; assumed if none is typed.
  /// - Returns: nil for an empty text, which means no price.
  func price(_ text: String, currency: String?) throws(PriceEntryFault) -> Price?
}

/// Why a typed text is not a price.
public enum PriceEntryFault: Error, Hashable, Sendable {
  /// No number.
  case noAmount
  /// Something besides a number and a currency.
  case notOnePrice
  /// A comma or point before three digits: it may separate thousands or be the decimal point.
  case ambiguous
  /// The price is 0.
  case nothing
  /// More decimals than the currency has; `count` is how many it has.
  case tooManyDecimals(currency: String, count: Int)
  /// A symbol that several currencies share, such as `$`.
  case sharedSign(String)
  /// Three letters that are not a currency code (ISO 4217).
  case unknownCurrency(String)
  /// No currency was typed, and there is none to assume.
  case noCurrency
  /// Longer than any price.
  case tooLong
}
