import Glibc
import PictureProtocol

/// What a worker says about itself, and which pictures it can open.
nonisolated public struct WorkerExamination: Sendable {
  public var hello: WorkerHello
  /// Why a test picture could not be opened, by its format; empty if all could be.
  public var failures: [PictureFormat: PictureFailure] = [:]
}

/// A small picture that shows whether a format can be opened: red and green above, blue and white below, 64×48 pixels. A
/// raw file shows anything.
nonisolated public struct TestPicture: Sendable {
  public var format: PictureFormat
  public var path: String

  public init(format: PictureFormat, path: String) {
    self.format = format
    self.path = path
  }
}

extension WorkerLauncher {
  /// Starts a worker, has it open a picture of each format in its closed sandbox, as it opens those of the user, and ends
  /// it. Blocks for at most ten seconds per message.
  ///
  /// A worker that ends with a picture is replaced for the others.
  public nonisolated func examine(
    _ pictures: [TestPicture]
  ) throws(WorkerProblem) -> WorkerExamination {
    var interview = try WorkerInterview(launch())
    var examination = WorkerExamination(hello: interview.hello)
    for picture in pictures {
      let failure = interview.failure(toOpen: picture)
      examination.failures[picture.format] = failure
      if failure == .workerDied || failure == .timedOut {
        interview = try WorkerInterview(launch())
      }
    }
    return examination
  }
}

/// Questions to one worker and its answers, one after the other.
private nonisolated struct WorkerInterview {
  private(set) var hello = WorkerHello()
  private let worker: Ending
  private let socket: PictureSocket
  private var receiver: MessageReceiver<WorkerAnswer>

  /// Ends the worker with the interview.
  private final class Ending: Sendable {
    let worker: LaunchedWorker
    init(_ worker: LaunchedWorker) { self.worker = worker }
    deinit { worker.end() }
  }

  private static let timeLimit: Int32 = 10_000
  /// The largest difference of a colour after lossy compression.
  private static let tolerance = 48

  /// Reads what it says first.
  init(_ worker: LaunchedWorker) throws(WorkerProblem) {
    self.worker = Ending(worker)
    socket = PictureSocket(descriptor: worker.socket.number)
    receiver = MessageReceiver(socket)
    guard case .hello(let hello)? = answer() else { throw .doesNotAnswer }
    let expected = PictureProtocolVersion.current
    guard hello.protocolVersion == expected else {
      throw .wrongVersion(found: hello.protocolVersion, expected: expected)
    }
    self.hello = hello
  }

  /// - Returns: nil if it has opened the picture, with the right colours.
  mutating func failure(toOpen picture: TestPicture) -> PictureFailure? {
    let number = open(picture.path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return .unreadable(errno: errno) }
    let file = OwnedDescriptor(number)
    let target = PictureTarget(columns: 8, rows: 3, cellPixelWidth: 8, cellPixelHeight: 16)
    let request = PictureRequest(
      id: 1, origin: .localFile, look: PictureLook(target: target, output: .pixels))
    do throws(PictureProtocolError) {
      try socket.send(WorkerRequest.picture(request), descriptors: [file.number])
    } catch {
      return .workerDied
    }
    switch answer() {
    case .failure(_, let failure, _)?: return failure
    case .picture(_, let answer, _)?:
      guard case .pixels(let pixels) = answer.payload, answer.format == picture.format else {
        return .workerDied
      }
      return picture.format == .raw || Self.areRight(pixels) ? nil : .broken("wrong colours")
    case nil where isWaiting: return .timedOut
    default: return .workerDied
    }
  }

  private static func areRight(_ picture: PixelPicture) -> Bool {
    let (width, height) = (Int(picture.width), Int(picture.height))
    guard width >= 4, height >= 4, picture.bytes.count == width * height * 4 else { return false }
    let quarters: [(x: Int, y: Int, color: [Int])] = [
      (1, 1, [255, 0, 0]), (3, 1, [0, 255, 0]), (1, 3, [0, 0, 255]), (3, 3, [255, 255, 255]),
    ]
    return quarters.allSatisfy { quarter in
      let start = (height * quarter.y / 4 * width + width * quarter.x / 4) * 4
      let color = picture.bytes[start..<start + 3].map(Int.init)
      return zip(color, quarter.color).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }

  // MARK: Messages

  /// Whether the worker is there, and has not answered.
  private var isWaiting: Bool { !socket.wait(for: POLLIN, milliseconds: 0) }

  /// The next answer; nil if there is none in time, or one that makes no sense.
  private mutating func answer() -> WorkerAnswer? {
    do throws(PictureProtocolError) {
      while let next = try receiver.receive(milliseconds: Self.timeLimit) {
        // Only for logs.
        if case .unlistedCall = next.message { continue }
        return next.message
      }
    } catch {
      // One that makes no sense.
    }
    return nil
  }
}
