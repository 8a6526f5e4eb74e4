/// Bridges a repository's queries to closures on the main actor.
@MainActor
public final class DefaultFetchRecentQueriesUseCase: FetchRecentQueriesUseCase {
  private let repository: any RecentQueriesRepository
  private let limit: Int

  public init(repository: any RecentQueriesRepository, limit: Int = 20) {
    self.repository = repository
    self.limit = limit
  }

  public func execute(completion: @escaping ([String]) -> Void) -> (any Cancellable)? {
    let (repository, limit) = (repository, limit)
    let task = Task { @MainActor in
      let queries = await repository.recentQueries(limit: limit)
      guard !Task.isCancelled else { return }
      completion(queries)
    }
    return TaskCancellable(task)
  }
}

/// Saves in the background; failures are ignored, as this is only a convenience.
@MainActor
public final class DefaultSaveRecentQueryUseCase: SaveRecentQueryUseCase {
  private let repository: any RecentQueriesRepository

  public init(repository: any RecentQueriesRepository) {
    self.repository = repository
  }

  public func execute(_ query: String) {
    let repository = repository
    Task { await repository.save(query) }
  }
}
