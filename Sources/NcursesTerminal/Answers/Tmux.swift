import Dispatch
import Processes
import Synchronization
import TerminalKit

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

/// What tmux reports about itself and about the terminal that it runs in.
nonisolated struct TmuxState: Hashable, Sendable {
  /// Whether it passes wrapped sequences on (`allow-passthrough`; before tmux 3.3 it always did).
  let passesThrough: Bool
  /// The terminal outside, as it identified itself to tmux (XTVERSION); nil before tmux 3.2, and if it did not.
  let outerTerminal: TerminalVersion?

  /// What tmux should print, separated by a character that no value contains.
  static let format = "#{version}|#{allow-passthrough}|#{client_termtype}"

  init(passesThrough: Bool, outerTerminal: TerminalVersion?) {
    self.passesThrough = passesThrough
    self.outerTerminal = outerTerminal
  }

  /// - Parameter output: A line in `format`; the result is nil for anything else.
  init?(output: String) {
    let line = output.prefix { !$0.isNewline }
    let fields = line.split(separator: "|", omittingEmptySubsequences: false)
    guard fields.count == 3, !fields[0].isEmpty else { return nil }
    let version = TerminalVersion.numbers(fields[0].drop { !("0"..."9").contains($0) })
    let hasOption = !version.lexicographicallyPrecedes([3, 3])
    passesThrough =
      hasOption ? ["on", "all", "1", "2"].contains(fields[1]) : fields[1].isEmpty
    outerTerminal = TerminalVersion(fields[2])
  }

  /// What becomes of pictures: kitty has had Unicode placeholders since 0.28 (changelog), ghostty since its first version;
  /// WezTerm, Konsole and the others have none.
  var pictures: TmuxPictures {
    guard passesThrough else { return .notPassedThrough }
    guard let outerTerminal else { return .unsupported(name: nil) }
    return switch outerTerminal.name {
    case "kitty" where !outerTerminal.isAtLeast(0, 28): .tooOld(requires: "kitty 0.28")
    case "kitty", "ghostty": .shown
    default: .unsupported(name: outerTerminal.name)
    }
  }
}
