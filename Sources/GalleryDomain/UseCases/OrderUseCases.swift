/// Finds out how the photos of a source are bought.
public protocol FetchOrderRouteUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; with `.file` if the route
  ///   cannot be determined.
  /// - Returns: A token that cancels the request; nil if it has already ended.
  func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)?
}

/// Places an order with its source.
public protocol PlaceOrderUseCase {
  /// The same order may be passed again after a failure or a cancellation; it is placed only once.
  ///
  /// - Parameters:
  ///   - route: How its source sells.
  ///   - completion: Called once on the caller's actor, never after `cancel()`.
  /// - Returns: A token that cancels the order; nil if it has already ended. The server may have received the order
  ///   anyway.
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

  /// Records a note about an order, even if the caller goes away in the meantime.
  ///
  /// - Parameter completion: Called once on the caller's actor, with the orders as they are afterwards.
  func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void)
}

@MainActor
public final class DefaultFetchOrderRouteUseCase: FetchOrderRouteUseCase {
  private let repository: any OrderRepository

  public init(repository: any OrderRepository) {
    self.repository = repository
  }

  public func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)? {
    MainActorTask({ [repository] in await repository.route() }, then: completion)
  }
}

@MainActor
public final class DefaultPlaceOrderUseCase: PlaceOrderUseCase {
  private let repository: any OrderRepository
  private let baskets: (any BasketRepository)?

  /// - Parameters:
  ///   - repository: Places the orders.
  ///   - baskets: Where the ordered photos come from. The order is sent only after pending edits of the basket have
  ///     been stored, so that neither is lost if the program is killed during the order.
  public init(repository: any OrderRepository, baskets: (any BasketRepository)? = nil) {
    self.repository = repository
    self.baskets = baskets
  }

  public func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    MainActorTask(
      { [repository, baskets] () async throws(OrderError) in
        // Returns after the edits that were requested before. If they cannot be stored, the order is placed anyway.
        _ = try? await baskets?.basket()
        return try await repository.place(order, by: route)
      }, then: completion)
  }

  public func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    MainActorTask(
      { [repository] () async throws(OrderError) in try await repository.askAgain(order.id) },
      then: completion)
  }
}

@MainActor
public final class DefaultKeepOrdersUseCase: KeepOrdersUseCase {
  private let repository: any OrderRepository

  public init(repository: any OrderRepository) {
    self.repository = repository
  }

  public func fetch(completion: @escaping ([RecordedOrder]) -> Void) {
    _ = MainActorTask({ [repository] in await repository.orders() }, then: completion)
  }

  public func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void
  ) {
    _ = MainActorTask(
      { [repository] () async throws(OrderError) in
        try await repository.note(note, of: id)
        return await repository.orders()
      }, then: completion)
  }
}
