/// Cancels a task, and with it everything the task would still announce.
final class TaskCancellable: Cancellable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  func cancel() {
    task.cancel()
  }
}
