import Glibc
import PictureProtocol
import Testing

/// The real worker, started from the build folder, with its socket.
final class WorkerProcess {
  let socket: PictureSocket
  let pid: pid_t
  private var end: OwnedDescriptor?
  private var decoder = MessageDecoder<WorkerAnswer>()
  private var isReaped = false

  /// What went wrong with the worker, not with a picture.
  enum Failure: Error {
    case notStarted(errno: Int32)
    case noAnswer
    case ended(status: Int32)
    case noFixture(String)
  }

  /// The program beside the test bundle.
  static var path: String {
    get throws {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      let slash = try #require(own.lastIndex(of: "/"))
      return own[...slash] + "vitrine-pictures"
    }
  }

  /// Starts a worker and takes its hello.
  convenience init() throws {
    try self.init(saysHello: true)
  }

  init(saysHello: Bool) throws {
    let (mine, its) = try PictureSocket.pair()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, its.number, STDIN_FILENO)
    var pid: pid_t = 0
    let name = strdup("vitrine-pictures")
    defer { free(name) }
    var arguments = [name, nil]
    let result = posix_spawn(&pid, try Self.path, &actions, nil, &arguments, environ)
    guard result == 0 else { throw Failure.notStarted(errno: result) }
    self.pid = pid
    end = mine
    socket = PictureSocket(descriptor: mine.number)
    if saysHello {
      guard case .hello = try receive() else { throw Failure.noAnswer }
    }
  }

  deinit {
    if !isReaped {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
  }

  /// The next answer. A worker that says nothing for half a minute has failed.
  func receive() throws -> WorkerAnswer {
    while true {
      if let next = try decoder.next() { return next.message }
      var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 30_000) == 1 else { throw Failure.noAnswer }
      switch try socket.receive() {
      case .received(let received): decoder.feed(received)
      case .wouldBlock: continue
      case .ended: throw Failure.ended(status: waitForEnd())
      }
    }
  }

  /// Closes this side's end of the socket.
  func hangUp() {
    end = nil
  }

  /// Waits for the worker's end.
  /// - Returns: The status of waitpid(2): 0 for exit(0), the low 7 bits are a signal's number; -1 when it
  ///   has not ended after half a minute.
  func waitForEnd() -> Int32 {
    var status: Int32 = -1
    // In steps, so that a worker that does not end fails its test instead of stopping all of them.
    for _ in 0..<3000 {
      if waitpid(pid, &status, WNOHANG) == pid {
        isReaped = true
        return status
      }
      poll(nil, 0, 10)
    }
    return -1
  }
}
