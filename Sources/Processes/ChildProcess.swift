import CLinux
import Dispatch
import Glibc
import Synchronization

/// Another program that this one has started, without a shell: no signals are blocked or ignored in it, and it has no descriptors
/// but 0, 1 and 2. It is killed when nothing refers to it or waits for its end.
public final class ChildProcess: Sendable {
  public enum Input: Hashable, Sendable {
    /// Nothing, or the terminal.
    case nothing
    /// A file, which stays the caller's.
    case descriptor(Int32)
    /// As a file in memory: a pipe would have to be fed.
    case bytes([UInt8])
  }

  /// Where what it prints goes.
  public enum Output: Hashable, Sendable {
    /// Dropped.
    case nowhere
    /// Its standard output to `read`; its standard error is dropped.
    case standard
    /// Both to `read`, apart.
    case both
    /// Both to `read`, as one.
    case joined
    /// To this terminal, which it may use: it belongs to the process group of this process, and stops with Ctrl-Z. In every other
    /// case it runs in a session of its own, so that it can't touch the terminal.
    case terminal(Int32)
  }

  public enum Stream: Hashable, Sendable { case output, errors }

  /// How a process has ended.
  public enum End: Hashable, Sendable {
    case status(Int32)
    case signal(Int32)

    public var isSuccess: Bool { self == .status(0) }
  }

  /// Why a program can't be started.
  public struct Failure: Error, Hashable, Sendable {
    /// An `errno`: `E2BIG` if its arguments and variables take more room than the system has for them.
    public let code: Int32

    /// Whether there is no such program.
    public var isMissing: Bool { code == ENOENT }
  }

  private struct State {
    var isAwaited = false
    /// Until it is reaped its number can't be reused; it gets no signals from then on.
    var isReaped = false
    var end: End?
  }

  public let id: pid_t
  private let isInForeground: Bool
  private let endsGroup: Bool
  private let state = Mutex(State())
  /// What can be read of it; -1 for what can't.
  private let pipes: [Int32]
  /// A pipe that is closed when it has ended.
  private let over: Int32
  private let isOver: Int32
  private let guardian: (process: ChildProcess, leash: Int32)?

  private static let pieceSize = 1 << 16
  /// As many pieces as a pipe can hold: what a program has printed can be read when it has ended.
  private static let pipePieces = 16

  /// Starts a program, found in `PATH` unless its name contains a slash.
  ///
  /// - Parameters:
  ///   - arguments: The program's name, and its arguments.
  ///   - environment: `NAME=value`; nil for that of this process.
  ///   - input: Its standard input.
  ///   - sharesTerminal: Whether it may use the terminal of this process, as with `Output.terminal`, wherever its output goes.
  ///   - endsGroup: Whether what it has left running in its group is killed when it has ended, and all of it when this process ends
  ///     in whatever way.
  public init(
    _ arguments: [[UInt8]], environment: [[UInt8]]? = nil, input: Input = .nothing,
    output: Output = .nowhere, sharesTerminal: Bool = false, endsGroup: Bool = false
  ) throws(Failure) {
    guard let program = arguments.first, !program.isEmpty else { throw Failure(code: ENOENT) }
    let standardInput: Int32? =
      switch input {
      case .nothing: nil
      case .descriptor(let descriptor): descriptor
      case .bytes(let bytes): try Self.file(of: bytes)
      }
    defer { if case .bytes = input, let standardInput { close(standardInput) } }
    var pipes: [(reading: Int32, writing: Int32)] = []
    var hasStarted = false
    defer {
      for pipe in pipes {
        close(pipe.writing)
        if !hasStarted { close(pipe.reading) }
      }
    }
    let count = output == .both ? 2 : output == .standard || output == .joined ? 1 : 0
    for _ in 0...count {
      guard let pipe = Self.pipe() else { throw Failure(code: errno) }
      pipes.append(pipe)
    }
    var (terminal, isInForeground) = (-1 as Int32, sharesTerminal)
    if case .terminal(let descriptor) = output { (terminal, isInForeground) = (descriptor, true) }
    let standard = pipes.count > 1 ? pipes[1].writing : terminal
    let errors: Int32 =
      switch output {
      case .nowhere, .standard: -1
      case .terminal, .joined: standard
      case .both: pipes[2].writing
      }
    guardian = endsGroup ? try Self.guardian() : nil
    var child: pid_t = 0
    let code = Self.withStrings(arguments) { words in
      Self.withStrings(environment ?? []) { variables in
        vitrine_start(
          &child, words[0], words, environment == nil ? nil : variables, standardInput ?? terminal,
          standard, errors, isInForeground ? 1 : 0)
      }
    }
    guard code == 0 else {
      if let guardian {
        guardian.process.end()
        close(guardian.leash)
      }
      throw Failure(code: code)
    }
    hasStarted = true
    id = child
    self.isInForeground = isInForeground
    self.endsGroup = endsGroup
    (over, isOver) = pipes.removeFirst()
    self.pipes = pipes.map(\.reading)
    if let guardian {
      let line = Array("\(child)\n".utf8)
      _ = write(guardian.leash, line, line.count)
    }
  }

