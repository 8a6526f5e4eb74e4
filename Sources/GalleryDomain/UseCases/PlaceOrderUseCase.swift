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
}
