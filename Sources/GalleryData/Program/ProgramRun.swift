import CLinux
import Dispatch
import GalleryDomain
import Glibc
import Synchronization

/// One run of a program that prints photos: without a shell, without the terminal, in a session of its own.
///
/// Its output is read only while a caller waits for it; until then the program blocks on the full pipe. The run is over
/// when the program itself has ended: what it has left running in its process group is ended with it.
final class ProgramRun: Sendable {
  /// The result of waiting.
  enum Event: Hashable {
    case bytes([UInt8])
    /// Nothing was printed within the limit.
    case nothing
    /// The program has ended by itself or was ended; nil if it succeeded.
    case ended(ProgramFault?)
  }

  private struct State {
    /// 0 when it has ended. Its number can't be reused until it is reaped, which happens after that.
    var process: pid_t = 0
    var status: Int32 = 0
    var isEnded = false
  }

  private let state: Mutex<State>
  private let output: Int32
  private let errors: ErrorLines
  /// Reaches its end when the program is over.
  private let end: Int32

  /// How long a program has to end on request.
  private static let patience = DispatchTimeInterval.milliseconds(500)
  private static let pieceSize = 1 << 16

  /// Starts the program.
  ///
  /// - Parameter log: Called with each line of its standard error, on any thread.
  init(
    _ call: ProgramCall, variables: [String: [UInt8]?], log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    var pipes: [Int32] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let reason = SystemError.reason(errno)
        for end in pipes { close(end) }
        throw .notStarted(reason: reason)
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes += ends
    }
    var process: pid_t = 0
    let code = CStrings.with(call.words) { words in
      CStrings.with(ProgramEnvironment.entries(variables)) { variables in
        FilePath.withCString(call.words[0]) {
          vitrine_spawn_saying(&process, $0, words, variables, -1, pipes[1], pipes[3])
        }
      }
    }
    close(pipes[1])
    close(pipes[3])
    guard code == 0 else {
      for end in [pipes[0], pipes[2], pipes[4], pipes[5]] { close(end) }
      throw code == ENOENT ? .notInstalled : .notStarted(reason: SystemError.reason(code))
    }
    let started = process
    state = Mutex(State(process: started))
    output = pipes[0]
    errors = ErrorLines(pipes[2], log: log)
    end = pipes[4]
    let isOver = pipes[5]
    DispatchQueue(label: "vitrine.source.end").async { [self] in
      reap(started)
      close(isOver)
    }
  }

  deinit {
    close(output)
    close(end)
  }

  private func reap(_ process: pid_t) {
    vitrine_await_end(process, 0)
    // Cleared before the system may reuse the number.
    state.withLock { state in
      Glibc.kill(-process, SIGKILL)
      state.process = 0
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    state.withLock { $0.status = status }
  }

  /// Ends the program with all of its process group; a waiting caller gets `.ended`. Returns immediately.
  func stop() {
    let isRunning = state.withLock { state in
      state.isEnded = true
      guard state.process > 0 else { return false }
      Glibc.kill(-state.process, SIGTERM)
      return true
    }
    guard isRunning else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in kill() }
  }

  /// Whether the program has ended.
  var hasEnded: Bool { state.withLock { $0.process == 0 } }

  /// The same as `stop()`, immediately and whatever the program does.
  func kill() {
    state.withLock { state in
      state.isEnded = true
      if state.process > 0 { Glibc.kill(-state.process, SIGKILL) }
    }
  }

  /// Waits for the end of a program that was stopped.
  ///
  /// - Returns: Whether it ended in time.
  func awaitEnd(until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, Self.milliseconds(until: deadline))
      if count > 0 { return true }
      guard count < 0, errno == EINTR else { return false }
    }
  }

  /// The last line of its standard error that is not blank; clean.
  var lastLine: String { errors.last }

  // MARK: Reading

  /// The next bytes, or the end. One caller at a time; waits on a thread of its own.
  func next(within limit: Duration) async -> Event {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "vitrine.source").async { [self] in
          continuation.resume(returning: wait(until: .now + limit))
        }
      }
    } onCancel: {
      stop()
    }
  }

  private func wait(until deadline: ContinuousClock.Instant) -> Event {
    while true {
      var ready = [output, errors.descriptor, end].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&ready, 3, Self.milliseconds(until: deadline))
      if count < 0, errno == EINTR { continue }
      if ready[1].revents != 0 { errors.read() }
      // In this order: output comes before the end.
      if ready[0].revents != 0 || ready[2].revents != 0 {
        switch read() {
        case .bytes(let bytes): return .bytes(bytes)
        case .nothing where ready[2].revents != 0, .ended where ready[2].revents != 0:
          errors.read()
          errors.end()
          return .ended(fault)
        case .ended: return awaitSilentEnd(until: deadline)
        case .nothing: break
        }
      }
      if count == 0 || ContinuousClock.now >= deadline { return .nothing }
    }
  }

  /// It has closed its output, so nothing more can follow.
  private func awaitSilentEnd(until deadline: ContinuousClock.Instant) -> Event {
    while true {
      var ready = [end, errors.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&ready, 2, Self.milliseconds(until: deadline))
      if count < 0, errno == EINTR { continue }
      if ready[1].revents != 0 { errors.read() }
      if ready[0].revents != 0 {
        errors.read()
        errors.end()
        return .ended(fault)
      }
      if count == 0 || ContinuousClock.now >= deadline { return .nothing }
    }
  }

  private func read() -> Event {
    var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Glibc.read(output, $0.baseAddress, $0.count)
      }
      if count > 0 { return .bytes(Array(buffer.prefix(count))) }
      if count < 0, errno == EINTR { continue }
      return count < 0 && errno == EAGAIN ? .nothing : .ended(nil)
    }
  }

  /// From a status of waitpid(2).
  private var fault: ProgramFault? {
    let status = state.withLock(\.status)
    if status == 0 { return nil }
    return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Whether it was ended from this side.
  var wasStopped: Bool { state.withLock(\.isEnded) }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let (seconds, attoseconds) = (deadline - .now).components
    return Int32(clamping: max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
  }
}

