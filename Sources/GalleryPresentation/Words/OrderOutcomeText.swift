import Foundation
import GalleryDomain

/// The outcome of an order, in words.
enum OrderOutcomeText {
  static func title(of placed: PlacedOrder) -> String {
    switch placed.outcome {
    case .checkout: "Checkout"
    case .accepted, .written: "Order \(placed.number)"
    }
  }

  static func texts(of placed: PlacedOrder, items: [BasketItem]) -> [String] {
    let photos = CountText.photos(items.count)
    switch placed.outcome {
    case .checkout(let links):
      let host = links.first.map { OrderText.host(of: $0.url) } ?? ""
      return [
        links.count == 1
          ? "This link adds \(photos) to the cart at \(host)"
          : "\(CountText.grouped(links.count)) links add \(photos) to the cart at \(host): "
            + "open them one after another",
        "The shop asks for name, address and payment. Saved as \(placed.number)",
      ]
    case .accepted(let host, let message, _):
      return ["\(host) accepted the order of \(photos)", message ?? ""].filter { !$0.isEmpty }
    case .written:
      return ["Order of \(photos) saved, not sent. Open it in your mail program, and send it"]
    }
  }

  /// The title of a cart link.
  static func title(of link: CheckoutLink, items: [BasketItem], isOnly: Bool) -> String {
    let ids = Set(link.photoIDs)
    let names = OrderText.names(of: items.filter { ids.contains($0.id) })
    return isOnly || names.isEmpty ? "The shop's cart" : names
  }

  static func mailTitle(recipient: String?) -> String {
    guard let recipient else { return "E-mail with the order (the seller gave no address)" }
    return "E-mail to \(TextCleaner.line(recipient, limit: .field))"
  }
}
