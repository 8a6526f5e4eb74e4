import Foundation

/// A photo in the basket, with what its source says of it since it was chosen.
public struct BasketItem: Hashable, Sendable, Identifiable {
  /// As its source said last.
  public var photo: Photo
  /// The price for which it was chosen; nil where the source stated none.
  public var chosenPrice: Price?
  /// When it was chosen: the order of the basket.
  public var addedAt: Date
  /// Whether its source no longer holds it.
  public var isGone: Bool

  public var id: Photo.ID { photo.id }

  public init(photo: Photo, chosenPrice: Price?, addedAt: Date, isGone: Bool = false) {
    self.photo = photo
    self.chosenPrice = chosenPrice
    self.addedAt = addedAt
    self.isGone = isGone
  }

  /// A photo that is being chosen, for the price that it has now.
  public init(_ photo: Photo, addedAt: Date) {
    self.init(photo: photo, chosenPrice: photo.price, addedAt: addedAt)
  }

  /// What has changed since it was chosen; nil when nothing has.
  public var change: BasketItemChange? {
    if isGone { return .gone }
    if photo.saleStatus != .forSale { return .noLongerForSale }
    return photo.price == chosenPrice ? nil : .priceChanged(from: chosenPrice)
  }

  /// Whether it can still be bought.
  public var isAvailable: Bool { !isGone && photo.saleStatus == .forSale }
}

/// What became of a photo after it was put in the basket.
public enum BasketItemChange: Hashable, Sendable {
  case gone
  case noLongerForSale
  /// `from` is what it cost when it was chosen; what it costs now is the photo's price.
  case priceChanged(from: Price?)
}
