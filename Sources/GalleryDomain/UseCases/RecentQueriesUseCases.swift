/// Fetches the earlier searches in this source.
public protocol FetchRecentQueriesUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; the latest first.
  func execute(completion: @escaping ([String]) -> Void) -> (any Cancellable)?
}

/// Remembers a search.
public protocol SaveRecentQueryUseCase {
  /// Call after a successful search.
  func execute(_ query: String)
}

@MainActor
public final class DefaultFetchRecentQueriesUseCase: FetchRecentQueriesUseCase {
  private let repository: any RecentQueriesRepository
  private static let limit = 20

  public init(repository: any RecentQueriesRepository) {
    self.repository = repository
  }

  public func execute(completion: @escaping ([String]) -> Void) -> (any Cancellable)? {
    MainActorTask(
      { [repository] in await repository.recentQueries(limit: Self.limit) }, then: completion)
  }
}

/// Saves in the background; failures are ignored because this is only a convenience.
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
