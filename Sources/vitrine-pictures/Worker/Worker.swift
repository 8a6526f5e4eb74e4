import CChafa
import CLinux
import CVips
import Glibc
import PictureProtocol

/// The worker: receives a request from the socket, performs it, answers.
///
/// One thread. While a picture is made, the socket is checked now and then, so that it can be cancelled and the worker
/// ends with the main process.
final class Worker {
  private let socket: PictureSocket
  private var receiver: MessageReceiver<WorkerRequest>
  /// The most seconds of CPU for a request, after which the worker ends itself; three times as many for a large picture.
  private let timeLimit: UInt32
  /// The request that is being performed, and whether it was cancelled.
  private var running: (id: UInt32, isCancelled: Bool) = (0, false)
  private let animations = AnimationCache()

  init(_ socket: PictureSocket, timeLimit: UInt32) {
    self.socket = socket
    receiver = MessageReceiver(socket)
    self.timeLimit = timeLimit
  }

  /// Runs until the main process closes the socket.
  func run() throws(PictureProtocolError) {
    // The cell shows nothing of the process.
    var hello = Hello.make()
    // From here on nothing can be loaded, and files may come.
    let cell = vitrine_close_cell()
    hello.cell = WorkerCell(
      filtersCalls: cell.filters_calls != 0,
      landlockVersion: UInt32(clamping: cell.landlock_version))
    try socket.send(WorkerAnswer.hello(hello))
    while let next = try receiver.receive() {
      // What was to be cancelled has been answered.
      guard case .picture(let request) = next.message else { continue }
      try perform(request, files: next.descriptors)
    }
    _exit(0)
  }

  private func perform(
    _ request: PictureRequest, files: [OwnedDescriptor]
  ) throws(PictureProtocolError) {
    running = (request.id, false)
    Vips.forgetErrors()
    let share: UInt32 = request.allowsLarge ? 3 : 1
    _ = vitrine_end_after_cpu_seconds(timeLimit.multipliedReportingOverflow(by: share).partialValue)
    let answer: WorkerAnswer
    do throws(PictureFailure) {
      answer = .picture(id: request.id, try make(request, files: files))
    } catch {
      answer = .failure(id: request.id, error)
    }
    try socket.send(answer)
    _ = vitrine_end_after_cpu_seconds(0)
    try tellUnlistedCalls()
    giveMemoryBack()
    _ = vitrine_give_way_again()
  }

  private func tellUnlistedCalls() throws(PictureProtocolError) {
    while let number = UInt32(exactly: vitrine_next_unlisted_call()) {
      try socket.send(WorkerAnswer.unlistedCall(number))
    }
  }

  /// A photo of a hundred megapixels leaves free memory behind that no other process can use.
  private func giveMemoryBack() {
    guard vitrine_free_heap_bytes() > Self.freeHeapLimit else { return }
    vitrine_give_memory_back()
  }

  /// More than the photos of a usual camera leave.
  private static let freeHeapLimit = 32 << 20

  private func make(
    _ request: PictureRequest, files: [OwnedDescriptor]
  ) throws(PictureFailure) -> Picture {
    if case .metadata(let details) = request.look.output {
      return try MetadataMaker(
        origin: request.origin, wantsDetails: details, decoder: decoder(allowsLarge: true)
      ).make(files)
    }
    let maker = PictureMaker(
      request: request, decoder: decoder(allowsLarge: request.allowsLarge), animations: animations,
      thumbnails: request.thumbnail.map {
        ThumbnailExchange(offer: $0, cachedFile: files.count > 1 ? files[1] : nil)
      })
    return try maker.make(files[0])
  }

  private func decoder(allowsLarge: Bool) -> PictureDecoder {
    PictureDecoder(
      memoryLimit: UInt64(ProcessLimits.pictureBytes), allowsLarge: allowsLarge,
      shouldStop: shouldStop)
  }

  /// Whether the request was cancelled; checks the socket first.
  private func shouldStop() -> Bool {
    // Errors of the stream occur again in the main loop.
    while !running.isCancelled, let next = try? receiver.receive(milliseconds: 0) {
      // The program waits for the answer to a request before it sends another.
      guard case .cancel(let id) = next.message else { _exit(VitrinePictures.protocolFault) }
      running.isCancelled = id == running.id
    }
    if receiver.isEnded { _exit(0) }
    return running.isCancelled
  }
}

/// What the worker says about itself.
enum Hello {
  static let version = "1.1.0"

  static var versionText: String {
    let vips = "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    return "vitrine-pictures \(version), protocol \(PictureProtocolVersion.current) "
      + "(libvips \(vips), libchafa)"
  }

  static func make() -> WorkerHello {
    var hello = WorkerHello()
    hello.versionText = versionText
    hello.readableFormats = PictureFormat.allCases.filter(Vips.canRead)
    return hello
  }
}
