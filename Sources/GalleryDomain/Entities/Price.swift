/// A price as the source states it.
public struct Price: Hashable, Sendable {
  /// A decimal number with the source's own digits, such as `120.00`; no sign, no grouping.
  public let amount: String
  /// An ISO 4217 code in capitals, such as `EUR`; nil if the source states none.
  public let currency: String?
  /// Whether the item is also available in more expensive variants, so that the price is shown as *from* this amount.
  public let isLowest: Bool

  /// - Returns: nil unless `amount` consists of digits with at most one decimal point (ASCII, at most 18 characters). A
  ///   currency that is not three ASCII letters is ignored.
  public init?(amount: String, currency: String?, isLowest: Bool = false) {
    guard ExactDecimal(amount) != nil else { return nil }
    self.amount = amount
    self.isLowest = isLowest
    self.currency = currency.flatMap(CurrencyCode.code(ofLetters:))
  }

  /// The amount, to compare and to add.
  package var number: ExactDecimal { ExactDecimal(amount) ?? ExactDecimal(0) }

  /// How many digits follow the decimal point.
  public var decimalCount: Int { amount.split(separator: ".").dropFirst().first?.utf8.count ?? 0 }

  /// The exact sum, with as many decimals as the price with the most, in the currency of the first price; `isLowest` if
  /// one of them is.
  ///
  /// - Returns: nil for no prices, and if the sum has more digits than a price can have.
  public init?(sumOf prices: [Price]) {
    guard let first = prices.first else { return nil }
    var sum = ExactDecimal(0)
    for price in prices {
      guard let next = sum.adding(price.number) else { return nil }
      sum = next
    }
    self.init(
      amount: sum.text(decimals: prices.map(\.decimalCount).max() ?? 0), currency: first.currency,
      isLowest: prices.contains(where: \.isLowest))
  }
}
