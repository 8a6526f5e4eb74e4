/// What a seller states about a photo of their own.
public struct SaleMark: Hashable, Sendable {
  /// `unstated` removes an earlier mark.
  public var status: SaleStatus
  /// Only for a photo that is for sale; nil states no price.
  public var price: Price?

  public init(status: SaleStatus, price: Price? = nil) {
    self.status = status
    self.price = price
  }
}
