import Foundation
import GalleryDomain

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

  /// `accepted by shop.example as S-118`, `not marked as sent: /…/V-1.eml`.
  public static func state(of order: RecordedOrder) -> String {
    switch order.state {
    case .unanswered(let host): "sent to \(host), no answer"
    case .accepted(let host, let number, _):
      "accepted by \(host)" + (number.map { " as \($0)" } ?? "")
    // What is left to do comes first, because the end may be cut off.
    case .written(_, let mail, isSent: false): "not marked as sent: \(path(mail))"
    case .written(_, let mail, isSent: true): "marked as sent: \(path(mail))"
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

  private static func path(_ file: FileReference) -> String {
    TextCleaner.line(bytes: file.path, limit: .paragraphs)
  }

  // MARK: The choice about an order without an answer

  static let choiceTitle = "Was it ordered?"

  /// Asked before the user asks again, or says that it did not arrive.
  static func choice(_ sentence: String, _ order: RecordedOrder) -> String {
    "\(sentence). It may have been ordered, as \(order.number). Ask again sends the same order under "
      + "the same number. Say that it did not arrive only if you know"
  }
}
