import Dispatch
import Glibc
import PictureProtocol

/// An event from a worker or its connection.
nonisolated enum WorkerEvent: Sendable {
  case launched(WorkerConnection)
  case notLaunched(WorkerProblem)
  case hello(WorkerHello)
  /// What the worker answers to a request.
  case answered(id: UInt32, Result<Picture, PictureFailure>)
  /// Why a request wasn't sent.
  case notSent(id: UInt32, PictureFailure)
  /// A library made a system call that is not in the worker's filter.
  case unlistedCall(UInt32)
  /// The socket was closed, or what arrived made no sense. Only a request that it got can be to blame: a worker that is
  /// ended by a signal may get none.
  case ended(delivered: Set<UInt32>)
}

/// The conversation with one worker: opens files, sends requests and parses answers, all off the main actor.
///
/// Opening has a separate queue, because a file system that hangs must not delay the reading of answers.
// @unchecked: `state` is used on `queue` only; everything else is constant and Sendable.
nonisolated final class WorkerConnection: @unchecked Sendable {
  private struct Outgoing {
    /// The request that it is; nil for other messages.
    var requestID: UInt32?
    var bytes: ArraySlice<UInt8>
    var descriptors: [OwnedDescriptor]
  }

  /// What is kept about a request until its answer.
  private struct Sent {
    var request: PictureRequest
    var stamp: PictureFileStamp
    var thumbnail: ThumbnailName?
    /// Whether the socket has taken all of it.
    var isDelivered = false
  }

  private struct State {
    var decoder = MessageDecoder<WorkerAnswer>()
    var outgoing: [Outgoing] = []
    var reading: (any DispatchSourceRead)?
    var writing: (any DispatchSourceWrite)?
    var sent: [UInt32: Sent] = [:]
    /// The latest request that the socket has taken.
    var lastDelivered: UInt32?
    /// A thumbnail that was announced: it is the next message.
    var expectedThumbnail: (id: UInt32, name: ThumbnailName)?
    /// Requests whose file is being opened; the value is whether they were cancelled in the meantime.
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

  /// - Parameter post: Called on a queue of the connection; never after `.ended`.
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

  /// Opens the request's file and sends it.
  func submit(_ request: PictureRequest) {
    queue.async {
      guard !self.state.isEnded else { return }
      self.state.opening[request.id] = false
      self.openingQueue.async { self.open(request) }
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

  /// Ends the worker immediately, even if its queues are stuck.
  func end() {
    worker.end()
    queue.async { self.close(announcing: false) }
  }

  // MARK: On the opening queue

  private func open(_ request: PictureRequest) {
    do throws(PictureFailure) {
      let file = try OpenedFile(request.key.file)
      if let known = request.knownStamp, known == file.stamp { throw .unchanged }
      var sent = Sent(request: request, stamp: file.stamp)
      var descriptors = [file.descriptor]
      if request.look.isMetadata {
        let sidecar = request.key.file.openSidecar()
        sent.request.hasSidecar = sidecar != nil
        descriptors += sidecar.map { [$0.descriptor] } ?? []
      } else if let offer = thumbnails?.offer(for: request, stamp: file.stamp) {
        (sent.request.thumbnail, sent.thumbnail) = (offer.offer, offer.name)
        descriptors += offer.file.map { [$0] } ?? []
      }
      queue.async { [sent, descriptors] in self.opened(sent, descriptors) }
    } catch {
      queue.async { self.finishOpening(request.id, error) }
    }
  }

  // MARK: On the queue

  private func opened(_ sent: Sent, _ descriptors: [OwnedDescriptor]) {
    let id = sent.request.id
    if state.opening[id] == true { return finishOpening(id, .cancelled) }
    state.opening[id] = nil
    state.sent[id] = sent
    send(.picture(sent.request), id: id, descriptors: descriptors)
  }

  private func finishOpening(_ id: UInt32, _ failure: PictureFailure) {
    state.opening[id] = nil
    if !state.isEnded { post(.notSent(id: id, failure)) }
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
    // The descriptor must stay open until the dispatch source has released it.
    let owner = worker.socket
    source.setCancelHandler { withExtendedLifetime(owner) {} }
    state.reading = source
    source.activate()
  }

  /// Reads everything: when the other side is gone (EPOLLHUP), libdispatch reports that once and releases the
  /// descriptor, however much is left to be read.
  private func read() {
    do throws(PictureProtocolError) {
      while !state.isEnded {
        // Not larger: above 128 kB, malloc would map and unmap memory for every piece.
        switch try socket.receive(limit: 1 << 16) {
        case .wouldBlock: return
        case .ended(let hasReadAll):
          // A worker reads a request before it begins with it, so what it hasn't read is the latest one at least.
          if !hasReadAll, let id = state.lastDelivered { state.sent[id] = nil }
          close(announcing: true)
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
      guard case .thumbnail(expected.id, let size, let png) = answer else {
        return close(announcing: true)
      }
      state.expectedThumbnail = nil
      thumbnails?.write(png, as: expected.name, size: size)
      return
    }
    // The version has to be the first message, and comes once.
    let isHello = if case .hello = answer { true } else { false }
    guard isHello != state.saidHello else { return close(announcing: true) }
    switch answer {
    case .hello(let hello):
      state.saidHello = true
      post(.hello(hello))
    case .picture(let id, let picture, let thumbnailFollows):
      finish(id, .success(picture), thumbnailFollows: thumbnailFollows)
    case .failure(let id, let failure): finish(id, .failure(failure))
    case .unlistedCall(let number):
      post(.unlistedCall(number))
    case .thumbnail:
      close(announcing: true)
    }
  }

  private func finish(
    _ id: UInt32, _ answer: Result<Picture, PictureFailure>, thumbnailFollows: Bool = false
  ) {
    // An answer to nothing.
    guard let sent = state.sent[id] else { return close(announcing: true) }
    if thumbnailFollows {
      guard let name = sent.thumbnail, let thumbnails else { return close(announcing: true) }
      thumbnails.expect()
      state.expectedThumbnail = (id, name)
    }
    state.sent[id] = nil
    let stamped = answer.map { picture in
      var picture = picture
      picture.stamp = sent.stamp
      return picture
    }
    post(.answered(id: id, stamped))
  }

  private func send(
    _ request: WorkerRequest, id: UInt32? = nil, descriptors: [OwnedDescriptor]
  ) {
    guard !state.isEnded else { return }
    state.outgoing.append(
      Outgoing(requestID: id, bytes: request.frame()[...], descriptors: descriptors))
    flush()
  }

  /// Sends what can be sent; the rest waits until the socket accepts more.
  private func flush() {
    do throws(PictureProtocolError) {
      while let next = state.outgoing.first {
        let count = try socket.send(next.bytes, descriptors: next.descriptors.map(\.number))
        if count == 0 { return waitUntilWritable() }
        if count == next.bytes.count {
          state.outgoing.removeFirst()
          if let id = next.requestID {
            state.sent[id]?.isDelivered = true
            state.lastDelivered = id
          }
        } else {
          state.outgoing[0] = Outgoing(
            requestID: next.requestID, bytes: next.bytes.dropFirst(count), descriptors: [])
        }
      }
    } catch {
      // The other side is gone, but earlier answers may still be in the socket. Reading them leads to the end of the
      // stream; a worker that only stopped listening runs out of time.
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
    let delivered = Set(state.sent.filter { $0.value.isDelivered }.keys)
    if state.expectedThumbnail != nil { thumbnails?.giveUp() }
    state = State()
    state.isEnded = true
    reading?.cancel()
    writing?.cancel()
    worker.end()
    if announcing { post(.ended(delivered: delivered)) }
  }
}
