import Foundation

/// A photo in the basket, with what has changed at its source since it was added.
public struct BasketItem: Hashable, Sendable, Identifiable {
  /// As the source last described it.
  public var photo: Photo
  /// The price when it was added; nil if the source gave none.
  public var chosenPrice: Price?
  /// When it was added; the basket is sorted by this.
  public var addedAt: Date
  /// Whether the source no longer has it.
  public var isGone: Bool

  public var id: Photo.ID { photo.id }

  public init(photo: Photo, chosenPrice: Price?, addedAt: Date, isGone: Bool = false) {
    self.photo = photo
    self.chosenPrice = chosenPrice
    self.addedAt = addedAt
    self.isGone = isGone
  }

  /// A photo that is being added now, at its current price.
  public init(_ photo: Photo, addedAt: Date) {
    self.init(photo: photo, chosenPrice: photo.price, addedAt: addedAt)
  }

  /// What has changed since it was added; nil if nothing has.
  public var change: BasketItemChange? {
    if isGone { return .gone }
    if photo.saleStatus != .forSale { return .noLongerForSale }
    return photo.price == chosenPrice ? nil : .priceChanged(from: chosenPrice)
  }

  /// Whether it can still be bought.
  public var isAvailable: Bool { !isGone && photo.saleStatus == .forSale }

  /// The item with its photo as the source has it now, and no longer gone. A photo whose file has not been read yet
  /// does not replace one that has been read.
  public func updated(with photo: Photo) -> BasketItem {
    var item = self
    item.isGone = false
    if !photo.needsDetails || self.photo.needsDetails { item.photo = photo }
    return item
  }
}

/// How a photo has changed since it was put in the basket.
public enum BasketItemChange: Hashable, Sendable {
  case gone
  case noLongerForSale
  /// `from` is the price when it was added; the current price is the photo's.
  case priceChanged(from: Price?)
}
