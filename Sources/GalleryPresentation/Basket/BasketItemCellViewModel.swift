import Foundation
import GalleryDomain

/// What one row of the basket shows.
public struct BasketItemCellViewModel: Hashable, Sendable {
  public let titleText: String
  /// Author and camera, joined with ` · `; what is missing is left out.
  public let descText: String
  /// What it costs now: `€90.00`, `€90.00 until 3 May` once that has passed, or `no price`.
  public let priceText: String
  /// What has changed since it was chosen: `was €80.00, now €90.00`, `no longer for sale`, `gone from the source`; nil
  /// if nothing has.
  public let changeText: String?
  /// Whether it can still be bought, and is in the total.
  public let isAvailable: Bool
  /// Identifies the picture to draw.
  public let photoID: Photo.ID
  /// The file of the picture, if it is on this computer.
  public let file: FileReference?
  /// The address of a small picture, else of the photo.
  public let thumbnailURL: URL?

  init(item: BasketItem, prices: PriceText) {
    let photo = item.photo
    titleText = photo.name
    descText = joined([photo.author, photo.camera], by: " · ")
    priceText = prices.text(of: photo) ?? "no price"
    changeText = item.change.map { BasketText.change($0, now: photo.price, prices: prices) }
    isAvailable = item.isAvailable
    photoID = photo.id
    file = photo.file
    thumbnailURL = photo.thumbnailURL ?? photo.imageURL
  }
}
