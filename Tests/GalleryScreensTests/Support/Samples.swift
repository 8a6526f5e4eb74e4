import Foundation
import GalleryPresentation
import GalleryTestSupport

extension Photo {
  /// All that a source can say of a photo.
  static let couple = Photo.stub(
    id: "couple", name: "couple", description: "two people at the lake", camera: "NIKON D500",
    lens: "50mm F1.8",
    exposure: Exposure(focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
    author: "A. Lens", createdAt: Date(timeIntervalSince1970: 1_506_816_000),
    saleStatus: .forSale, price: Price(amount: "80.00", currency: "EUR"),
    licence: Licence(name: "CC BY 4.0"), width: 6000, height: 4000)

  static let street = Photo.stub(
    id: "street", name: "vienna.street", description: "shooting in vienna", author: "W H",
    createdAt: Date(timeIntervalSince1970: 1_506_816_000), saleStatus: .forSale)

  static let bog = Photo.stub(
    id: "bog", name: "Moose Bog", description: "fog over the moor", author: "M. Oose",
    saleStatus: .notForSale)

  /// Nothing is known but the name.
  static let harbour = Photo.stub(id: "harbour", name: "harbour", saleStatus: .unstated)

  static let four = [couple, street, bog, harbour]
}

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
