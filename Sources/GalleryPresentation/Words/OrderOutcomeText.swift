import Foundation
import GalleryDomain

/// What became of an order, in words.
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
          ? "This link puts \(photos) into the cart of \(host)."
          : "\(CountText.grouped(links.count)) links put \(photos) into the cart of \(host): "
            + "open one after the other.",
        "The shop asks for name, address and payment. Noted here as \(placed.number)",
      ]
    case .accepted(let host, let message, _):
      return ["\(host) has taken the order of \(photos).", message ?? ""].filter { !$0.isEmpty }
    case .written(let json, let text, _):
      return [
        "The order of \(photos) was written; it is not sent yet. Send the mail, or one of the files:",
        path(text), path(json),
      ]
    }
  }

  /// What a cart link is for.
  static func title(of link: CheckoutLink, items: [BasketItem], isOnly: Bool) -> String {
    let ids = Set(link.photoIDs)
    let names = OrderText.names(of: items.filter { ids.contains($0.id) })
    return isOnly || names.isEmpty ? "The shop's cart" : names
  }

  static func mailTitle(_ mail: URL) -> String {
    let address = mail.absoluteString.dropFirst("mailto:".count).prefix { $0 != "?" }
    guard !address.isEmpty else { return "Mail with the order; the source names no address" }
    let decoded = address.removingPercentEncoding ?? String(address)
    return "Mail to \(TextCleaner.line(decoded, limit: .field))"
  }

  private static func path(_ file: FileReference) -> String {
    TextCleaner.line(bytes: file.path, limit: .paragraphs)
  }
}
