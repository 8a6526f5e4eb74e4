import Foundation

/// How the photos of a source are bought, according to the source.
public struct OrderRoute: Hashable, Sendable, Codable {
  public var channel: Channel
  /// Where to send an order by e-mail; nil if the source gives no address.
  public var email: String?
  /// The forms of delivery to choose from. Empty if the shop asks the customer itself.
  public var deliveries: [Delivery]
  /// Why no order can be sent to the channel's server, if that is known in advance.
  public var refusal: PhotoSourceError?

  /// `refusal` is found out each time.
  private enum CodingKeys: CodingKey {
    case channel, email, deliveries
  }

  public enum Channel: Hashable, Sendable, Codable {
    /// A Shopify shop, by its root, such as `https://shop.example`.
    case shopify(URL)
    /// A WooCommerce shop, by its root.
    case wooCommerce(URL)
    /// A server that accepts orders over http or https. The user confirms its host before anything is sent.
    case server(URL)
    /// None of the above: the order is written to a file.
    case file
  }

  public init(channel: Channel = .file, email: String? = nil, deliveries: [Delivery] = []) {
    self.channel = channel
    self.email = email
    self.deliveries = deliveries
  }

  /// An order file without a known recipient.
  public static let file = OrderRoute()
}

/// The form in which a photo is delivered.
public enum Delivery: String, Hashable, Sendable, Codable, CaseIterable {
  case download
  /// Needs a delivery address.
  case print
}
