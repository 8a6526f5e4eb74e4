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
  ///   - home: The user's home folder, which is shown as `~`.
  public init(_ placed: PlacedOrder, items: [BasketItem], home: String? = nil) {
    let photos = CountText.photos(items.count)
    let what = joined(
      [OrderText.names(of: items), BasketText.total(Basket(items: items))], by: " · ")
    switch placed.outcome {
    case .checkout(let links):
      title = "Checkout"
      let host = links.first.map { OrderText.host(of: $0.url) } ?? ""
      texts = [
        what,
        links.count == 1
          ? "This link adds \(photos) to the cart at \(host)"
          : "\(CountText.grouped(links.count)) links add \(photos) to the cart at \(host): "
            + "open them one after another",
        "The shop asks for name, address and payment. Saved as \(placed.number)",
      ]
      question = Question(
        title: "Did you complete the order?", text: "Yes removes its photos from the basket")
      self.links = links.map { link in
        let ids = Set(link.photoIDs)
        let names = OrderText.names(of: items.filter { ids.contains($0.id) })
        return OrderLink(
          title: links.count == 1 || names.isEmpty ? "The shop's cart" : names, url: link.url)
      }
    case .accepted(let host, let message, let page):
      title = "Order \(placed.number)"
      texts = [what, "\(host) accepted the order of \(photos)", message ?? ""].filter {
        !$0.isEmpty
      }
      question = nil
      links = page.map { [OrderLink(title: "The order's page", url: $0)] } ?? []
    case .written(let mail, let recipient):
      title = "Order \(placed.number)"
      texts = [
        what, "Order of \(photos) saved, not sent. Open it in your mail program, and send it",
      ]
      question = Question(
        title: "Did you send the order?",
        text: "Yes removes its photos from the basket; no keeps them")
      let mailTitle =
        recipient.map { "E-mail to \(TextCleaner.line($0, limit: .field))" }
        ?? "E-mail with the order (the seller gave no address)"
      links = [OrderLink(title: mailTitle, file: mail, home: home)].compactMap(\.self)
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
  /// The same with `~` for the user's home folder.
  public let shownAddress: String

  init(title: String, url: URL) {
    self.title = title
    self.url = url
    address = url.absoluteString
    shownAddress = address
  }

  init?(title: String, file: FileReference, home: String?) {
    guard let url = file.url else { return nil }
    self.title = title
    self.url = url
    address = TextCleaner.line(bytes: file.path, limit: .paragraphs)
    shownAddress = PlacesText.path(address, home: home)
  }
}
