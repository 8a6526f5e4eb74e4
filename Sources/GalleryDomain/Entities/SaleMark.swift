/// What a seller says of a photo of their own.
public struct SaleMark: Hashable, Sendable {
  /// `unstated` takes an earlier mark away.
  public var status: SaleStatus
  /// Only of what is for sale; nil leaves it open.
  public var price: Price?

  public init(status: SaleStatus, price: Price? = nil) {
    self.status = status
    self.price = price
  }
}
