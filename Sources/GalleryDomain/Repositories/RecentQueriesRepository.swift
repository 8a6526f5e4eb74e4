/// What the user has searched for, by source; stored permanently.
public protocol RecentQueriesRepository: Sendable {
  /// The latest first, each once, at most `limit`.
  func recentQueries(limit: Int) async -> [String]

  /// Puts a query first. Call when its search has succeeded.
  func save(_ query: String) async
}
