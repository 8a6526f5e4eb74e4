/// Processes values concurrently, a few at a time, and returns the results in order.
enum OrderedWork {
  /// - Parameters:
  ///   - width: How many are processed at once; as many results may wait for an earlier one.
  ///   - next: The next value; nil after the last.
  ///   - begin: Called when the result of a value is awaited next.
  ///   - take: Takes a result.
  static func run<Value: Sendable, Result: Sendable>(
    width: Int, next: () async throws -> Value?,
    work: @escaping @Sendable (Value) async -> Result,
    begin: (Value) async -> Void, take: (Value, Result) async throws -> Void
  ) async throws {
    var running: [(value: Value, task: Task<Result, Never>)] = []
    var isComplete = false
    defer { for entry in running { entry.task.cancel() } }
    while true {
      while !isComplete, running.count < max(1, width) {
        try Task.checkCancellation()
        guard let value = try await next() else {
          isComplete = true
          break
        }
        running.append((value, Task { await work(value) }))
      }
      guard let first = running.first else { return }
      await begin(first.value)
      let result = await withTaskCancellationHandler {
        await first.task.value
      } onCancel: {
        first.task.cancel()
      }
      try Task.checkCancellation()
      running.removeFirst()
      try await take(first.value, result)
    }
  }
}
