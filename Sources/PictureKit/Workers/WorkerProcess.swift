import CLinux
import Dispatch
import Glibc
import PictureProtocol
import Synchronization

/// A child process that is ended by SIGKILL and reaped.
nonisolated final class WorkerProcess: Sendable {
  let id: pid_t
  private let isEnded = Mutex(false)
  private let log: WorkerLog

  /// Starts a program; its descriptors are 0 (what is given), 1 and 2 (`/dev/null`), and no others.
  init(
    path: String, environment: [String], standardInput: OwnedDescriptor, log: WorkerLog = .none
  ) throws(WorkerProblem) {
    self.log = log
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, standardInput.number, 0)
    // Open, because a library that prints to a closed one would write into whatever file came next.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Whatever others left open without close-on-exec (glibc 2.34).
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    // Threads of dispatch queues block signals, and the main program ignores some: a child would inherit
    // both.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      VITRINE_SPAWN_SETSID | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("vitrine-pictures"), nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, arguments, variables)
    guard code == 0 else { throw .notStarted(errno: code) }
    id = child
  }

  deinit {
    end()
  }

  /// Kills it and takes its remains away on another thread.
  ///
  /// Its number cannot have become another process' before, because only this function reaps it.
  func end() {
    let wasEnded = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return isEnded
    }
    guard !wasEnded else { return }
    kill(id, SIGKILL)
    // A queue of its own: one process that the kernel cannot end must not hold a shared thread.
    DispatchQueue(label: "vitrine.worker.end").async { [id, log] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 && errno == EINTR {}
      log.note(end: status)
    }
  }
}
