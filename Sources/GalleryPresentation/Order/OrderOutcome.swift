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
    case .written(let mail, let recipient):
      question = Question(
        title: "Did you send the order?",
        text: "Yes removes its photos from the basket; no keeps them")
      let link = OrderLink(title: OrderOutcomeText.mailTitle(recipient: recipient), file: mail)
      links = [link].compactMap(\.self)
    }
  }
}

/// A link where an order continues.
public struct OrderLink: Hashable, Sendable {
  /// What it is for, such as the photos that it puts into the cart.
  public let title: String
  public let url: URL
  /// As it is shown and copied: a URL in ASCII, or the path of a file; without control characters.
  public let address: String

  init(title: String, url: URL) {
    self.title = title
    self.url = url
    address = url.absoluteString
  }

  init?(title: String, file: FileReference) {
    guard let url = file.url else { return nil }
    self.title = title
    self.url = url
    address = TextCleaner.line(bytes: file.path, limit: .paragraphs)
  }
}
