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
  /// Asked when the screen is left, where it is up to the user to send or to buy what was ordered: the basket stays
  /// until they say that this is done. nil where there is nothing to say.
  public let question: Question?

  public struct Question: Hashable, Sendable {
    public let title: String
    public let text: String
  }

  /// - Parameter items: What was ordered.
  public init(_ placed: PlacedOrder, items: [BasketItem]) {
    title = OrderOutcomeText.title(of: placed)
    texts = OrderOutcomeText.texts(of: placed, items: items)
    switch placed.outcome {
    case .checkout(let links):
      question = Question(
        title: "Ordered in the shop?", text: "Then what was ordered leaves the basket.")
      self.links = links.map {
        OrderLink(
          title: OrderOutcomeText.title(of: $0, items: items, isOnly: links.count == 1),
          url: $0.url, hasCode: true)
      }
    case .accepted(_, _, let page):
      question = nil
      links = page.map { [OrderLink(title: "The order's page", url: $0, hasCode: true)] } ?? []
    case .written(_, _, let mail):
      question = Question(
        title: "Was it sent?",
        text: "Then what was ordered leaves the basket. Until you say so, it stays there.")
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
