/// Places orders with one source.
public protocol OrderRepository: Sendable {
  /// How the source's photos are bought. May ask the network; answers `.file` where it cannot be found out.
  func route() async -> OrderRoute

  /// Places an order, and keeps a record of it in the state folder.
  ///
  /// Safe to call again with the same order after a failure: a server gets the same idempotency key.
  /// Cancelled with its task.
  func place(_ order: Order, by route: OrderRoute) async throws(OrderError) -> PlacedOrder
}
