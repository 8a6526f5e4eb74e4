import Dispatch
import Glibc
import PictureProtocol

/// What comes from a worker and its connection.
nonisolated enum WorkerEvent: Sendable {
  case hello(WorkerHello)
  /// An answer that follows from the protocol; with the state of the file that it was made from.
  case answer(WorkerAnswer, stamp: PictureFileStamp?)
  /// The file could not be opened, so the worker never heard of it.
  case notOpened(id: UInt32, PictureFailure)
  /// The file is what it was (`WorkerJob.knownStamp`); the worker never heard of it.
  case unchanged(id: UInt32)
  /// It has shut itself in.
  case cell(WorkerCell)
  /// It needs a decoder that it cannot load any more.
  case needsDecoder
  /// A library made a system call that the worker's filter does not know.
  case unlistedCall(UInt32)
  /// The socket was closed, or what came through it made no sense.
  case ended
}

/// The talk with one worker: opens files, sends requests, takes answers apart, all off the main actor.
///
/// Opening has a queue of its own, because a file system that hangs must not keep the answers that are
/// there already from being read.
// @unchecked: `state` is touched on `queue` only; the rest is constant and Sendable.
nonisolated final class WorkerConnection: @unchecked Sendable {
  private struct Outgoing {
    var bytes: ArraySlice<UInt8>
    var descriptors: [OwnedDescriptor]
  }

  /// What is remembered of a request until its last answer.
  private struct Sent {
    var stamp: PictureFileStamp
    var steps: PictureSteps
    var thumbnail: ThumbnailName?
  }

  private struct State {
    var decoder = MessageDecoder<WorkerAnswer>()
    var outgoing: [Outgoing] = []
    var reading: (any DispatchSourceRead)?
    var writing: (any DispatchSourceWrite)?
    var sent: [UInt32: Sent] = [:]
    /// A thumbnail that was announced: the very next message is it.
    var expectedThumbnail: (id: UInt32, name: ThumbnailName)?
    /// Jobs whose file is being opened; the value is whether they were cancelled meanwhile.
    var opening: [UInt32: Bool] = [:]
    var saidHello = false
    var isEnded = false
  }

  private var state = State()
  private let queue = DispatchQueue(label: "vitrine.worker")
  private let openingQueue = DispatchQueue(label: "vitrine.worker.files")
  private let worker: LaunchedWorker
  private let socket: PictureSocket
  private let thumbnails: ThumbnailStore?
  private let post: @Sendable (WorkerEvent) -> Void

  /// - Parameter post: Called on a queue of the connection; nothing after `.ended`.
  init(
    _ worker: LaunchedWorker, thumbnails: ThumbnailStore? = nil,
    post: @escaping @Sendable (WorkerEvent) -> Void
  ) {
    self.worker = worker
    self.thumbnails = thumbnails
    self.post = post
    socket = PictureSocket(descriptor: worker.socket.number)
  }

  func start() {
    queue.async { self.beginReading() }
  }

  /// Opens the job's file and sends its request.
  func submit(_ job: WorkerJob) {
    queue.async {
      guard !self.state.isEnded else { return }
      self.state.opening[job.id] = false
      self.openingQueue.async { self.open(job) }
    }
  }

  /// Has the worker load every decoder there is.
  func loadAllDecoders() {
    queue.async {
      self.send(.configuration(WorkerConfiguration(loadsAllDecoders: true)), descriptors: [])
    }
  }

  func cancel(id: UInt32) {
    queue.async {
      if self.state.opening[id] != nil {
        self.state.opening[id] = true
      } else {
        self.send(.cancel(id: id), descriptors: [])
      }
    }
  }

  /// Ends the worker at once, however stuck its queues are.
  func end() {
    worker.end()
    queue.async { self.close(announcing: false) }
  }

  // MARK: On the opening queue

  private func open(_ job: WorkerJob) {
    do throws(PictureFailure) {
      let file = try OpenedFile(job.task.file)
      if let known = job.knownStamp, known == file.stamp {
        queue.async { self.finishOpening(job.id, with: .unchanged(id: job.id)) }
        return
      }
      switch job.task {
      case .picture(let key), .rough(let key):
        let offer = thumbnails?.offer(
          for: key, stamp: file.stamp, ignoresFailure: job.ignoresNotedFailure)
        let request = key.request(
          id: job.id, generation: job.generation, steps: job.steps,
          allowsLarge: job.allowsLarge, thumbnail: offer?.offer)
        let descriptors = [file.descriptor] + (offer?.file.map { [$0] } ?? [])
        let sent = Sent(stamp: file.stamp, steps: job.steps, thumbnail: offer?.name)
        queue.async { self.opened(job, sent, .picture(request), descriptors) }
      case .metadata(let photo, let wantsDetails):
        let sidecar = photo.openSidecar()
        let request = MetadataRequest(
          id: job.id, generation: job.generation, origin: photo.origin, hasSidecar: sidecar != nil,
          wantsDetails: wantsDetails)
        let descriptors = [file.descriptor] + (sidecar.map { [$0.descriptor] } ?? [])
        let sent = Sent(stamp: file.stamp, steps: .sharp)
        queue.async { self.opened(job, sent, .metadata(request), descriptors) }
      }
    } catch {
      queue.async { self.finishOpening(job.id, with: .notOpened(id: job.id, error)) }
    }
  }

  // MARK: On the queue

  private func opened(
    _ job: WorkerJob, _ sent: Sent, _ request: WorkerRequest, _ descriptors: [OwnedDescriptor]
  ) {
    if state.opening[job.id] == true {
      finishOpening(job.id, with: .notOpened(id: job.id, .cancelled))
      return
    }
    state.opening[job.id] = nil
    state.sent[job.id] = sent
    send(request, descriptors: descriptors)
  }

  private func finishOpening(_ id: UInt32, with event: WorkerEvent) {
    state.opening[id] = nil
    if !state.isEnded { post(event) }
  }

  private func beginReading() {
    guard !state.isEnded else { return }
    let flags = fcntl(socket.descriptor, F_GETFL)
    guard flags >= 0, fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      close(announcing: true)
      return
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    // The descriptor must stay open until the source has let go of it.
    let owner = worker.socket
    source.setCancelHandler { withExtendedLifetime(owner) {} }
    state.reading = source
    source.activate()
  }

  /// Reads all there is: when the other side is gone (EPOLLHUP), libdispatch tells so once and lets go of
  /// the descriptor, however much is left to be read.
  private func read() {
    do throws(PictureProtocolError) {
      while !state.isEnded {
        // Not larger: above 128 kB malloc would map and unmap memory for every piece.
        switch try socket.receive(limit: 1 << 16) {
        case .wouldBlock: return
        case .ended: close(announcing: true)
        case .received(let received):
          state.decoder.feed(received)
          while !state.isEnded, let next = try state.decoder.next() { handle(next.message) }
        }
      }
    } catch {
      close(announcing: true)
    }
  }

  private func handle(_ answer: WorkerAnswer) {
    if let expected = state.expectedThumbnail {
      guard case .thumbnail(let thumbnail) = answer, thumbnail.id == expected.id else {
        return close(announcing: true)
      }
      state.expectedThumbnail = nil
      thumbnails?.write(thumbnail, as: expected.name)
      return
    }
    switch answer {
    case .hello(let hello):
      guard !state.saidHello else { return close(announcing: true) }
      state.saidHello = true
      post(.hello(hello))
    case .picture, .metadata, .failure:
      // The version is the first thing said.
      guard state.saidHello else { return close(announcing: true) }
      receive(answer)
    case .cell(let cell):
      post(.cell(cell))
    case .needsDecoder:
      post(.needsDecoder)
    case .unlistedCall(let number):
      post(.unlistedCall(number))
    case .thumbnail, .sheet:
      close(announcing: true)
    }
  }

  private func receive(_ answer: WorkerAnswer) {
    guard let id = answer.jobID, let sent = state.sent[id] else {
      // The pool knows whether that is a mistake.
      return post(.answer(answer, stamp: nil))
    }
    if answer.isLast(of: sent.steps) { state.sent[id] = nil }
    if answer.thumbnailFollows {
      guard let name = sent.thumbnail, answer.isLast(of: sent.steps), let thumbnails else {
        return close(announcing: true)
      }
      thumbnails.expect()
      state.expectedThumbnail = (id, name)
    }
    post(.answer(answer, stamp: sent.stamp))
  }

  private func send(_ request: WorkerRequest, descriptors: [OwnedDescriptor]) {
    guard !state.isEnded else { return }
    state.outgoing.append(Outgoing(bytes: request.frame()[...], descriptors: descriptors))
    flush()
  }

  /// Sends what can be sent; what cannot waits for the socket to take more.
  private func flush() {
    do throws(PictureProtocolError) {
      while let next = state.outgoing.first {
        let count = try socket.send(next.bytes, descriptors: next.descriptors.map(\.number))
        if count == 0 { return waitUntilWritable() }
        if count == next.bytes.count {
          state.outgoing.removeFirst()
        } else {
          state.outgoing[0] = Outgoing(bytes: next.bytes.dropFirst(count), descriptors: [])
        }
      }
    } catch {
      // The other side is gone, but answers that it gave before may be there still. Reading them ends in
      // the end of the stream; a worker that only does not listen runs out of time.
      state.outgoing = []
    }
    state.writing?.cancel()
    state.writing = nil
  }

  private func waitUntilWritable() {
    guard state.writing == nil else { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.flush() }
    let owner = worker.socket
    source.setCancelHandler { withExtendedLifetime(owner) {} }
    state.writing = source
    source.activate()
  }

  private func close(announcing: Bool) {
    guard !state.isEnded else { return }
    let (reading, writing) = (state.reading, state.writing)
    if state.expectedThumbnail != nil { thumbnails?.giveUp() }
    state = State()
    state.isEnded = true
    reading?.cancel()
    writing?.cancel()
    worker.end()
    if announcing { post(.ended) }
  }
}
