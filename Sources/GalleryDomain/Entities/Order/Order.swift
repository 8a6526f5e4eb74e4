import Foundation

/// An order that is ready to be placed. All fields were validated.
public struct Order: Hashable, Sendable, Identifiable {
  /// Stays the same when the order is tried again: the idempotency key.
  public let id: UUID
  public let createdAt: Date
  public let customer: OrderCustomer
  /// What is ordered; all of it is available.
  public let items: [BasketItem]

  public init(id: UUID, createdAt: Date, customer: OrderCustomer, items: [BasketItem]) {
    self.id = id
    self.createdAt = createdAt
    self.customer = customer
    self.items = items
  }
}

/// Who orders, as the form says; cleaned.
public struct OrderCustomer: Hashable, Sendable {
  public var name: String
  public var email: String
  /// May have several lines; empty for none.
  public var note: String
  public var delivery: Delivery?
  /// Where prints go; nil where nothing is sent by post.
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
