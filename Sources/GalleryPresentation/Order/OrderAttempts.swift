import Foundation
import GalleryDomain

/// Orders that were tried and not completed, so that trying the same again uses the same order and its key.
struct OrderAttempts: Equatable {
  /// What makes two orders the same: the customer, the items with their prices, and the channel.
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

  /// The order that was tried before with the same content, else a new one.
  mutating func order(
    customer: OrderCustomer, items: [BasketItem], channel: OrderRoute.Channel, now: Date,
    makeID: () -> UUID
  ) -> Order {
    let content = Content(customer: customer, items: items, channel: channel)
    if let order = orders[content] { return order }
    let order = Order(id: makeID(), createdAt: now, customer: customer, items: items)
    orders[content] = order
    return order
  }

  /// Call when an order was placed: after that, the same content is a new order.
  mutating func forgetAll() { orders = [:] }
}
