import CLinux
import Dispatch
import Glibc
import Synchronization

/// A command of tmux, which talks to its server by the socket. In a session of its own, without a terminal.
nonisolated final class TmuxProcess: Sendable {
  private struct Life {
    /// Nil once it was waited for: the number may be another's then.
    var pid: pid_t?
    var isCancelled = false
  }

  private let life: Mutex<Life>
  /// Where its answer is read; closed by `answer(within:)`, which is called once.
  private let output: Int32

  /// Asks for `TmuxState`. Nil when it cannot be started.
  convenience init?(socket: String, pane: String?) {
    let target = pane.map { ["-t", $0] } ?? []
    self.init(["display-message", "-p"] + target + [TmuxState.format], socket: socket)
  }

  /// Takes a text into the paste buffer, and to the clipboard of the terminal outside. Nil when it cannot be
  /// started.
  ///
  /// - Parameter input: Holds the text, and stays the caller's.
  convenience init?(copying input: Int32, socket: String) {
    self.init(["load-buffer", "-w", "-"], socket: socket, input: input)
  }

  private init?(_ command: [String], socket: String, input: Int32? = nil) {
    guard !socket.isEmpty else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }

    let arguments = ["tmux", "-S", socket] + command
    guard let pid = Self.start(arguments, input: input, output: ends[1]) else {
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
    TmuxState(output: String(decoding: answer(within: patience).bytes, as: UTF8.self))
  }

  /// Waits until it has ended, and says whether it did what it was told; call it once.
  func succeeds(within patience: Duration) -> Bool { answer(within: patience).isSuccess }

  /// What it prints first, or all until it ends.
  private func answer(within patience: Duration) -> (bytes: [UInt8], isSuccess: Bool) {
    defer { close(output) }
    let deadline = ContinuousClock.now + patience
    var answer: [UInt8] = []
    var hasClosed = false
    while answer.count < 1024, !answer.contains(UInt8(ascii: "\n")) {
      let left = deadline - ContinuousClock.now
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&ready, 1, left.pollMilliseconds) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(output, &bytes, bytes.count)
      hasClosed = count == 0
      guard count > 0 else { break }
      answer += bytes[..<count]
    }
    if hasClosed, let status = status(by: deadline) { return (answer, status == 0) }
    // It has said all or will say nothing; what is left of it ends now.
    let ended = life.withLock { life in
      defer { life.pid = nil }
      return life.pid
    }
    if let ended {
      kill(ended, SIGKILL)
      var status: Int32 = 0
      while waitpid(ended, &status, 0) < 0, errno == EINTR {}
    }
    return (answer, false)
  }

  /// How it ended, for one that is about to; nil when it does not end in time.
  private func status(by deadline: ContinuousClock.Instant) -> Int32? {
    while true {
      let end = life.withLock { life -> Int32? in
        guard let pid = life.pid else { return -1 }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        life.pid = nil
        return status
      }
      if let end { return end }
      guard ContinuousClock.now < deadline else { return nil }
      poll(nil, 0, 2)
    }
  }

  private static func start(_ arguments: [String], input: Int32?, output: Int32) -> pid_t? {
    // A session of its own has no terminal, and gets none: nothing that it opens is one.
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    guard vitrine_spawn(&pid, "tmux", words, nil, input ?? -1, output) == 0 else { return nil }
    return pid
  }
}
