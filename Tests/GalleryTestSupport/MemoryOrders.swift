import Foundation
import GalleryDomain

/// Orders in memory, answered immediately.
public final class MemoryOrders: KeepOrdersUseCase {
  /// The latest first.
  public var orders: [RecordedOrder]
  /// The notes, in order.
  public private(set) var notes: [OrderNote] = []
  /// Why notes fail; nil if they don't.
  public var error: OrderError?

  public init(_ orders: [RecordedOrder] = []) {
    self.orders = orders
  }

  public func fetch(completion: @escaping ([RecordedOrder]) -> Void) { completion(orders) }

  public func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void
  ) {
    if let error { return completion(.failure(error)) }
    notes.append(note)
    if let index = orders.firstIndex(where: { $0.id == id }) {
      switch (note, orders[index].state) {
      case (.didNotArrive, .unanswered(let host)): orders[index].state = .notArrived(host: host)
      case (.done, .written(let json, let mail, _)):
        orders[index].state = .written(json: json, mail: mail, isSent: true)
      case (.done, .checkout(let links, _)):
        orders[index].state = .checkout(links: links, isBought: true)
      case (.outOfBasket, _): orders[index].isInBasket = false
      case (.didNotArrive, _), (.done, _): break
      }
    }
    completion(.success(orders))
  }
}

extension RecordedOrder {
  /// An order of which a test sets only what matters; placed on 2023-11-14 at 22:13:20 UTC.
  public static func stub(
    _ state: State = .unanswered(host: "orders.example"), id: UUID? = nil,
    number: String = "V-20231114-2345",
    items: [BasketItem] = [.stub(id: "couple", name: "couple"), .stub(id: "street")],
    isInBasket: Bool = false
  ) -> RecordedOrder {
    RecordedOrder(
      id: id
        ?? UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, UInt8(number.utf8.last ?? 0))),
      number: number, createdAt: Date(timeIntervalSince1970: 1_700_000_000), sourceID: "s",
      sourceTitle: "Popular", items: items, state: state, isInBasket: isInBasket)
  }
}
