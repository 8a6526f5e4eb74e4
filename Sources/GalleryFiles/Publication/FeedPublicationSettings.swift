import Foundation
import GalleryDomain

/// The properties of a feed, and which of its photos are published.
public struct FeedPublicationSettings: Hashable, Sendable {
  /// The feed's title; nil for the folder's name.
  public var title: String?
  /// Where orders go; see docs/order-server.md.
  public var orderURL: String?
  public var orderEmail: String?
  /// How photos are delivered; empty if the orders determine that.
  public var deliveries: [Delivery]
  /// ISO 4217; for prices without a currency.
  public var currency: String?
  /// The most pixels of a picture's longer side.
  public var side: Int
  public var isOnlyForSale: Bool
  /// Which photos of the source are published, and in which order.
  public var query: PhotoQuery
  /// For dates.
  public var zone: TimeZone

  public static let sides = 320...4_096
  public static let usualSide = 2_048
  /// For a thumbnail: sharp in the cells of any list.
  static let thumbnailSide = 320

  public init(
    title: String? = nil, orderURL: String? = nil, orderEmail: String? = nil,
    deliveries: [Delivery] = [], currency: String? = nil, side: Int = usualSide,
    isOnlyForSale: Bool = false, query: PhotoQuery = .everything, zone: TimeZone = .current
  ) {
    self.title = title
    self.orderURL = orderURL
    self.orderEmail = orderEmail
    self.deliveries = deliveries
    self.currency = currency
    self.side = side
    self.isOnlyForSale = isOnlyForSale
    self.query = query
    self.zone = zone
  }
}
