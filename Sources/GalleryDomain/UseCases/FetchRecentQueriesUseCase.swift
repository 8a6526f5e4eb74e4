/// What was searched for in this source before.
public protocol FetchRecentQueriesUseCase {
  /// - Parameter completion: Called once on the caller's actor, never after `cancel()`; the latest first.
  func execute(completion: @escaping ([String]) -> Void) -> (any Cancellable)?
}

/// Remembers what was searched for.
public protocol SaveRecentQueryUseCase {
  /// Call when the search has succeeded.
  func execute(_ query: String)
}
