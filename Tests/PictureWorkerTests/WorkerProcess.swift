import Glibc
import PictureProtocol
import Processes
import Synchronization
import Testing

/// The real worker, started from the build folder, with its socket. Used by one test at a time.
final class WorkerProcess: @unchecked Sendable {
  let socket: PictureSocket
  private let process: ChildProcess
  private var end: OwnedDescriptor?
  private var receiver: MessageReceiver<WorkerAnswer>
  /// What it said first; nil until it has.
  private(set) var hello: WorkerHello?

  /// A fault of the worker, not of a picture.
  enum Failure: Error {
    /// Nothing came within three minutes.
    case noAnswer
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

  /// Starts a worker, and receives its hello.
  ///
  /// - Parameter arguments: Of its command line.
  init(_ arguments: [String] = []) throws {
    let (mine, its) = try PictureSocket.pair()
    process = try Self.start("vitrine-pictures", arguments, input: .descriptor(its.number))
    end = mine
    socket = PictureSocket(descriptor: mine.number)
    receiver = MessageReceiver(socket)
    let first = try receive()
    guard case .hello(let hello) = first else { throw Failure.otherAnswer("\(first)") }
    self.hello = hello
  }

  deinit { process.end() }

  var pid: pid_t { process.id }

  private static func start(
    _ program: String, _ arguments: [String], input: ChildProcess.Input = .nothing,
    output: ChildProcess.Output = .nowhere
  ) throws -> ChildProcess {
    let words = [try path(of: program)] + arguments
    return try ChildProcess(words.map { Array($0.utf8) }, input: input, output: output)
  }

  /// The next answer. A worker that sends nothing for three minutes has failed.
  func receive() throws -> WorkerAnswer {
    guard let next = try receiver.receive(milliseconds: 180_000) else {
      throw receiver.isEnded ? Failure.ended(status: waitForEnd()) : Failure.noAnswer
    }
    if case .unlistedCall(let number) = next.message { throw Failure.unlistedCall(number) }
    return next.message
  }

  /// Whether it is there to answer another test, which gets none of the answers that an earlier one has left.
  var isReady: Bool {
    get throws {
      let id = UInt32.max
      do {
        try send([UInt8](), id: id)
        while true {
          if case .failure(id, _) = try receive() { return true }
        }
      } catch Failure.unlistedCall(let number) {
        throw Failure.unlistedCall(number)
      } catch {
        return false
      }
    }
  }

  /// Closes this side's end of the socket.
  func hangUp() { end = nil }

  /// Waits for the worker's end.
  /// - Returns: The status of waitpid(2): 0 for exit(0), the low 7 bits are a signal's number; -1 if it has not ended
  ///   after three minutes.
  func waitForEnd() -> Int32 { Self.status(process.awaitEnd(until: .now + .seconds(180))) }

  private static func status(_ end: ChildProcess.End?) -> Int32 {
    switch end {
    case .status(let status): status << 8
    case .signal(let number): number
    case nil: -1
    }
  }

  /// Runs a program next to the test bundle to its end, without input.
  /// - Returns: What it wrote to standard output and error, and the status of waitpid(2).
  static func run(
    _ program: String, _ arguments: [String] = []
  ) throws -> (text: String, status: Int32) {
    var bytes: [UInt8] = []
    let end = try start(program, arguments, output: .joined).read { _, piece in
      bytes += piece
      return true
    }
    return (String(decoding: bytes, as: UTF8.self), status(end))
  }
}

/// Tests of a worker, each with one that no other uses. It may have worked for others before, as for photo after photo in the
/// program; starting one takes longer than most tests.
class WorkerTests {
  private static let idle = Mutex<[WorkerProcess]>([])
  let worker: WorkerProcess

  init() throws {
    while let worker = Self.idle.withLock({ $0.popLast() }) {
      guard try worker.isReady else { continue }
      self.worker = worker
      return
    }
    worker = try WorkerProcess()
  }

  deinit { Self.idle.withLock { [worker] in $0.append(worker) } }
}
