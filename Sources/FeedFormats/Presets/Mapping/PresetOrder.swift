import Foundation
import GalleryDomain

/// How photos of a service are bought.
struct PresetOrder: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// By links into the shop's own cart.
    case shopify, woocommerce
    /// As the feed says.
    case stated
  }

  var kind: Kind
  /// Looked up in the answer, for `stated`.
  var url: [PresetPath] = []
  var email: [PresetPath] = []
  var delivery: [PresetPath] = []

  /// What the kind of shop settles.
  ///
  /// - Parameter variables: Of the request: `base` and `origin`.
  func route(variables: [String: String]) -> OrderRoute? {
    func root(_ name: String) -> URL? {
      variables[name].flatMap { FeedAddress.web($0, relativeTo: "") }
    }
    switch kind {
    // A collection has a path, and the cart is the shop's.
    case .shopify: return root("origin").map { OrderRoute(channel: .shopify($0)) }
    // A shop may lie in a folder of its server.
    case .woocommerce: return root("base").map { OrderRoute(channel: .wooCommerce($0)) }
    case .stated: return nil
    }
  }

  /// What an answer says.
  ///
  /// - Parameter feed: Where the answer came from; nil for a file that does not say it.
  func route(in root: JSONValue, feed: URL?) -> OrderRoute? {
    guard kind == .stated else { return nil }
    func texts(_ paths: [PresetPath]) -> [String] {
      paths.lazy.map { $0.values(in: root).compactMap(\.lenientText) }.first { !$0.isEmpty } ?? []
    }
    return StatedOrderRoute(
      url: texts(url).first, email: texts(email).first, deliveries: texts(delivery)
    ).route(feed: feed)
  }
}

extension PresetFormat {
  public var orderRoute: OrderRoute? { preset.buying?.route(variables: values) }
}
