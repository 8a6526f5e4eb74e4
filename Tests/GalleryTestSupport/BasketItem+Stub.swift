import Foundation
import GalleryDomain

extension BasketItem {
  /// An item of which a test sets only what matters.
  ///
  /// - Parameter second: When it was added, in seconds after a fixed moment.
  public static func stub(
    id: String = "1", name: String? = nil, price: String? = "80.00", currency: String = "EUR",
    chosenPrice: String? = nil, saleStatus: SaleStatus = .forSale, second: Double = 0,
    isGone: Bool = false
  ) -> BasketItem {
    let price = price.flatMap { Price(amount: $0, currency: currency) }
    return BasketItem(
      photo: .stub(id: id, name: name ?? "photo \(id)", saleStatus: saleStatus, price: price),
      chosenPrice: chosenPrice.flatMap { Price(amount: $0, currency: currency) } ?? price,
      addedAt: Date(timeIntervalSinceReferenceDate: 800_000_000 + second), isGone: isGone)
  }
}

extension Basket {
  /// Items that were added one after the other.
  public static func stub(_ ids: [String]) -> Basket {
    Basket(items: ids.enumerated().map { .stub(id: $1, second: Double($0)) })
  }

  public var ids: [Photo.ID] { items.map(\.id) }
}
