import Foundation
import GalleryDomain

/// The texts of the order form.
enum OrderText {
  static let nothingLeft = "nothing to order"
  static let refused = "can't send orders there"
  static let askAgain = "Ask again…"
  static let askingForRoute = "asking how to order"
  static let confirmationTitle = "Place order"

  /// `2 photos · €200.00 + CHF 80.00`: what can still be bought.
  static func items(of basket: Basket, prices: PriceText) -> String {
    joined(
      [
        CountText.photos(basket.availableItems.count),
        BasketText.total(basket, prices: prices),
      ], by: " · ")
  }

  /// What has changed since the photos were chosen, one line for each kind of change, and up to three for new prices.
  ///
  /// - Parameter takenOut: Items that another program removed while the form is shown.
  static func changes(
    in basket: Basket, takenOut: [BasketItem], prices: PriceText
  ) -> [String] {
    let gone = basket.items.filter { $0.change == .gone }
    let notForSale = basket.items.filter { $0.change == .noLongerForSale }
    let leftOut = [
      ("no longer available", gone), ("no longer for sale", notForSale),
      ("removed from the basket elsewhere", takenOut),
    ]
    return leftOut.filter { !$0.1.isEmpty }.map { "Skipped, \($0.0): \(names(of: $0.1))" }
      + newPrices(basket.availableItems, prices: prices)
  }

  /// The names of photos, as many as fit on a line: `couple, harbour and 3 more`.
  ///
  /// - Parameters:
  ///   - prices: For `couple €80.00 and harbour`; nil for the names alone.
  ///   - now: For prices that have ended; without it, prices are those of an order.
  static func names(
    of items: [BasketItem], prices: PriceText? = nil, now: Date = .distantPast
  ) -> String {
    let most = 3
    let shown = items.prefix(items.count > most ? most - 1 : most).map { item in
      let price = prices?.text(of: item.photo, now: now)
      return joined([name(of: item.photo), price], by: " ")
    }
    let rest = items.count - shown.count
    guard rest == 0 else {
      return "\(joined(shown, by: ", ")) and \(CountText.grouped(rest)) more"
    }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return "\(joined(shown.dropLast(), by: ", ")) and \(last)"
  }

  private static func name(of photo: Photo) -> String {
    photo.name.isEmpty ? photo.id : ErrorText.short(photo.name)
  }

  /// Why nothing is ordered at prices that have ended; nil if none has.
  static func ended(
    _ items: [BasketItem], now: Date, dates: DateText
  ) -> (hint: String, sentence: String)? {
    let ended = items.map(\.photo).filter { $0.priceHasEnded(by: now) }
    guard let first = ended.first else { return nil }
    let rest = ended.count > 1 ? " and \(CountText.grouped(ended.count - 1)) more" : ""
    let price = PriceText().text(of: first, now: now, dates: dates).map { " (\($0))" } ?? ""
    let what = "the present price of \(name(of: first))\(rest)"
    return (
      "waiting for \(what)",
      "Nothing is ordered yet: \(what) isn't known\(price). The source is asked for it; if no answer comes, refresh the list"
    )
  }

  private static func newPrices(_ items: [BasketItem], prices: PriceText) -> [String] {
    let lines = items.compactMap { item -> String? in
      guard case .priceChanged(let old) = item.change else { return nil }
      let was = old.map(prices.text) ?? "none"
      let now = item.photo.price.map(prices.text) ?? "none"
      return "New price: \(name(of: item.photo)) \(now) (was \(was))"
    }
    let most = 3
    guard lines.count > most else { return lines }
    let rest = lines.count - most + 1
    return lines.prefix(most - 1) + ["New prices for \(CountText.grouped(rest)) more"]
  }

  // MARK: The route

  static func title(of delivery: Delivery) -> String {
    switch delivery {
    case .download: "download"
    case .print: "print"
    }
  }

  static func place(by route: OrderRoute?) -> String {
    route?.channel.isCheckout == true ? "Open the shop's checkout" : "Place order"
  }

  static func destination(of route: OrderRoute?) -> String {
    guard let route else { return "" }
    if let refusal = route.refusal {
      return "Can't send orders: \(ErrorText.message(for: refusal))"
    }
    switch route.channel {
    case .shopify(let url), .wooCommerce(let url):
      return "\(host(of: url)) asks for name, address and payment"
    case .server(let url): return "Sends the order to \(host(of: url))"
    case .file:
      return route.email.map { "Saves the order as a file and prepares an e-mail to \($0)" }
        ?? "Saves the order as a file and prepares an e-mail to the seller"
    }
  }

  /// `Send name and e-mail to orders.example?`
  static func confirmation(sent: [String], to url: URL) -> String {
    let encrypted = url.scheme?.lowercased() == "https"
    return "Send \(list(sent)) to \(host(of: url))\(encrypted ? "" : ", not encrypted")?"
  }

  static func calledOff(_ route: OrderRoute?) -> String {
    guard case .server = route?.channel else { return "Cancelled" }
    return "Cancelled. If it was sent already, it may have been ordered"
  }

  /// The host with its port, for the user to check: an international name is shown as it is sent.
  static func host(of url: URL) -> String {
    let host = TextCleaner.line(url.host(percentEncoded: true) ?? "", limit: .field)
    return url.port.map { "\(host):\($0)" } ?? host
  }

  // MARK: Fields

  static let needed = "required"

  /// What is missing, else the first fault; nil if there is nothing.
  static func hindrance(in fields: [OrderField]) -> String? {
    let missing = fields.filter { $0.validation == .empty(isRequired: true) }
    if !missing.isEmpty { return "\(list(missing.map { $0.label.lowercased() })) required" }
    for field in fields {
      if case .failed(let reason) = field.validation {
        return "\(field.label.lowercased()): \(reason)"
      }
    }
    return nil
  }

  static func letterFault(_ text: String) -> String? {
    text.contains(where: \.isLetter) ? nil : "must contain a letter"
  }

  static func tooLong(by count: Int) -> String {
    "\(CountText.grouped(count)) \(count == 1 ? "character" : "characters") too many"
  }

  static func count(_ count: Int, of limit: Int) -> String {
    "\(CountText.grouped(count)) of \(CountText.grouped(limit))"
  }

  /// The most bytes of an e-mail address: a path has 256, with its angle brackets (RFC 5321, section 4.5.3.1.3).
  static let emailLimit = 254

  /// The first fault of the part of an e-mail address that can be checked before it is used: one `@` with something on both
  /// sides, a dot after it, and no space. The server that gets the mail checks the rest.
  static func emailFault(_ text: String) -> String? {
    if text.contains(where: \.isWhitespace) { return "contains a space" }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return "no @" }
    guard parts.count == 2 else { return "more than one @" }
    if parts[0].isEmpty { return "nothing before the @" }
    if parts[1].isEmpty { return "nothing after the @" }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else {
      return "not a complete address"
    }
    return text.utf8.count > emailLimit ? "over \(emailLimit) characters" : nil
  }

  /// `name, e-mail and note`.
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "the order" }
    return "\(joined(words.dropLast(), by: ", ")) and \(last)"
  }
}
