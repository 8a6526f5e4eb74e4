import Foundation
import GalleryDomain

/// How the photos of a service are bought.
struct PresetOrder: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// With links into the shop's cart.
    case shopify, woocommerce
    /// As the feed states.
    case stated
  }

  private let kind: Kind
  /// Looked up in the response, for `stated`.
  private let url: [PresetPath]
  private let email: [PresetPath]
  private let delivery: [PresetPath]

  init(_ table: PresetTable) {
    kind = table.choice("kind", of: Kind.self) ?? .stated
    url = table.paths("url")
    email = table.paths("email")
    delivery = table.paths("delivery")
    if kind == .stated, url.isEmpty, email.isEmpty {
      table.note("url", "required: kind, url or email")
    }
  }

  /// The route that follows from the kind of shop.
  ///
  /// - Parameter variables: Those of the request: `base` and `origin`.
  func route(variables: [String: String]) -> OrderRoute? {
    func root(_ name: String) -> URL? { variables[name].flatMap { FeedAddress.web($0) } }
    switch kind {
    // A collection has a path, but the cart belongs to the shop.
    case .shopify: return root("origin").map { OrderRoute(channel: .shopify($0)) }
    // A shop may be in a folder on its server.
    case .woocommerce: return root("base").map { OrderRoute(channel: .wooCommerce($0)) }
    case .stated: return nil
    }
  }

  /// The route stated in a response.
  ///
  /// - Parameter feed: Where the response came from; nil for a file that doesn't say.
  func route(in scope: PresetScope, feed: URL?) -> OrderRoute? {
    guard kind == .stated else { return nil }
    let deliveries = delivery.lazy
      .map { $0.values(in: scope).compactMap(\.lenientText) }.first { !$0.isEmpty }
    return StatedOrderRoute(
      url: url.first(in: scope, \.lenientText), email: email.first(in: scope, \.lenientText),
      deliveries: deliveries ?? []
    ).route(feed: feed)
  }
}
