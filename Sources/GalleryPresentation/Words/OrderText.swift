import Foundation
import GalleryDomain

/// The order form in words.
enum OrderText {
  static let nothingLeft = "nothing to order"
  static let refused = "can't send orders there"
  static let askAgain = "Ask again…"
  static let askingForRoute = "asking how to order"
  static let confirmationTitle = "Place order"

  /// `2 photos · €200.00 + CHF 80.00`: what can still be bought.
  static func items(of basket: Basket) -> String {
    joined([CountText.photos(basket.availableItems.count), BasketText.total(basket)], by: " · ")
  }

  /// What has changed since the photos were chosen, one line for each kind of change, and up to three for new prices.
  static func changes(in basket: Basket) -> [String] {
    let leftOut = [
      ("no longer available", BasketItemChange.gone), ("no longer for sale", .noLongerForSale),
    ].map { words, change in (words, basket.items.filter { $0.change == change }) }
    return leftOut.filter { !$0.1.isEmpty }.map { "Skipped, \($0.0): \(names(of: $0.1))" }
      + newPrices(basket.availableItems)
  }

  /// The names of photos, as many as fit on a line: `couple, harbour and 3 more`.
  ///
  /// - Parameters:
  ///   - withPrices: For `couple €80.00 and harbour`.
  ///   - now: For prices that have ended; without it, prices are those of an order.
  static func names(
    of items: [BasketItem], withPrices: Bool = false, now: Date = .distantPast
  ) -> String {
    let most = 3
    let shown = items.prefix(items.count > most ? most - 1 : most).map { item in
      let price = withPrices ? PriceText.text(of: item.photo, now: now) : nil
      return joined([name(of: item.photo), price], by: " ")
    }
    let rest = items.count - shown.count
    return rest == 0
      ? list(shown) : "\(joined(shown, by: ", ")) and \(CountText.grouped(rest)) more"
  }

  static func name(of photo: Photo) -> String {
    photo.name.isEmpty ? photo.id : ErrorText.short(photo.name)
  }

  /// Why nothing is ordered at prices that have ended; nil if none has.
  static func ended(
    _ items: [BasketItem], now: Date, dates: DateText
  ) -> (hint: String, sentence: String)? {
    let ended = items.map(\.photo).filter { $0.priceHasEnded(by: now) }
    guard let first = ended.first else { return nil }
    let rest = ended.count > 1 ? " and \(CountText.grouped(ended.count - 1)) more" : ""
    let price = PriceText.text(of: first, now: now, dates: dates).map { " (\($0))" } ?? ""
    let what = "the current price of \(name(of: first))\(rest)"
    return (
      "waiting for \(what)",
      "Nothing is ordered yet: \(what) isn't known\(price). The source is asked for it; if no answer comes, refresh the list"
    )
  }

  private static func newPrices(_ items: [BasketItem]) -> [String] {
    let lines = items.compactMap { item -> String? in
      guard case .priceChanged(let old) = item.change else { return nil }
      let was = old.map(PriceText.text) ?? "none"
      let now = item.photo.price.map(PriceText.text) ?? "none"
      return "New price: \(name(of: item.photo)) \(now) (was \(was))"
    }
    let most = 3
    guard lines.count > most else { return lines }
    let rest = lines.count - most + 1
    return lines.prefix(most - 1) + ["New prices for \(CountText.grouped(rest)) more"]
  }

  // MARK: The route

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
        ?? "Saves the order and an e-mail with it; the seller gave no address"
    }
  }

  /// `Send name and e-mail to orders.example?`
  static func confirmation(sent: [String], to url: URL) -> String {
    let what = sent.isEmpty ? "the order" : list(sent)
    let warning = url.scheme?.lowercased() == "https" ? "" : ", not encrypted"
    return "Send \(what) to \(host(of: url))\(warning)?"
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
    "\(CountText.count(count, "character")) too many"
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
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(joined(words.dropLast(), by: ", ")) and \(last)"
  }
}

/// Why an order was not placed, in words: what happened, and what to do. The form keeps what was typed.
///
/// *Nothing was ordered* is said only if that is certain.
enum OrderErrorText {
  /// - Parameter items: The ordered items, for the names of photos.
  static func message(for error: OrderError, items: [BasketItem]) -> String {
    switch error {
    case .notSent(let cause):
      return "\(ErrorText.title(for: cause)). Nothing was ordered. \(advice(after: cause))"
    case .refused(let host, let status, let message):
      return "\(refusal(host, status, message)). Nothing was ordered. "
        + (status == 429 || (500..<600).contains(status)
          ? "Place it again later" : "Correct the order, or ask the seller")
    case .unanswered(let order, let uncertainty):
      return "\(sentence(uncertainty)). It may have been ordered: ask again, or "
        + "ask the seller about \(order.number)"
    case .unsettled(let order):
      return "Order \(order.number) has no answer yet. Ask again, or say that it did not arrive"
    case .busy:
      return "Another Vitrine is placing an order. Nothing was sent. Retry in a moment"
    case .noLongerOpen:
      return "That order is no longer open. The order history says what became of it"
    case .notSold(let ids):
      let ids = Set(ids)
      let named = OrderText.names(of: items.filter { ids.contains($0.id) })
      return "The shop has no link for \(named.isEmpty ? "these photos" : named). "
        + "Remove them from the basket to order the rest"
    case .unwritable(let path):
      return "Can't write \(ErrorText.short(path, 48)). Nothing was sent. "
        + "Check the disk space and permissions, then place the order again"
    case .cancelled: return "Cancelled. Nothing was ordered"
    }
  }