  deinit {
    for pipe in pipes + [over] { close(pipe) }
    if let guardian { close(guardian.leash) }
    guard beginsAwaiting() else { return }
    close(isOver)
    kill(isInForeground ? id : -id, SIGKILL)
    DispatchQueue(label: "vitrine.process").async { [id] in waitpid(id, nil, 0) }
  }

  // MARK: Its end

  /// Sends a signal to it and, unless it has the terminal, to what it has started in its group; not after its end.
  public func signal(_ number: Int32) {
    state.withLock { state in
      guard !state.isReaped else { return }
      kill(isInForeground ? id : -id, number)
    }
  }

  /// Asks it to end, and kills it if it hasn't after so long. Doesn't wait: a process in the middle of a call of the kernel ends
  /// after that.
  public func end(within patience: Duration = .zero) {
    signal(patience > .zero ? SIGTERM : SIGKILL)
    awaitInBackground()
    guard patience > .zero else { return }
    let (seconds, attoseconds) = patience.components
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
    ) { [self] in signal(SIGKILL) }
  }

  /// Waits for its end.
  @discardableResult public func wait() -> End {
    if beginsAwaiting() { return reap() }
    while true { if let end = awaitEnd(until: nil) { return end } }
  }

  /// - Parameter deadline: nil for none.
  /// - Returns: nil if it hasn't ended by then.
  public func awaitEnd(until deadline: ContinuousClock.Instant?) -> End? {
    awaitInBackground()
    var ready = [pollfd(fd: over, events: Int16(POLLIN), revents: 0)]
    return Self.poll(&ready, until: deadline) ? state.withLock(\.end) : nil
  }

  private func beginsAwaiting() -> Bool {
    state.withLock { state in
      defer { state.isAwaited = true }
      return !state.isAwaited
    }
  }

  /// On a queue of its own: it would hold up a thread that others share.
  private func awaitInBackground() {
    guard beginsAwaiting() else { return }
    DispatchQueue(label: "vitrine.process").async { [self] in _ = reap() }
  }

  private func reap() -> End {
    vitrine_await_end(id, isInForeground ? 1 : 0)
    guardian?.process.end()
    state.withLock { state in
      if endsGroup { kill(-id, SIGKILL) }
      state.isReaped = true
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    let end: End = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    state.withLock { $0.end = end }
    close(isOver)
    return end
  }

  // MARK: What it prints

  /// Reads what it prints, as it comes, until it has ended, even if programs that it has started keep its output open.
  ///
  /// - Parameters:
  ///   - deadline: nil for none.
  ///   - didRead: Returns whether to go on.
  /// - Returns: nil if it may still be running: at the deadline, or because no more was to be read.
  public func read(
    until deadline: ContinuousClock.Instant? = nil, _ didRead: (Stream, [UInt8]) -> Bool
  ) -> End? {
    awaitInBackground()
    var ready = ([over] + pipes).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while Self.poll(&ready, until: deadline) {
      let hasEnded = ready[0].revents != 0
      for index in 1..<ready.count where ready[index].fd >= 0 {
        guard hasEnded || ready[index].revents != 0 else { continue }
        for _ in 0..<(hasEnded ? Self.pipePieces : 1) {
          guard let bytes = Self.piece(of: ready[index].fd) else { break }
          if bytes.isEmpty {
            // A pipe at its end is always ready.
            ready[index].fd = -1
            break
          }
          guard didRead(index == 1 ? .output : .errors, bytes) else { return nil }
        }
      }
      if hasEnded { return state.withLock(\.end) }
      // A program that prints without end always has something to read.
      if let deadline, deadline <= .now { return nil }
    }
    return nil
  }

  /// Waits for its end on a thread of its own.
  ///
  /// - Returns: What it has printed until then, up to a limit; nil for its end if it hasn't ended by the deadline.
  public func output(
    upTo byteLimit: Int = 0, until deadline: ContinuousClock.Instant
  ) async -> (bytes: [UInt8], end: End?) {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "vitrine.process.output").async { [self] in
        var output: [UInt8] = []
        let end = read(until: deadline) { _, bytes in
          output += bytes.prefix(max(0, byteLimit - output.count))
          return true
        }
        continuation.resume(returning: (output, end))
      }
    }
  }

  /// - Returns: nil if there is nothing now; empty at the end.
  private static func piece(of descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      return Array(buffer.prefix(max(0, count)))
    }
  }

  /// - Returns: Whether one of them is ready before the deadline.
  private static func poll(
    _ ready: inout [pollfd], until deadline: ContinuousClock.Instant?
  ) -> Bool {
    while true {
      let left = deadline.map { max(.zero, $0 - .now).components }
      let milliseconds = left.map {
        Int32(clamping: $0.seconds * 1_000 + $0.attoseconds / 1_000_000_000_000_000 + 1)
      }
      let count = Glibc.poll(&ready, nfds_t(ready.count), milliseconds ?? -1)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  // MARK: Starting

  /// The reading end doesn't wait.
  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }

  /// A shell that reads the number of a group, and kills the group at the end of its input: with this process, also if that is
  /// killed. (PR_SET_PDEATHSIG would end only the first process of the group, and already with the thread that has started that.) It
  /// is started first, so that the group has it from its first moment, and ended before the group's number is free.
  private static func guardian() throws(Failure) -> (ChildProcess, Int32) {
    guard let (input, leash) = pipe() else { throw Failure(code: errno) }
    defer { close(input) }
    _ = fcntl(input, F_SETFL, 0)
    let words = ["/bin/sh", "-c", "read group; read end; kill -9 -$group"].map { Array($0.utf8) }
    do throws(Failure) {
      return (try ChildProcess(words, input: .descriptor(input)), leash)
    } catch {
      close(leash)
      throw error
    }
  }

  /// Positioned at its start.
  private static func file(of bytes: [UInt8]) throws(Failure) -> Int32 {
    let file = memfd_create("vitrine-input", VITRINE_MEMFD_CLOEXEC)
    guard file >= 0 else { throw Failure(code: errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(file)
        throw Failure(code: code)
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func withStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    // A zero byte ends a string.
    let copies = strings.map { bytes in
      (bytes + [0]).withUnsafeBytes { bytes in
        bytes.bindMemory(to: CChar.self).baseAddress.map { strdup($0) } ?? nil
      }
    }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// The environment of this process, byte for byte, with other values for some variables; nil removes one.
  public static func environment(replacing variables: [String: [UInt8]?]) -> [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = vitrine_environment()
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      if variables[name] == nil { entries.append(Array(bytes)) }
      next = next?.successor()
    }
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      if let value { entries.append(Array("\(name)=".utf8) + value) }
    }
    return entries
  }
}
