/// How the photos of a source are bought.
public protocol FetchOrderRouteUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; with `.file` where it cannot
  ///   be found out.
  /// - Returns: What calls it off; nil when it has ended already.
  func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)?
}

/// Places an order with its source.
public protocol PlaceOrderUseCase {
  /// The same order may be given again after a failure, or after it was called off: it is placed once.
  ///
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: What calls it off; nil when it has ended already. A server may have the order nevertheless.
  func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)?

  /// Sends an order without an answer once more, as it was. Completes as `execute`.
  func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)?
}

/// The orders at a source that are remembered.
public protocol KeepOrdersUseCase {
  /// - Parameter completion: Called once on the caller's actor, with the latest order first.
  func fetch(completion: @escaping ([RecordedOrder]) -> Void)

  /// Notes what the user says of an order; goes on to its end whatever becomes of the caller.
  ///
  /// - Parameter completion: Called once on the caller's actor, with the orders as they are then.
  func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void)
}
