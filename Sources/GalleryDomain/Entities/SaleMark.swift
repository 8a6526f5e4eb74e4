/// Whether a photo is for sale, as the source says; never guessed.
///
/// The price is separate (`Photo.price`): a sold print may still state one.
public enum SaleStatus: String, Hashable, Sendable, Codable {
  case forSale
  case notForSale
  /// The source has no such concept, or says nothing about this photo.
  case unstated
}

/// What a seller says about one of their own photos.
public struct SaleMark: Hashable, Sendable {
  /// `unstated` removes an earlier mark.
  public var status: SaleStatus
  /// Only for a photo that is for sale; nil for no price.
  public var price: Price?

  public init(status: SaleStatus, price: Price? = nil) {
    self.status = status
    self.price = price
  }
}

extension Photo {
  /// Whether it is for sale, and at which price.
  public var saleMark: SaleMark {
    get { SaleMark(status: self.saleStatus, price: self.price) }
    set { (self.saleStatus, self.price) = (newValue.status, newValue.price) }
  }
}
