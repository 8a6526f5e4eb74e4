import Foundation
import GalleryPresentation
import GalleryTestSupport

extension Basket {
  /// Photos, chosen one after the other for the prices that they have.
  static func of(_ photos: Photo...) -> Basket { of(photos) }

  static func of(_ photos: [Photo]) -> Basket {
    Basket(
      items: photos.enumerated().map {
        BasketItem($1, addedAt: Date(timeIntervalSince1970: Double($0)))
      })
  }
}

extension Photo {
  /// For sale, with a name and a price.
  static func priced(_ name: String, _ amount: String, _ currency: String = "EUR") -> Photo {
    .stub(
      id: name, name: name, author: "A. Lens", saleStatus: .forSale,
      price: Price(amount: amount, currency: currency))
  }
}