  /// What happened to an order that may have been placed.
  static func sentence(_ uncertainty: OrderUncertainty) -> String {
    switch uncertainty {
    case .lost(.cancelled): return "Cancelled"
    case .lost(let cause): return ErrorText.title(for: cause)
    case .failed(let host, let status, let message): return refusal(host, status, message)
    case .notUnderstood(let host, let beginning):
      let start = beginning.isEmpty ? "it is empty" : "it begins with \(ErrorText.start(beginning))"
      return "Unexpected response from \(ErrorText.short(host)): \(start)"
    }
  }

  private static func refusal(_ host: String, _ status: Int, _ message: String?) -> String {
    let reason = message.map { $0.isEmpty ? "" : ": \(ErrorText.start($0, 120))" } ?? ""
    let verb = status < 500 ? "refused the order" : "failed"
    return "\(ErrorText.short(host)) \(verb) (\(status))\(reason)"
  }

  private static func advice(after cause: PhotoSourceError) -> String {
    switch cause {
    case .hostNotFound, .connectionFailed, .noNetwork, .timedOut:
      "Check the connection, then place the order again"
    default: "Ask the seller"
    }
  }
}

/// Remembered orders in words.
public enum OrderHistoryText {
  public static let title = "Orders"
  public static func empty(_ keys: KeyHints) -> StateText {
    StateText(
      title: "No orders yet",
      advice: "Orders from this source are listed here; \(keys.leaveOrders) goes back")
  }

  static let didNotArrive = "Marked as not arrived. You can order again"

  /// `An order of 2 photos to shop.example at 14:02 was sent; no answer came`.
  static func unanswered(_ order: RecordedOrder, dates: DateText, now: Date) -> String {
    let time = dates.minute(of: order.createdAt)
    let isToday = dates.day(of: order.createdAt) == dates.day(of: now)
    let when = time.isEmpty ? "" : isToday ? " at \(time.suffix(5))" : " on \(time)"
    return "An order of \(CountText.photos(order.items.count)) to \(ErrorText.short(host(order)))"
      + "\(when) was sent; no answer came"
  }

  /// `These photos are in order V-20261121-7F3K, which isn't marked as sent`, `2 of these photos are in …`.
  static func repetition(of order: RecordedOrder, count: Int, among total: Int) -> String {
    let photos =
      total == 1
      ? "This photo is"
      : count == total
        ? "These photos are"
        : "\(CountText.grouped(count)) of these photos \(count == 1 ? "is" : "are")"
    let done = if case .checkout = order.state { "bought" } else { "sent" }
    return "\(photos) in order \(order.number), which isn't marked as \(done)"
  }

  /// `accepted by shop.example as S-118`, `not marked as sent: /…/V-1.eml`.
  static func state(of order: RecordedOrder, home: String?) -> String {
    switch order.state {
    case .unanswered(let host): "sent to \(host), no answer"
    case .accepted(let host, let number, _):
      "accepted by \(host)" + (number.map { " as \($0)" } ?? "")
    // What is left to do comes first, because the end may be cut off.
    case .written(_, let mail, isSent: false): "not marked as sent: \(path(mail, home))"
    case .written(_, let mail, isSent: true): "marked as sent: \(path(mail, home))"
    case .checkout(_, isBought: false): "not marked as bought: cart of \(host(order))"
    case .checkout(_, isBought: true): "bought from \(host(order))"
    case .notArrived(let host): "sent to \(host), did not arrive"
    }
  }

  /// Why something could not be recorded.
  public static func failure(_ error: OrderError) -> String {
    switch error {
    case .unwritable(let path):
      "Can't write \(ErrorText.short(path, 48)). Nothing was changed"
    default: OrderErrorText.message(for: error, items: [])
    }
  }

  static func done(_ order: RecordedOrder) -> String {
    switch order.state {
    case .checkout: "Marked as bought"
    default: "Marked as sent"
    }
  }

  /// Where it was sent: a host; empty for a file.
  public static func host(_ order: RecordedOrder) -> String {
    switch order.state {
    case .unanswered(let host), .accepted(let host, _, _), .notArrived(let host): host
    case .checkout(let links, _): links.first.map { OrderText.host(of: $0) } ?? "the shop"
    case .written: ""
    }
  }

  private static func path(_ file: FileReference, _ home: String?) -> String {
    PlacesText.path(TextCleaner.line(bytes: file.path, limit: .paragraphs), home: home)
  }

  // MARK: The choice about an order without an answer

  static let choiceTitle = "Was it ordered?"

  /// Asked before the user asks again, or says that it did not arrive.
  static func choice(_ sentence: String, _ order: RecordedOrder) -> String {
    "\(sentence). It may have been ordered, as \(order.number). Ask again sends the same order under "
      + "the same number. Say that it did not arrive only if you know"
  }
}
