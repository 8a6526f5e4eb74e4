import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import Processes
import Synchronization

/// Programs that are run one after the other, on a separate thread.
nonisolated final class ProgramSeries: Sendable {
  private struct State {
    var process: ChildProcess?
    var stopCount = 0
    var outcome: UserCommandOutcome?
  }

  private let runs: [UserCommandRun]
  private let mode: UserCommand.Mode
  private let pauses: Bool
  private let state = Mutex(State())

  /// A detached program that runs longer has started successfully.
  private static let patience = Duration.seconds(1)
  /// How many bytes at the end of its output are searched for the last line.
  private static let tailLimit = 8_192

  /// - Parameter pauses: Whether the user sees the output of a program in the foreground even if it succeeded.
  init(_ runs: [UserCommandRun], mode: UserCommand.Mode, pauses: Bool) {
    self.runs = runs
    self.mode = mode
    self.pauses = pauses
  }

  /// - Parameter completion: Called once, on another thread, when `outcome` is available.
  func start(_ completion: @escaping @Sendable (UserCommandOutcome) -> Void) {
    DispatchQueue(label: "vitrine.program").async { [self] in
      let outcome = runAll()
      state.withLock { $0.outcome = outcome }
      completion(outcome)
    }
  }

  /// nil until all programs have finished.
  var outcome: UserCommandOutcome? { state.withLock(\.outcome) }

  /// Asks the program to exit, and kills it the second time; no further ones are started.
  func stop() {
    let state = state.withLock { state in
      state.stopCount += 1
      return state
    }
    end(state)
  }

  private func end(_ state: State) {
    guard state.stopCount > 0 else { return }
    state.process?.signal(state.stopCount == 1 ? SIGTERM : SIGKILL)
  }

  private var isStopped: Bool { state.withLock { $0.stopCount > 0 } }

  private func runAll() -> UserCommandOutcome {
    let terminal = mode == .foreground ? Self.openTerminal() : -1
    defer { if terminal >= 0 { close(terminal) } }
    var outcome = UserCommandOutcome(totalCount: runs.count)
    for run in runs {
      let (failure, line) = runOne(run, terminal: terminal)
      if failure == nil { outcome.doneCount += 1 }
      if outcome.failure == nil { (outcome.failure, outcome.lastLine) = (failure, line) }
      if isStopped {
        (outcome.failure, outcome.lastLine) = (.stopped, "")
        break
      }
      if let failure, Self.isFinal(failure) { break }
    }
    if terminal >= 0, !isStopped { awaitReader(outcome, terminal: terminal) }
    return outcome
  }

  /// Whether the next program would fail in the same way, or is no longer wanted: the user pressed Ctrl-C.
  private static func isFinal(_ failure: UserCommandOutcome.Failure) -> Bool {
    switch failure {
    case .notInstalled, .tooLong, .notStarted, .stopped, .signal(SIGINT), .signal(SIGQUIT): true
    case .status, .signal: false
    }
  }

  // MARK: One program

  private func runOne(
    _ run: UserCommandRun, terminal: Int32
  ) -> (UserCommandOutcome.Failure?, lastLine: String) {
    let output: ChildProcess.Output =
      switch mode {
      case .quiet: .joined
      case .detached: .nowhere
      case .foreground: .terminal(terminal)
      }
    let start = ContinuousClock.now
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        run.arguments, environment: ChildProcess.environment(replacing: run.variables),
        input: run.input.map { .bytes($0) } ?? .nothing, output: output)
    } catch {
      if error.isMissing { return (.notInstalled, "") }
      return (
        error.code == E2BIG ? .tooLong : .notStarted(reason: SystemError.reason(error.code)), ""
      )
    }
    // It may have been stopped while it was being started.
    end(
      state.withLock { state in
        state.process = process
        return state
      })
    var tail: [UInt8] = []
    if mode == .quiet {
      _ = process.read { _, bytes in
        tail += bytes
        tail.removeFirst(max(0, tail.count - Self.tailLimit))
        return true
      }
    }
    let end = process.wait()
    state.withLock { $0.process = nil }
    let hasFailedLate = mode == .detached && ContinuousClock.now - start > Self.patience
    return (hasFailedLate ? nil : Self.failure(end), Self.lastLine(of: tail))
  }

  private static func failure(_ end: ChildProcess.End) -> UserCommandOutcome.Failure? {
    switch end {
    case .status(0): nil
    case .status(let status): .status(status)
    case .signal(let number): .signal(number)
    }
  }

  /// A progress bar is overwritten repeatedly, using carriage returns.
  private static func lastLine(of bytes: [UInt8]) -> String {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.reversed().lazy.map { TextCleaner.line(bytes: $0) }.first { !$0.isEmpty } ?? ""
  }

  // MARK: The terminal

  private static func openTerminal() -> Int32 { open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) }

  /// The program's output disappears when the photos return, so the user decides when.
  private func awaitReader(_ outcome: UserCommandOutcome, terminal: Int32) {
    let text: String
    switch outcome.failure {
    case .status(let status): text = "[status \(status), press Enter]"
    case .signal(let number) where number != SIGINT && number != SIGQUIT:
      text = "[signal \(number), press Enter]"
    case nil where pauses: text = "[press Enter]"
    default: return
    }
    tcflush(terminal, TCIFLUSH)
    let bytes = Array("\n\(text) ".utf8)
    _ = write(terminal, bytes, bytes.count)
    var key: UInt8 = 0
    while true {
      let count = read(terminal, &key, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 || key == UInt8(ascii: "\n") || key == UInt8(ascii: "\r") { return }
    }
  }
}
