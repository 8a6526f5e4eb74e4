/// The user's earlier searches, by source; stored permanently.
public protocol RecentQueriesRepository: Sendable {
  /// The latest first, without duplicates; at most `limit`.
  func recentQueries(limit: Int) async -> [String]

  /// Puts a query first. Call it after a successful search.
  func save(_ query: String) async
}
