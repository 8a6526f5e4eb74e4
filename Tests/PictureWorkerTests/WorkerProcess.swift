import Glibc
import PictureProtocol
import Testing

/// The real worker, started from the build folder, with its socket.
final class WorkerProcess {
  let socket: PictureSocket
  let pid: pid_t
  private var end: OwnedDescriptor?
  private var decoder = MessageDecoder<WorkerAnswer>()
  /// Answers that arrived and have not been read.
  private var answers: [WorkerAnswer] = []
  private var isReaped = false
  /// What it said first; nil until it has.
  private(set) var hello: WorkerHello?

  /// A fault of the worker, not of a picture.
  enum Failure: Error {
    case notStarted(errno: Int32)
    /// Nothing came within three minutes.
    case noAnswer
    /// poll(2) failed, which says something about this process.
    case notWaited(errno: Int32)
    /// Another answer than the one that was asked for, or another payload, described.
    case otherAnswer(String = "")
    case ended(status: Int32)
    case noFixture(String)
    /// It made a system call that its filter does not list: any test here would find that.
    case unlistedCall(UInt32)
  }

  /// A program next to the test bundle.
  static func path(of program: String) throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    let slash = try #require(own.lastIndex(of: "/"))
    return own[...slash] + program
  }

  /// Starts a worker.
  ///
  /// - Parameters:
  ///   - arguments: Of its command line.
  ///   - waits: Whether to receive its hello.
  init(_ arguments: [String] = [], waits: Bool = true) throws {
    let (mine, its) = try PictureSocket.pair()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, its.number, STDIN_FILENO)
    // What libraries say.
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    var pid: pid_t = 0
    var words = (["vitrine-pictures"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let result = posix_spawn(
      &pid, try Self.path(of: "vitrine-pictures"), &actions, nil, &words, environ)
    guard result == 0 else { throw Failure.notStarted(errno: result) }
    self.pid = pid
    end = mine
    socket = PictureSocket(descriptor: mine.number)
    guard waits else { return }
    let first = try receive()
    guard case .hello(let hello) = first else { throw Failure.otherAnswer("\(first)") }
    self.hello = hello
  }

  deinit {
    if !isReaped {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }

  /// The next answer. A worker that sends nothing for three minutes has failed.
  func receive() throws -> WorkerAnswer {
    while answers.isEmpty { try takeMessages() }
    return answers.removeFirst()
  }

  /// Receives the messages that are there, or waits for some.
  private func takeMessages() throws {
    var hasTaken = false
    while let next = try decoder.next() {
      hasTaken = true
      switch next.message {
      case .unlistedCall(let number): throw Failure.unlistedCall(number)
      default: answers.append(next.message)
      }
    }
    if hasTaken { return }
    var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&entry, 1, 180_000)
    let code = errno
    // A signal, for whichever thread it was.
    if count < 0, code == EINTR { return }
    guard count >= 0 else { throw Failure.notWaited(errno: code) }
    guard count == 1 else { throw Failure.noAnswer }
    switch try socket.receive() {
    case .received(let received): decoder.feed(received)
    case .wouldBlock: break
    case .ended: throw Failure.ended(status: waitForEnd())
    }
  }

  /// Closes this side's end of the socket.
  func hangUp() {
    end = nil
  }

  /// Waits for the worker's end.
  /// - Returns: The status of waitpid(2): 0 for exit(0), the low 7 bits are a signal's number; -1 if it has not ended
  ///   after half a minute.
  func waitForEnd() -> Int32 {
    var status: Int32 = -1
    // In steps, so that a worker that does not end fails its test instead of blocking all of them.
    for _ in 0..<3000 {
      if waitpid(pid, &status, WNOHANG) == pid {
        isReaped = true
        return status
      }
      poll(nil, 0, 10)
    }
    return -1
  }

  /// Runs a program next to the test bundle to its end, without input.
  /// - Returns: At most 60,000 bytes of what it wrote to standard output and error, which fit into a pipe, and the status
  ///   of waitpid(2).
  static func run(
    _ program: String, _ arguments: [String] = []
  ) throws -> (text: String, status: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reader = OwnedDescriptor(ends[0])
    let writer = OwnedDescriptor(ends[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writer.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, writer.number, STDERR_FILENO)
    var pid: pid_t = 0
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    try #require(posix_spawn(&pid, try path(of: program), &actions, nil, &words, environ) == 0)
    // The status comes first: another test's child may hold a copy of the pipe's end for a moment.
    var status: Int32 = -1
    waitpid(pid, &status, 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: 60_000) { buffer, count in
      count = max(0, read(reader.number, buffer.baseAddress, buffer.count))
    }
    return (String(decoding: bytes, as: UTF8.self), status)
  }
}
