import Foundation

/// A photo in the basket, with what has changed at its source since it was chosen.
public struct BasketItem: Hashable, Sendable, Identifiable {
  /// As its source last stated it.
  public var photo: Photo
  /// The price when it was chosen; nil if the source stated none.
  public var chosenPrice: Price?
  /// When it was chosen; the basket is sorted by this.
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

  /// A photo that is being chosen now, at its current price.
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
