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
    let task = Task { @MainActor in
      let result: Result<PlacedOrder, OrderError>
      do throws(OrderError) {
        result = .success(try await repository.place(order, by: route))
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled else { return }
      completion(result)
    }
    return TaskCancellable(task)
  }
}
