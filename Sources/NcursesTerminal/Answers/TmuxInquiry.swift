import CLinux
import Dispatch
import Glibc
import Synchronization

/// Asks tmux what it passes on and which terminal it runs in, without touching the terminal.
///
/// `tmux display-message -p` talks to the server by its socket. It runs in a session of its own, without
/// a terminal, with nothing to read; it takes 3 ms, gets one second, and is killed when it is not wanted
/// any more. (The same questions through the terminal would be answered to tmux, which takes them for
/// keys.)
final class TmuxInquiry {
  private let process: TmuxProcess?

  /// - Parameter completion: Called once on the main actor, later; nil when tmux gave no answer. Not
  ///   called after `cancel()`.
  init(socket: String, pane: String?, completion: @escaping @MainActor (TmuxState?) -> Void) {
    let process = TmuxProcess(socket: socket, pane: pane)
    self.process = process
    DispatchQueue.global(qos: .userInitiated).async {
      let state = process?.state(within: .seconds(1))
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if process?.isCancelled != true { completion(state) }
        }
      }
    }
  }

  func cancel() {
    process?.cancel()
  }
}

/// The child that is asked.
nonisolated final class TmuxProcess: Sendable {
  private struct Life {
    /// Nil once it was waited for: the number may be another's then.
    var pid: pid_t?
    var isCancelled = false
  }

  private let life: Mutex<Life>
  /// Where its answer is read; closed by `state(within:)`, which is called once.
  private let output: Int32

  /// Nil when it cannot be started.
  init?(socket: String, pane: String?) {
    guard !socket.isEmpty else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }

    var arguments = ["tmux", "-S", socket, "display-message", "-p"]
    if let pane { arguments += ["-t", pane] }
    arguments.append(TmuxState.format)
    guard let pid = Self.start(arguments, output: ends[1]) else {
      close(ends[0])
      return nil
    }
    output = ends[0]
    life = Mutex(Life(pid: pid))
  }

  var isCancelled: Bool { life.withLock { $0.isCancelled } }

  func cancel() {
    life.withLock { life in
      life.isCancelled = true
      if let pid = life.pid { kill(pid, SIGKILL) }
    }
  }

  /// Waits for the answer; call it once, where waiting does no harm.
  func state(within patience: Duration) -> TmuxState? {
    defer { close(output) }
    let deadline = ContinuousClock.now + patience
    var answer: [UInt8] = []
    while answer.count < 1024, !answer.contains(UInt8(ascii: "\n")) {
      let left = deadline - ContinuousClock.now
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&ready, 1, left.pollMilliseconds) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { break }
      answer += bytes[..<count]
    }
    // It has said all or will say nothing; what is left of it ends now.
    life.withLock { life in
      guard let pid = life.pid else { return }
      kill(pid, SIGKILL)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      life.pid = nil
    }
    return TmuxState(output: String(decoding: answer, as: UTF8.self))
  }

  private static func start(_ arguments: [String], output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      VITRINE_SPAWN_SETSID | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    // A session of its own has no terminal, and gets none: nothing that it opens is one.
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var pid: pid_t = 0
    guard posix_spawnp(&pid, "tmux", &actions, &attributes, &pointers, environ) == 0 else {
      return nil
    }
    return pid
  }
}
