import Foundation
import GalleryDomain

/// The orders that were tried and did not come to an end, so that trying the same again is the same order.
struct OrderAttempts {
  /// What makes two orders the same: who orders what, for how much, from whom.
  private struct Content: Hashable {
    struct Line: Hashable {
      let id: Photo.ID
      let price: Price?
      let purchase: PurchaseReference?
    }

    let customer: OrderCustomer
    let lines: [Line]
    let channel: OrderRoute.Channel

    init(customer: OrderCustomer, items: [BasketItem], channel: OrderRoute.Channel) {
      self.customer = customer
      lines = items.map { Line(id: $0.id, price: $0.photo.price, purchase: $0.photo.purchase) }
      self.channel = channel
    }
  }

  private var orders: [Content: Order] = [:]

  /// The order that was tried before with the same content, as it was, else a new one.
  mutating func order(
    customer: OrderCustomer, items: [BasketItem], channel: OrderRoute.Channel,
    makeID: () -> UUID, now: () -> Date
  ) -> Order {
    let content = Content(customer: customer, items: items, channel: channel)
    if let order = orders[content] { return order }
    let order = Order(id: makeID(), createdAt: now(), customer: customer, items: items)
    orders[content] = order
    return order
  }

  /// Call when an order was placed: the same once more is another one.
  mutating func forgetAll() { orders = [:] }
}
