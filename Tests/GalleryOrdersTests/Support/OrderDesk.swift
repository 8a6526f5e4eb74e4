import FeedServerSupport
import Foundation
import Synchronization

/// An order server as `docs/order-server.md` asks for one: an order for each key, however often it is asked.
final class OrderDesk: Sendable {
  private let orders = Mutex<[String: Int]>([:])
  /// What happens on the way to the answer, by the request's number.
  private let mishap: @Sendable (FeedRequest, Answer) -> Answer

  init(_ mishap: @escaping @Sendable (FeedRequest, Answer) -> Answer = { $1 }) {
    self.mishap = mishap
  }

  /// Orders that were placed, with how often each was asked for.
  var keys: [String: Int] { orders.withLock { $0 } }

  func answer(to request: FeedRequest) -> Answer {
    guard request.method == "POST", let key = request.header("Idempotency-Key") else {
      return .status(400)
    }
    let number = orders.withLock { orders in
      orders[key, default: 0] += 1
      return orders.count
    }
    let answer = Answer.json(
      #"{"number":"S-\#(number)","message":"Thank you","url":"/orders/\#(number)"}"#)
    return mishap(request, answer)
  }
}
