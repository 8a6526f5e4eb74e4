import Foundation
import GalleryDomain

/// A placed order in words: its number, its outcome, and links to continue.
public struct OrderOutcome: Hashable, Sendable {
  /// Such as `Order 2026-11-0042`.
  public let title: String
  /// What happened, and what to do now: paragraphs.
  public let texts: [String]
  /// The shop's links, the order's page, or the mail; may be empty.
  public let links: [OrderLink]
  /// Asked when the screen is closed, if the user has to send or to buy the order: the items stay in the basket until the
  /// user says that this is done. nil if there is nothing to ask.
  public let question: Question?

  public struct Question: Hashable, Sendable {
    public let title: String
    public let text: String
  }

  /// - Parameters:
  ///   - placed: What became of the order.
  ///   - items: The ordered items.
  public init(_ placed: PlacedOrder, items: [BasketItem]) {
    title = OrderOutcomeText.title(of: placed)
    texts = OrderOutcomeText.texts(of: placed, items: items)
    switch placed.outcome {
    case .checkout(let links):
      question = Question(
        title: "Did you complete the order?", text: "Yes removes its photos from the basket")
      self.links = links.map {
        OrderLink(
          title: OrderOutcomeText.title(of: $0, items: items, isOnly: links.count == 1),
          url: $0.url)
      }
    case .accepted(_, _, let page):
      question = nil
      links = page.map { [OrderLink(title: "The order's page", url: $0)] } ?? []
    case .written(_, _, _, let mail):
      question = Question(
        title: "Did you send the order?",
        text: "Yes removes its photos from the basket; no keeps them")
      // A `mailto:` address holds the whole order, far too long for display.
      links = [
        OrderLink(
          title: OrderOutcomeText.mailTitle(mail), url: mail,
          caption: OrderOutcomeText.mailCaption)
      ]
    }
  }
}

/// A link where an order continues.
public struct OrderLink: Hashable, Sendable {
  /// What it is for, such as the photos that it puts into the cart.
  public let title: String
  public let url: URL
  /// Shown instead of the address; nil shows the address itself.
  public var caption: String?

  /// As it is copied, and shown unless there is a caption: ASCII, without control characters.
  public var address: String { url.absoluteString }
}
