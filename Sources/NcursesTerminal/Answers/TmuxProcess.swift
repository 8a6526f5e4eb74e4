import CLinux
import Dispatch
import Glibc
import Synchronization

/// A tmux command, which talks to its server through the socket, in a session of its own without a terminal.
nonisolated final class TmuxProcess: Sendable {
  private struct Life {
    /// nil after the process was waited for: the number may then belong to another process.
    var pid: pid_t?
    var isCancelled = false
  }

  private let life: Mutex<Life>
  /// The pipe from which the answer is read; closed by `answer(within:)`, which is called once.
  private let output: Int32

  /// Requests `TmuxState`. Returns nil if tmux cannot be started.
  convenience init?(socket: String, pane: String?) {
    let target = pane.map { ["-t", $0] } ?? []
    self.init(["display-message", "-p"] + target + [TmuxState.format], socket: socket)
  }

  /// Copies a text into the paste buffer, and to the clipboard of the terminal outside. Returns nil if tmux cannot be
  /// started.
  ///
  /// - Parameter input: Contains the text; the caller keeps ownership.
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

  /// Waits for the answer. Call it once, on a thread that may block.
  func state(within patience: Duration) -> TmuxState? {
    TmuxState(output: String(decoding: answer(within: patience).bytes, as: UTF8.self))
  }

  /// Waits until it has exited, and returns whether it succeeded; call it once.
  func succeeds(within patience: Duration) -> Bool { answer(within: patience).isSuccess }

  /// The first output, or all output until it exits.
  private func answer(within patience: Duration) -> (bytes: [UInt8], isSuccess: Bool) {
    defer { close(output) }
    let deadline = ContinuousClock.now + patience
    var answer: [UInt8] = []
    var hasClosed = false
    while answer.count < 1024, !answer.contains(UInt8(ascii: "\n")) {
      let left = deadline - ContinuousClock.now
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard left > .zero else { break }
      let readyCount = poll(&ready, 1, left.pollMilliseconds)
      if readyCount < 0, errno == EINTR { continue }
      guard readyCount > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(output, &bytes, bytes.count)
      hasClosed = count == 0
      guard count > 0 else { break }
      answer += bytes[..<count]
    }
    if hasClosed, let status = status(by: deadline) { return (answer, status == 0) }
    // It has printed everything, or never will; what is left of it is killed now.
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

  /// The exit status of a process that is about to exit; nil if it doesn't in time.
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
    // A session of its own has no terminal and cannot acquire one: nothing that it opens is a terminal.
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    guard vitrine_spawn(&pid, "tmux", words, nil, input ?? -1, output) == 0 else { return nil }
    return pid
  }
}
