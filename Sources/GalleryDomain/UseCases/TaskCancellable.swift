/// Cancels a task. Whether the task still calls back is up to the task.
final class TaskCancellable: Cancellable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  func cancel() {
    task.cancel()
  }
}
