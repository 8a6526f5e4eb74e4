import Foundation
import GalleryDomain

/// An order that was placed, in words: its number, what became of it, and the addresses where it goes on.
public struct OrderOutcome: Hashable, Sendable {
  /// Such as `Order 2026-11-0042`.
  public let title: String
  /// What happened, and what to do now: paragraphs.
  public let texts: [String]
  /// The shop's links, the order's page, or the mail: none, one or several.
  public let links: [OrderLink]
  /// Whether the person goes on in a shop's cart, so that the basket stays until they say that it may go.
  public let isCheckout: Bool
  /// What was ordered.
  public let orderedIDs: [Photo.ID]

  /// - Parameter items: What was ordered.
  public init(_ placed: PlacedOrder, items: [BasketItem]) {
    title = OrderOutcomeText.title(of: placed)
    texts = OrderOutcomeText.texts(of: placed, items: items)
    orderedIDs = items.map(\.id)
    switch placed.outcome {
    case .checkout(let links):
      isCheckout = true
      self.links = links.map {
        OrderLink(
          title: OrderOutcomeText.title(of: $0, items: items, isOnly: links.count == 1),
          url: $0.url, hasCode: true)
      }
    case .accepted(_, _, let page):
      isCheckout = false
      links = page.map { [OrderLink(title: "The order's page", url: $0, hasCode: true)] } ?? []
    case .written(_, _, let mail):
      isCheckout = false
      // A mail holds the whole order, far more than fits into a code on a screen.
      links = [OrderLink(title: OrderOutcomeText.mailTitle(mail), url: mail, hasCode: false)]
    }
  }
}

/// An address where an order goes on.
public struct OrderLink: Hashable, Sendable {
  /// What it is for, such as the photos that it puts into the cart.
  public let title: String
  public let url: URL
  /// Whether it makes sense on another device.
  public let hasCode: Bool

  /// As it is shown and copied: ASCII, without control characters.
  public var address: String { url.absoluteString }
}
