import Foundation

/// An order as this computer remembers it: what was ordered, when, where, at what price, and with what result.
///
/// It doesn't include the customer: what was typed in the form is kept only until the outcome of the order is known.
public struct RecordedOrder: Hashable, Sendable, Identifiable {
  /// The idempotency key.
  public let id: UUID
  /// Our own number, such as `V-20261121-7F3K`.
  public let number: String
  public let createdAt: Date
  /// Identifies the source, as in stored baskets; nil in records written by earlier versions.
  public let sourceID: String?
  /// The title of the source; cleaned.
  public let sourceTitle: String
  /// The items as they were when ordered.
  public let items: [BasketItem]
  public var state: State
  /// Whether the ordered items may still be in the basket because the program ended before removing them.
  public var isInBasket: Bool

  /// The state of a recorded order.
  public enum State: Hashable, Sendable {
    /// Sent, or about to be sent, without an answer so far: the server may have it.
    case unanswered(host: String)
    /// The server has accepted it; `number` is the server's own, if it gave one.
    case accepted(host: String, number: String?, page: URL?)
    /// Written to files. The user sends the mail, and tells Vitrine when that is done. Of orders by 1.0 and earlier, `mail`
    /// is a text file.
    case written(json: FileReference, mail: FileReference, isSent: Bool)
    /// The user continues in the shop's cart through these links, and tells Vitrine when the purchase is complete.
    case checkout(links: [URL], isBought: Bool)
    /// The user says that it never arrived.
    case notArrived(host: String)
  }

  public init(
    id: UUID, number: String, createdAt: Date, sourceID: String?, sourceTitle: String,
    items: [BasketItem], state: State, isInBasket: Bool = false
  ) {
    self.id = id
    self.number = number
    self.createdAt = createdAt
    self.sourceID = sourceID
    self.sourceTitle = sourceTitle
    self.items = items
    self.state = state
    self.isInBasket = isInBasket
  }

  /// Whether its outcome is unknown.
  public var isUnanswered: Bool {
    if case .unanswered = state { true } else { false }
  }

  /// Whether the user still has to send or buy it, or hasn't confirmed doing so.
  public var awaitsUser: Bool {
    switch state {
    case .written(_, _, isSent: false), .checkout(_, isBought: false): true
    case .unanswered, .accepted, .written, .checkout, .notArrived: false
    }
  }
}

/// Something to note about a recorded order: by the user, or by the program about the basket.
public enum OrderNote: Hashable, Sendable {
  /// An order without an answer never arrived. Ordering again creates a new order.
  case didNotArrive
  /// The file was sent, or the cart was bought.
  case done
  /// The ordered items are no longer in the basket.
  case outOfBasket
}
