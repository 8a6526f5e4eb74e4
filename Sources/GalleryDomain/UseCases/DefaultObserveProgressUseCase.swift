/// Bridges a repository's progress to a closure on the main actor.
@MainActor
public final class DefaultObserveProgressUseCase: ObserveProgressUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    let repository = repository
    let task = Task { @MainActor in
      for await step in await repository.progress() {
        guard !Task.isCancelled else { return }
        progress(step)
      }
    }
    return TaskCancellable(task)
  }
}
