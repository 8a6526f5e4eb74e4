import Dispatch
import Processes
import Synchronization

/// A tmux command, which talks to its server through the socket. It has no terminal and can't acquire one.
nonisolated final class TmuxProcess: Sendable {
  private let process: ChildProcess
  private let wasCancelled = Atomic(false)

  /// Requests `TmuxState`. Returns nil if tmux cannot be started.
  convenience init?(socket: String, pane: String?) {
    let target = pane.map { ["-t", $0] } ?? []
    self.init(["display-message", "-p"] + target + [TmuxState.format], socket: socket)
  }

  /// Copies a text into the paste buffer, and to the clipboard of the terminal outside. Returns nil if tmux cannot be
  /// started.
  convenience init?(copying text: String, socket: String) {
    self.init(["load-buffer", "-w", "-"], socket: socket, input: .bytes(Array(text.utf8)))
  }

  private init?(_ command: [String], socket: String, input: ChildProcess.Input = .nothing) {
    let words = (["tmux", "-S", socket] + command).map { Array($0.utf8) }
    guard !socket.isEmpty,
      let process = try? ChildProcess(words, input: input, output: .standard)
    else { return nil }
    self.process = process
  }

  var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

  func cancel() {
    wasCancelled.store(true, ordering: .relaxed)
    process.end()
  }

  /// Waits for it on a thread that may block.
  ///
  /// - Parameter completion: Called once on the main actor, later; not after `cancel()`.
  func wait<Answer: Sendable>(
    for answer: @escaping @Sendable (TmuxProcess) -> Answer,
    completion: @escaping @MainActor (Answer) -> Void
  ) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let answer = answer(self)
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          if !self.isCancelled { completion(answer) }
        }
      }
    }
  }

  /// Waits for the answer. Call it once, on a thread that may block.
  func state(within patience: Duration) -> TmuxState? {
    var answer: [UInt8] = []
    _ = process.read(until: .now + patience) { _, bytes in
      answer += bytes
      return answer.count < 1_024 && !answer.contains(UInt8(ascii: "\n"))
    }
    process.end()
    return TmuxState(output: String(decoding: answer, as: UTF8.self))
  }

  /// Waits until it has exited, and returns whether it succeeded.
  func succeeds(within patience: Duration) -> Bool {
    defer { process.end() }
    return process.read(until: .now + patience) { _, _ in true }?.isSuccess ?? false
  }
}
