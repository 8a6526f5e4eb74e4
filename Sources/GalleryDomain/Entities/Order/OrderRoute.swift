import Foundation

/// How the photos of a source are bought, as the source says.
public struct OrderRoute: Hashable, Sendable {
  public var channel: Channel
  /// Where an order by mail goes; nil where the source names nobody.
  public var email: String?
  /// The forms in which photos are delivered; the user chooses where there are several. Empty where the channel
  /// settles that itself.
  public var deliveries: [Delivery]
  /// Why the channel's server will get no order from here, where that is known before one is sent.
  public var refusal: PhotoSourceError?

  public enum Channel: Hashable, Sendable {
    /// A Shopify shop, by its root, such as `https://shop.example`.
    case shopify(URL)
    /// A WooCommerce shop, by its root.
    case wooCommerce(URL)
    /// An address that takes orders: http or https. Its host is shown and confirmed before anything is sent.
    case server(URL)
    /// Nothing of the sort: the order becomes a file.
    case file
  }

  public init(channel: Channel = .file, email: String? = nil, deliveries: [Delivery] = []) {
    self.channel = channel
    self.email = email
    self.deliveries = deliveries
  }

  /// An order file, and nobody known who takes it.
  public static let file = OrderRoute()
}

/// The form in which a photo is delivered.
public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
  case download
  /// Wants a delivery address.
  case print
}
