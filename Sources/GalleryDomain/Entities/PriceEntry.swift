/// Reads a price that the user types.
public protocol PriceEntry: Sendable {
  /// `120 EUR`, `€120`, `120.00`, `1,200.00 CHF`.
  ///
  /// - Parameter currency: What is meant without one.
  /// - Returns: nil for an empty text, which is no price.
  func price(_ text: String, currency: String?) throws(PriceEntryFault) -> Price?
}

/// Why what was typed is no price.
public enum PriceEntryFault: Error, Hashable, Sendable {
  /// No number.
  case noAmount
  /// More than a number and a currency.
  case notOnePrice
  /// A sign before three digits that could divide thousands, or be the decimal point.
  case ambiguous
  /// 0.
  case nothing
  /// More digits behind the point than the currency has.
  case tooManyDecimals(currency: String, count: Int)
  /// A sign that several currencies share, such as `$`.
  case sharedSign(String)
  /// Three letters that are no currency's (ISO 4217).
  case unknownCurrency(String)
  /// No currency, and none is known.
  case noCurrency
  /// Longer than prices are.
  case tooLong
}
