import Foundation

/// An order as this computer remembers it: what was ordered, when, where and for how much, and what became of it.
///
/// Who ordered is not in it: what was typed in the form is kept only until it is known what became of the order.
public struct RecordedOrder: Hashable, Sendable, Identifiable {
  /// The idempotency key.
  public let id: UUID
  /// Ours, such as `V-20261121-7F3K`.
  public let number: String
  public let createdAt: Date
  /// Names the source, as in stored baskets; nil in records of earlier versions.
  public let sourceID: String?
  /// What the source was called; cleaned.
  public let sourceTitle: String
  /// As they were ordered.
  public let items: [BasketItem]
  public var state: State
  /// Whether what was ordered may still stand in the basket, because the program ended before it was taken out.
  public var isInBasket: Bool

  /// What became of an order.
  public enum State: Hashable, Sendable {
    /// Sent, or about to be, and no answer says what became of it: the server may have it.
    case unanswered(host: String)
    /// The server has it, under a number of its own where it gave one.
    case accepted(host: String, number: String?, page: URL?)
    /// It is a file, to be sent by the user, who says when that is done.
    case written(json: FileReference, text: FileReference, isSent: Bool)
    /// The user went on in a shop's cart, by these links, and says when it was bought there.
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

  /// Whether it is not known if it was ordered.
  public var isUnanswered: Bool {
    if case .unanswered = state { true } else { false }
  }

  /// Whether it is up to the user to send or buy it, and they have not said so yet.
  public var awaitsUser: Bool {
    switch state {
    case .written(_, _, isSent: false), .checkout(_, isBought: false): true
    case .unanswered, .accepted, .written, .checkout, .notArrived: false
    }
  }
}

/// What the user says of an order that was recorded, or the program of the basket.
public enum OrderNote: Hashable, Sendable {
  /// An order without an answer never arrived: the next one is another order.
  case didNotArrive
  /// The file was sent, or the cart was bought.
  case done
  /// What was ordered is no longer in the basket.
  case outOfBasket
}
