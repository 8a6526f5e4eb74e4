/// Work that can be cancelled; a cancelled load does not call back.
public protocol Cancellable: AnyObject {
  func cancel()
}

/// The one bridge from repositories, which are `async`, to use cases, which call back on the main actor.
///
/// It is a task on the main actor that starts immediately, with the caller's task-local values.
@MainActor
package final class MainActorTask: Cancellable {
  private let task: Task<Void, Never>

  /// - Parameter work: Decides itself what to do when it is cancelled.
  init(_ work: @escaping @MainActor () async -> Void) {
    task = Task { await work() }
  }

  /// - Parameter completion: Called once with the result of `work`, never after `cancel()`.
  package convenience init<Value>(
    _ work: @escaping @MainActor () async -> Value, then completion: @escaping (Value) -> Void
  ) {
    self.init {
      let value = await work()
      guard !Task.isCancelled else { return }
      completion(value)
    }
  }

  /// - Parameter completion: Called once with the result of `work`, never after `cancel()`.
  package convenience init<Value, Failure>(
    _ work: @escaping @MainActor () async throws(Failure) -> Value,
    then completion: @escaping (Result<Value, Failure>) -> Void
  ) {
    self.init({ await Result(catching: work) }, then: completion)
  }

  package nonisolated func cancel() { task.cancel() }
}

extension Result {
  /// The result of `work`.
  init(catching work: () async throws(Failure) -> Success) async {
    do throws(Failure) {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
