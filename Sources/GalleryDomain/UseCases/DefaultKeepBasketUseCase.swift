/// Bridges a repository to closures on the main actor.
@MainActor
public final class DefaultKeepBasketUseCase: KeepBasketUseCase {
  private let repository: any BasketRepository

  public init(repository: any BasketRepository) {
    self.repository = repository
  }

  public func fetch(completion: @escaping (Result<Basket, BasketError>) -> Void) {
    let repository = repository
    Task { @MainActor in
      let result: Result<Basket, BasketError>
      do throws(BasketError) {
        result = .success(try await repository.basket())
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
  }

  public func execute(
    _ edit: BasketEdit, completion: @escaping (Result<Basket, BasketError>) -> Void
  ) {
    let repository = repository
    Task { @MainActor in
      let result: Result<Basket, BasketError>
      do throws(BasketError) {
        result = .success(try await repository.apply(edit))
      } catch {
        result = .failure(error)
      }
      completion(result)
    }
  }

  public func observe(_ changed: @escaping () -> Void) -> (any Cancellable)? {
    let repository = repository
    return TaskCancellable(
      Task { @MainActor in
        for await _ in repository.changes() {
          guard !Task.isCancelled else { return }
          changed()
        }
      })
  }
}
