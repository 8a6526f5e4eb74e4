import Foundation
import GalleryDomain

/// A source whose route and answers come when the test says so.
public final class ScriptedOrders: FetchOrderRouteUseCase, PlaceOrderUseCase {
  private final class Question: Cancellable {
    var isCancelled = false
    func cancel() { isCancelled = true }
  }

  /// The immediate answer; nil for answers by hand.
  public var route: OrderRoute?
  public var answer: Result<PlacedOrder, OrderError>?
  /// Every order that was to be placed, and by which route.
  public private(set) var asked: [(order: Order, route: OrderRoute)] = []
  /// The orders that were asked about again.
  public private(set) var askedAgain: [RecordedOrder] = []
  private var routes: [(Question, (OrderRoute) -> Void)] = []
  private var placements: [(Question, (Result<PlacedOrder, OrderError>) -> Void)] = []

  public init() {}

  public var cancelledCount: Int { placements.count { $0.0.isCancelled } }

  public func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)? {
    if let route {
      completion(route)
      return nil
    }
    let question = Question()
    routes.append((question, completion))
    return question
  }

  public func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    asked.append((order, route))
    if let answer {
      completion(answer)
      return nil
    }
    let question = Question()
    placements.append((question, completion))
    return question
  }

  public func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    askedAgain.append(order)
    let question = Question()
    placements.append((question, completion))
    return question
  }

  /// Answers the latest question, or an earlier one, unless it was cancelled.
  public func tell(_ route: OrderRoute, question number: Int? = nil) {
    let (question, complete) = routes[number ?? routes.count - 1]
    if !question.isCancelled { complete(route) }
  }

  public func finish(_ result: Result<PlacedOrder, OrderError>, order: Int? = nil) {
    let (question, complete) = placements[order ?? placements.count - 1]
    if !question.isCancelled { complete(result) }
  }

  public func finish(_ outcome: PlacedOrder.Outcome) {
    finish(.success(PlacedOrder(number: "2026-0042", outcome: outcome)))
  }
}

extension OrderRoute {
  public static func server(_ address: String, deliveries: [Delivery] = []) -> OrderRoute {
    URL(string: address).map { OrderRoute(channel: .server($0), deliveries: deliveries) } ?? .file
  }

  public static let shop =
    URL(string: "https://shop.example").map { OrderRoute(channel: .shopify($0)) } ?? .file
  public static let prints = OrderRoute(deliveries: [.download, .print])
}
