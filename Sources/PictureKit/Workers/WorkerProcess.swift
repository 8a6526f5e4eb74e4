import Dispatch
import Glibc
import PictureProtocol
import Processes
import Synchronization

/// A worker's process, which can be killed and is reaped.
nonisolated final class WorkerProcess: Sendable {
  private let process: ChildProcess
  private let isEnded = Atomic(false)
  private let log: WorkerLog

  /// Starts a program; its descriptors are 0 (the given one), 1 and 2 (`/dev/null`), and no others.
  init(
    path: String, environment: [String], standardInput: OwnedDescriptor, log: WorkerLog = .none
  ) throws(WorkerProblem) {
    self.log = log
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        [Array(path.utf8)], environment: environment.map { Array($0.utf8) },
        input: standardInput.number)
    } catch {
      throw .notStarted(errno: error.code)
    }
  }

  deinit { end() }

  var id: Int32 { process.id }

  /// Kills it and reaps it on another thread.
  func end() {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    process.signal(SIGKILL)
    // A separate queue: a process that the kernel cannot kill must not block a shared thread.
    DispatchQueue(label: "vitrine.worker.end").async { [process, log] in log.note(process.wait()) }
  }
}
