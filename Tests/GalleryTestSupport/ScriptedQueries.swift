import GalleryDomain

/// Recent queries that arrive on the test's command.
public final class ScriptedQueries: FetchRecentQueriesUseCase, Cancellable {
  private var completion: (([String]) -> Void)?
  public private(set) var isCancelled = false
  /// How often they were requested.
  public private(set) var fetchCount = 0

  public init() {}

  public func execute(completion: @escaping ([String]) -> Void) -> (any Cancellable)? {
    fetchCount += 1
    isCancelled = false
    self.completion = completion
    return self
  }

  public func cancel() { isCancelled = true }

  /// Answers, unless the request was cancelled, like a well-behaved use case.
  public func answer(_ queries: [String]) {
    guard !isCancelled else { return }
    answerAnyway(queries)
  }

  /// Answers as if cancelling had come too late.
  public func answerAnyway(_ queries: [String]) { completion?(queries) }
}
