import Dispatch
import Testing

/// Runs each test on a separate thread.
///
/// For tests that wait for a program without suspending: on the shared threads, of which a machine with two cores has
/// two, they would block the other tests.
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
  // A serial queue gets a thread even if those of all cores are waiting.
  private let queue = DispatchQueue(label: "vitrine.test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
