import Foundation

/// An order as it is placed.
public struct Order: Hashable, Sendable, Identifiable {
  /// The idempotency key: stays the same when the order is placed again.
  public let id: UUID
  public let createdAt: Date
  public let customer: OrderCustomer
  /// The ordered items; all of them are available.
  public let items: [BasketItem]

  public init(id: UUID, createdAt: Date, customer: OrderCustomer, items: [BasketItem]) {
    self.id = id
    self.createdAt = createdAt
    self.customer = customer
    self.items = items
  }
}

/// The customer, as entered in the form; cleaned.
public struct OrderCustomer: Hashable, Sendable {
  public var name: String
  public var email: String
  /// May have several lines; empty if the customer wrote none.
  public var note: String
  public var delivery: Delivery?
  /// Where prints are sent; nil if nothing is sent by post.
  public var address: String?

  public init(
    name: String, email: String, note: String = "", delivery: Delivery? = nil,
    address: String? = nil
  ) {
    self.name = name
    self.email = email
    self.note = note
    self.delivery = delivery
    self.address = address
  }
}
