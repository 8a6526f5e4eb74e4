import Dispatch
import Testing

/// Runs each test on a thread of its own.
///
/// For tests that wait for a program without suspending: on the threads that all tests share, two on a machine with two
/// cores, they would keep the others from running.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    try await withTaskExecutorPreference(ThreadExecutor(), operation: function)
  }
}

extension Trait where Self == OwnThread {
  static var ownThread: Self { Self() }
}

private final class ThreadExecutor: TaskExecutor {
  // A serial queue gets a thread even when those of all cores are waiting.
  private let queue = DispatchQueue(label: "vitrine.test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
