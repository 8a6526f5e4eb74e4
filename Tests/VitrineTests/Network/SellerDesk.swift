import FeedServerSupport
import Synchronization

/// A seller's web server: a feed that is one file, and an endpoint that accepts each order once, by its key.
final class SellerDesk: Sendable {
  struct Item: Sendable {
    var id: Int
    var name: String
    var price: String
    var isForSale = true
  }

  private struct State {
    var items = [
      Item(id: 1, name: "couple", price: "80.00"), Item(id: 2, name: "harbour", price: "45.50"),
      Item(id: 3, name: "fog", price: "99.00"),
    ]
    var orders: [String: Int] = [:]
  }

  private let state = Mutex(State())
  /// What happens to a response, by the number of previous order requests, over all keys.
  private let mishap: @Sendable (Int, Answer) -> Answer

  init(_ mishap: @escaping @Sendable (Int, Answer) -> Answer = { $1 }) {
    self.mishap = mishap
  }

  /// How often each order was requested, by its key.
  var orders: [String: Int] { state.withLock { $0.orders } }

  func offer(_ items: [Item]) {
    state.withLock { $0.items = items }
  }

  func answer(to request: FeedRequest) -> Answer {
    switch (request.method, request.path) {
    case ("GET", "/feed.json"): .json(feed)
    case ("POST", "/order"): take(request)
    default: .status(404)
    }
  }

  private var feed: String {
    let photos = state.withLock { $0.items }.map { item in
      """
      {"id": \(item.id), "name": "\(item.name)", "image_url": "pictures/\(item.id).jpg",
       "for_sale": \(item.isForSale), "price": "\(item.price)", "currency": "EUR"}
      """
    }
    return """
      {"name": "Ann's photos", "current_page": 1, "total_pages": 1, "order_url": "/order",
       "order_delivery": ["download", "print"], "photos": [\(photos.joined(separator: ","))]}
      """
  }

  private func take(_ request: FeedRequest) -> Answer {
    guard let key = request.header("Idempotency-Key") else { return .status(400) }
    let (earlier, number) = state.withLock { state in
      let earlier = state.orders.values.reduce(0, +)
      state.orders[key, default: 0] += 1
      return (earlier, state.orders.count)
    }
    return mishap(earlier, .json(#"{"number": "S-\#(number)", "message": "Thank you"}"#))
  }
}
