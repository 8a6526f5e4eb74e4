/// Reports how far a source has been read while it is being read, and changes to it later.
public protocol ObserveProgressUseCase {
  /// - Parameter progress: Called on the caller's actor at every change, never after `cancel()`.
  func execute(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)?

  /// - Parameter change: Called on the caller's actor at every change, never after `cancel()`.
  func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)?
}

@MainActor
public final class DefaultObserveProgressUseCase: ObserveProgressUseCase {
  private let repository: any PhotoRepository

  public init(repository: any PhotoRepository) {
    self.repository = repository
  }

  public func execute(
    _ progress: @escaping (SourceProgress) -> Void
  ) -> (any Cancellable)? {
    MainActorTask { [repository] in
      for await step in await repository.progress() {
        guard !Task.isCancelled else { return }
        progress(step)
      }
    }
  }

  public func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    MainActorTask { [repository] in
      for await step in await repository.changes() {
        guard !Task.isCancelled else { return }
        change(step)
      }
    }
  }
}
