/// Lets a few pieces of work run at the same time; the others wait, in the order in which they came.
public final actor TaskLimit {
  private let count: Int
  private var runningCount = 0
  private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []

  public init(_ count: Int) {
    self.count = max(1, count)
  }

  /// Runs also what was cancelled while it waited.
  public nonisolated func run<Result: Sendable>(
    _ work: @concurrent @Sendable () async -> Result
  ) async -> Result {
    await enter()
    let result = await work()
    await leave()
    return result
  }

  private func enter() async {
    if runningCount < count {
      runningCount += 1
    } else {
      // The one that leaves hands over its turn.
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  private func leave() {
    if let next = waiting.popFirst() { next.resume() } else { runningCount -= 1 }
  }
}