/// The standard error of a program, line by line.
private final class ErrorLines: Sendable {
  private struct State {
    var rest: [UInt8] = []
    var last = ""
    var count = 0
    var isAtEnd = false
  }

  private let file: Int32
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// For each run; further lines are dropped.
  private static let lineLimit = 200
  private static let byteLimit = 4_096

  init(_ file: Int32, log: @escaping @Sendable (String) -> Void) {
    self.file = file
    self.log = log
  }

  deinit { close(file) }

  /// -1 at its end.
  var descriptor: Int32 { state.withLock { $0.isAtEnd ? -1 : file } }

  var last: String { state.withLock(\.last) }

  /// Reads what is there.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 8_192)
    // At most as much as a pipe holds, so that a flood doesn't keep the reader here.
    for _ in 0..<8 {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        if count == 0 || errno != EAGAIN { state.withLock { $0.isAtEnd = true } }
        return
      }
      take(buffer[..<count])
    }
  }

  /// Call at the end: the last line may lack a newline.
  func end() { take([UInt8(ascii: "\n")]) }

  private func take(_ bytes: ArraySlice<UInt8>) {
    let lines = state.withLock { state -> [String] in
      state.rest += bytes
      var lines: [String] = []
      // A progress bar is rewritten between carriage returns.
      let parts = state.rest.split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      }
      for part in parts.dropLast() {
        let line = TextCleaner.line(bytes: part.prefix(Self.byteLimit))
        guard !line.isEmpty else { continue }
        state.last = line
        state.count += 1
        if state.count <= Self.lineLimit { lines.append(line) }
      }
      state.rest = Array((parts.last ?? []).suffix(Self.byteLimit))
      return lines
    }
    for line in lines { log(line) }
  }
}
