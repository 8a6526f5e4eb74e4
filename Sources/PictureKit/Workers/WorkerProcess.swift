import CLinux
import Dispatch
import Glibc
import PictureProtocol
import Synchronization

/// A child process that can be killed with SIGKILL and is reaped.
nonisolated final class WorkerProcess: Sendable {
  let id: pid_t
  private let isEnded = Mutex(false)
  private let log: WorkerLog

  /// Starts a program; its descriptors are 0 (the given one), 1 and 2 (`/dev/null`), and no others.
  init(
    path: String, environment: [String], standardInput: OwnedDescriptor, log: WorkerLog = .none
  ) throws(WorkerProblem) {
    self.log = log
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("vitrine-pictures"), nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = vitrine_spawn(&child, path, arguments, variables, standardInput.number, -1)
    guard code == 0 else { throw .notStarted(errno: code) }
    id = child
  }

  deinit {
    end()
  }

  /// Kills it and reaps it on another thread.
  ///
  /// The process id cannot belong to another process yet, because only this function reaps it.
  func end() {
    let wasEnded = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return isEnded
    }
    guard !wasEnded else { return }
    kill(id, SIGKILL)
    // A separate queue: a process that the kernel cannot kill must not block a shared thread.
    DispatchQueue(label: "vitrine.worker.end").async { [id, log] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 && errno == EINTR {}
      log.note(end: status)
    }
  }
}
