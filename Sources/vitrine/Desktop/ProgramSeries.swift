import CLinux
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import Synchronization

/// Programs that are run one after the other, on a separate thread.
nonisolated final class ProgramSeries: Sendable {
  private struct State {
    /// The running process; 0 if there is none. The id is valid until the process is reaped, which happens under the
    /// lock.
    var process: pid_t = 0
    var stopCount = 0
    var outcome: UserCommandOutcome?
  }

  private let runs: [UserCommandRun]
  private let mode: UserCommand.Mode
  private let pauses: Bool
  private let state = Mutex(State())

  /// A detached program that runs longer has started successfully.
  private static let patience = Duration.seconds(1)

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
    state.withLock { state in
      state.stopCount += 1
      end(state)
    }
  }

  private func end(_ state: State) {
    guard state.process > 0, state.stopCount > 0 else { return }
    // A program that isn't in the foreground leads a session, which includes the programs that it has started.
    kill(
      mode == .foreground ? state.process : -state.process,
      state.stopCount == 1 ? SIGTERM : SIGKILL)
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
    var input: Int32 = -1
    if let bytes = run.input {
      input = Self.file(of: bytes)
      guard input >= 0 else { return (.notStarted(reason: SystemError.reason(errno)), "") }
    }
    defer { if input >= 0 { close(input) } }
    guard let output = mode == .quiet ? Pipe() : Pipe.none else {
      return (.notStarted(reason: SystemError.reason(errno)), "")
    }
    let start = ContinuousClock.now
    var process: pid_t = 0
    let code = spawn(run, &process, input: input, output: output.writing, terminal: terminal)
    output.closeWriting()
    switch code {
    case 0: break
    case ENOENT: return (.notInstalled, "")
    case E2BIG: return (.tooLong, "")
    default: return (.notStarted(reason: SystemError.reason(code)), "")
    }
    began(process)
    let tail = output.tail { [process, mode] in
      vitrine_await_end(process, mode == .foreground ? 1 : 0)
    }
    let status = reap(process)
    let hasFailedLate = mode == .detached && ContinuousClock.now - start > Self.patience
    return (hasFailedLate ? nil : Self.failure(status), tail)
  }

  private func began(_ process: pid_t) {
    state.withLock { state in
      state.process = process
      // It may have been stopped while it was being started.
      end(state)
    }
  }

  private func reap(_ process: pid_t) -> Int32 {
    // Cleared before the system may reuse the id; `stop` must not wait for the call below.
    state.withLock { $0.process = 0 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// From a status of waitpid(2).
  private static func failure(_ status: Int32) -> UserCommandOutcome.Failure? {
    if status == 0 { return nil }
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  private func spawn(
    _ run: UserCommandRun, _ process: inout pid_t, input: Int32, output: Int32, terminal: Int32
  ) -> Int32 {
    guard let program = run.arguments.first else { return ENOENT }
    return CStrings.with(run.arguments) { arguments in
      CStrings.with(ProgramEnvironment.entries(run.variables)) { variables in
        FilePath.withCString(program) { name in
          switch mode {
          case .quiet:
            vitrine_spawn_saying(&process, name, arguments, variables, input, output, output)
          case .detached: vitrine_spawn(&process, name, arguments, variables, input, -1)
          case .foreground:
            vitrine_spawn_in_group(&process, name, arguments, variables, input, terminal)
          }
        }
      }
    }
  }

  /// A file in memory, positioned at its start: a pipe would have to be fed.
  private static func file(of bytes: [UInt8]) -> Int32 {
    let file = memfd_create("vitrine-paths", VITRINE_MEMFD_CLOEXEC)
    guard file >= 0 else { return -1 }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        close(file)
        return -1
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
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

/// A pipe for a program's output, of which only the end is kept.
nonisolated private struct Pipe {
  let reading: Int32
  let writing: Int32

  /// For a program whose output goes elsewhere.
  static let none: Pipe? = Pipe(reading: -1, writing: -1)

  /// How many bytes at the end are searched for the last line.
  private static let tailLimit = 8_192

  private init(reading: Int32, writing: Int32) {
    self.reading = reading
    self.writing = writing
  }

  /// nil with `errno` if there are no more descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    (reading, writing) = (ends[0], ends[1])
  }

  func closeWriting() { if writing >= 0 { close(writing) } }

  /// Reads until the program has exited, even if programs that it has started keep the pipe open, and closes the pipe.
  ///
  /// - Parameter wait: Returns when the program has exited; called on another thread.
  /// - Returns: The last line that is not blank, cleaned.
  func tail(until wait: @escaping @Sendable () -> Void) -> String {
    guard reading >= 0, let end = Pipe() else {
      wait()
      if reading >= 0 { close(reading) }
      return ""
    }
    defer {
      close(reading)
      close(end.reading)
    }
    DispatchQueue(label: "vitrine.program.end").async {
      wait()
      end.closeWriting()
    }
    var tail: [UInt8] = []
    var ready = [
      pollfd(fd: end.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    while ready[0].revents == 0 {
      poll(&ready, 2, -1)
      // At its end, the pipe is always ready.
      if !read(into: &tail) { ready[1].fd = -1 }
    }
    return Self.lastLine(of: tail)
  }

  /// - Returns: False at the end.
  private func read(into tail: inout [UInt8]) -> Bool {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(reading, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count < 0 && errno == EAGAIN }
      tail += piece[..<count]
      tail.removeFirst(max(0, tail.count - Self.tailLimit))
    }
  }

  /// A progress bar is overwritten repeatedly, using carriage returns.
  private static func lastLine(of bytes: [UInt8]) -> String {
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.reversed().lazy.map { TextCleaner.line(bytes: $0) }.first { !$0.isEmpty } ?? ""
  }
}
