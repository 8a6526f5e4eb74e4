/// What the items of one currency cost together.
public struct BasketTotal: Hashable, Sendable {
  /// ISO 4217; nil for the prices whose currency the source does not say.
  public let currency: String?
  /// The exact sum, with as many decimals as the price that has most; its `isLowest` says that one of them is a
  /// lowest price. Nil where the sum has more digits than a price can have.
  public let sum: Price?
  /// How many items the sum is of.
  public let itemCount: Int

  public init(currency: String?, sum: Price?, itemCount: Int) {
    self.currency = currency
    self.sum = sum
    self.itemCount = itemCount
  }
}
