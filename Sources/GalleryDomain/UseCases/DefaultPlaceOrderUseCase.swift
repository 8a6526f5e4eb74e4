/// Bridges a repository's route to a closure on the main actor.
@MainActor
public final class DefaultFetchOrderRouteUseCase: FetchOrderRouteUseCase {
  private let repository: any OrderRepository

  public init(repository: any OrderRepository) {
    self.repository = repository
  }

  public func execute(completion: @escaping (OrderRoute) -> Void) -> (any Cancellable)? {
    let repository = repository
    let task = Task { @MainActor in
      let route = await repository.route()
      guard !Task.isCancelled else { return }
      completion(route)
    }
    return TaskCancellable(task)
  }
}

/// Bridges a repository's orders to closures on the main actor.
@MainActor
public final class DefaultPlaceOrderUseCase: PlaceOrderUseCase {
  private let repository: any OrderRepository

  public init(repository: any OrderRepository) {
    self.repository = repository
  }

  public func execute(
    _ order: Order, by route: OrderRoute,
    completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    let repository = repository
    return perform(completion) { () async throws(OrderError) in
      try await repository.place(order, by: route)
    }
  }

  public func askAgain(
    _ order: RecordedOrder, completion: @escaping (Result<PlacedOrder, OrderError>) -> Void
  ) -> (any Cancellable)? {
    let repository = repository
    return perform(completion) { () async throws(OrderError) in
      try await repository.askAgain(order.id)
    }
  }

  private func perform(
    _ completion: @escaping (Result<PlacedOrder, OrderError>) -> Void,
    _ work: @escaping () async throws(OrderError) -> PlacedOrder
  ) -> any Cancellable {
    TaskCancellable(
      Task { @MainActor in
        let result: Result<PlacedOrder, OrderError>
        do throws(OrderError) {
          result = .success(try await work())
        } catch {
          result = .failure(error)
        }
        guard !Task.isCancelled else { return }
        completion(result)
      })
  }
}

/// Bridges the orders that a repository remembers to closures on the main actor.
@MainActor
public final class DefaultKeepOrdersUseCase: KeepOrdersUseCase {
  private let repository: any OrderRepository

  public init(repository: any OrderRepository) {
    self.repository = repository
  }

  public func fetch(completion: @escaping ([RecordedOrder]) -> Void) {
    let repository = repository
    Task { @MainActor in completion(await repository.orders()) }
  }

  public func execute(
    _ note: OrderNote, of id: RecordedOrder.ID,
    completion: @escaping (Result<[RecordedOrder], OrderError>) -> Void
  ) {
    let repository = repository
    Task { @MainActor in
      do throws(OrderError) {
        try await repository.note(note, of: id)
        completion(.success(await repository.orders()))
      } catch {
        completion(.failure(error))
      }
    }
  }
}
