import FeedFormats
import Foundation
import GalleryDomain

/// An item of a basket as JSON that stays readable for years.
///
/// Every property has a name of its own and may be missing; unknown values are skipped, property by property, so that
/// an item is lost only with its id. A later Vitrine may add names; one that changes the meaning of a name increments
/// `version` and adds a migration to `StateLayout`, which keeps older versions away.
package enum BasketItemCoding {
  package static let version = 1

  package static func text(of item: BasketItem) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(StoredBasketItem(item)), as: UTF8.self)
  }

  /// - Returns: nil if this isn't an object with a photo's id in it.
  package static func item(of text: String, addedAt: Date) -> BasketItem? {
    let stored = try? JSONDecoder().decode(StoredBasketItem.self, from: Data(text.utf8))
    return stored?.item(addedAt: addedAt)
  }
}

/// The names of an item's properties.
package struct StoredBasketItem: Codable {
  var version = BasketItemCoding.version
  var photo: StoredPhoto
  var chosenPrice: StoredPrice?
  var isGone: Bool?

  package init(_ item: BasketItem) {
    photo = StoredPhoto(item.photo)
    chosenPrice = item.chosenPrice.map(StoredPrice.init)
    isGone = item.isGone ? true : nil
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    photo = try values.decode(StoredPhoto.self, forKey: .photo)
    chosenPrice = values.lenient(.chosenPrice)
    isGone = values.lenient(.isGone)
  }

  package func item(addedAt: Date) -> BasketItem {
    BasketItem(
      photo: photo.photo, chosenPrice: chosenPrice?.price, addedAt: addedAt,
      isGone: isGone ?? false)
  }
}
