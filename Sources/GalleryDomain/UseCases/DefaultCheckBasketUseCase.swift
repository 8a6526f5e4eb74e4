/// Goes through the pages of a source for the photos of a basket.
@MainActor
public final class DefaultCheckBasketUseCase: CheckBasketUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ photos: [Photo], completion: @escaping (BasketCheck) -> Void
  ) -> (any Cancellable)? {
    let search = BasketSearch(repository: repository)
    let task = Task { @MainActor in
      let check = await search.check(photos)
      guard !Task.isCancelled else { return }
      completion(check)
    }
    return TaskCancellable(task)
  }
}
