/// How the photos of a source are bought.
public protocol FetchOrderRouteUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; with `.file` if it cannot be
  ///   found out.
  /// - Returns: What cancels the request; nil if it has already ended.
  func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)?
}

/// Places an order with its source.
public protocol PlaceOrderUseCase {
  /// The same order may be passed again after a failure or a cancellation: it is placed only once.
  ///
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What cancels the order; nil if it has already ended. The server may have received the order
  ///   nevertheless.
  func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)?

  /// Sends an order without an answer again, unchanged. Completes like `execute`.
  func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)?
}

/// The remembered orders at a source.
public protocol KeepOrdersUseCase {
  /// - Parameter completion: Called once on the caller's actor, with the latest order first.
  func fetch(completion: @escaping ([RecordedOrder]) -> Void)

  /// Notes something about an order, even if the caller goes away meanwhile.
  ///
  /// - Parameter completion: Called once on the caller's actor, with the orders as they are then.
  func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void)
}
