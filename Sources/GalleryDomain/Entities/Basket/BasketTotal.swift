/// What the items of one currency cost together.
public struct BasketTotal: Hashable, Sendable {
  /// ISO 4217; nil for prices whose currency the source does not state.
  public let currency: String?
  /// The exact sum, with as many decimals as the price with the most; its `isLowest` is set if one of the prices is a
  /// lowest price. nil if the sum has more digits than a price can have.
  public let sum: Price?
  /// How many items the sum covers.
  public let itemCount: Int

  public init(currency: String?, sum: Price?, itemCount: Int) {
    self.currency = currency
    self.sum = sum
    self.itemCount = itemCount
  }
}
