import CLinux
import Glibc
import PictureProtocol

/// One picture worker, driven directly.
final class WorkerSession {
  let pid: pid_t
  private let socket: PictureSocket
  private let end: OwnedDescriptor
  private var receiver: MessageReceiver<WorkerAnswer>
  private var lastID: UInt32 = 0

  init(worker: String) throws {
    let (own, its) = try PictureSocket.pair()
    let argv = [strdup(worker), nil]
    defer { for text in argv { free(text) } }
    var started: pid_t = 0
    let code = vitrine_start(&started, worker, argv, nil, its.number, -1, -1, 0)
    guard code == 0 else { throw BenchError.system(call: worker, code: code) }
    pid = started
    end = own
    socket = PictureSocket(descriptor: own.number)
    receiver = MessageReceiver(socket)
    // The first message of a worker.
    _ = try receiver.receive()
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// Requests a picture of a file.
  ///
  /// - Parameter cached: The path of a file of the thumbnail cache to send with it.
  func ask(
    _ path: String, target: PictureTarget, output: PictureOutput,
    thumbnail: ThumbnailOffer? = nil, cached: String? = nil
  ) throws {
    let fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { throw BenchError.system(call: path, code: errno) }
    defer { close(fd) }
    lastID += 1
    let request = PictureRequest(
      id: lastID, origin: .localFile, look: PictureLook(target: target, output: output),
      thumbnail: thumbnail)
    var descriptors = [fd]
    if let cached {
      let second = open(cached, O_RDONLY | O_CLOEXEC)
      guard second >= 0 else { throw BenchError.system(call: cached, code: errno) }
      descriptors.append(second)
    }
    defer { for descriptor in descriptors.dropFirst() { close(descriptor) } }
    try socket.send(WorkerRequest.picture(request), descriptors: descriptors)
  }

  /// Waits for the next answer.
  ///
  /// - Returns: The thumbnail that was made with it.
  /// - Throws: `BenchError` if there is no picture.
  @discardableResult
  func answer() throws -> [UInt8]? {
    guard case .picture(_, let picture)? = try receiver.receive()?.message else {
      throw BenchError.missing("a picture from the worker")
    }
    return picture.thumbnail?.png
  }
}
