import Dispatch
import Glibc
import PictureProtocol
import Synchronization

/// An event from a worker or its connection.
nonisolated enum WorkerEvent: Sendable {
  case launched(WorkerConnection)
  case notLaunched(WorkerProblem)
  case hello(WorkerHello)
  /// It speaks another version of the protocol; it ends.
  case otherVersion
  /// What the worker answers to a request.
  case answered(id: UInt32, Result<Picture, PictureFailure>)
  /// Why a request wasn't sent.
  case notSent(id: UInt32, PictureFailure)
  /// A library made a system call that is not in the worker's filter.
  case unlistedCall(UInt32)
  /// The socket was closed, or what arrived made no sense. Only a request that it has read can be to blame: a worker that is
  /// ended by a signal may have none.
  case ended(wasAtWork: Bool)
}

/// The conversation with one worker: opens a request's file, sends the request and receives the answer, all off the main actor.
///
/// Sending and receiving have a queue each, which may block: by a file system that hangs, for example.
nonisolated final class WorkerConnection: Sendable {
  /// The request that is not answered.
  private struct Current {
    let id: UInt32
    /// nil until its file has been opened.
    var stamp: PictureFileStamp?
    var thumbnail: ThumbnailName?
    /// Whether the socket has taken all of it.
    var isDelivered = false
    /// Before it was sent.
    var isCancelled = false
  }

  private struct State {
    var current: Current?
    var isEnded = false
  }

  private let state = Mutex(State())
  private let sending = DispatchQueue(label: "vitrine.worker.requests")
  private let worker: LaunchedWorker
  private let socket: PictureSocket
  private let thumbnails: ThumbnailStore?
  private let post: @Sendable (WorkerEvent) -> Void

  /// - Parameter post: Called on a queue of the connection.
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
    DispatchQueue(label: "vitrine.worker.answers").async { self.receive() }
  }

  /// Opens the request's file and sends it. Call when the previous one has been answered.
  func submit(_ request: PictureRequest) {
    state.withLock { $0.current = Current(id: request.id) }
    sending.async { self.send(request) }
  }

  func cancel(id: UInt32) {
    let isSent = state.withLock { state in
      guard state.current?.id == id else { return false }
      state.current?.isCancelled = true
      return state.current?.stamp != nil
    }
    if isSent { sending.async { try? self.socket.send(WorkerRequest.cancel(id: id)) } }
  }

  /// Ends the worker immediately, even if its queues are stuck.
  func end() {
    state.withLock { $0.isEnded = true }
    worker.end()
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  private func send(_ request: PictureRequest) {
    do throws(PictureFailure) {
      let file = try OpenedFile(path: request.key.file.path)
      if let known = request.knownStamp, known == file.stamp { throw .unchanged }
      var request = request
      var thumbnail: ThumbnailName?
      var descriptors = [file.descriptor]
      if request.look.isMetadata {
        let sidecar = request.key.file.openSidecar()
        request.hasSidecar = sidecar != nil
        descriptors += sidecar.map { [$0.descriptor] } ?? []
      } else if let offer = thumbnails?.offer(for: request, stamp: file.stamp) {
        (request.thumbnail, thumbnail) = (offer.offer, offer.name)
        descriptors += offer.file.map { [$0] } ?? []
      }
      let isWanted = state.withLock { [thumbnail] state in
        state.current?.stamp = file.stamp
        state.current?.thumbnail = thumbnail
        return state.current?.isCancelled == false
      }
      guard isWanted else { throw .cancelled }
      send(request, descriptors)
    } catch {
      state.withLock { $0.current = nil }
      post(.notSent(id: request.id, error))
    }
  }

  private func send(_ request: PictureRequest, _ descriptors: [OwnedDescriptor]) {
    do throws(PictureProtocolError) {
      try withExtendedLifetime(descriptors) { () throws(PictureProtocolError) in
        try socket.send(WorkerRequest.picture(request), descriptors: descriptors.map(\.number))
      }
    } catch {
      // The other side is gone, but an earlier answer may still be in the socket. Reading it leads to the end of the
      // stream; a worker that only stopped listening runs out of time.
      return
    }
    state.withLock { state in
      if state.current?.id == request.id { state.current?.isDelivered = true }
    }
  }

  // MARK: Answers

  private func receive() {
    var receiver = MessageReceiver<WorkerAnswer>(socket)
    var saidHello = false
    do throws(PictureProtocolError) {
      // The first message, which comes once.
      if case .hello(let hello)? = try receiver.receive()?.message {
        saidHello = true
        post(.hello(hello))
        while let next = try receiver.receive(), accept(next.message) {}
      }
    } catch {
      // Afterwards it is nonsense.
      if !saidHello, error == .otherVersion { post(.otherVersion) }
    }
    worker.end()
    // A request that it died of may still be noted as sent. What it hasn't read is that request, or its cancellation.
    sending.async { [hasReadAll = receiver.hasReadAll] in
      let isDelivered = self.state.withLock { $0.current?.isDelivered ?? false }
      self.post(.ended(wasAtWork: isDelivered && hasReadAll))
    }
  }

  /// - Returns: Whether it makes sense.
  private func accept(_ answer: WorkerAnswer) -> Bool {
    switch answer {
    case .hello: return false
    case .picture(let id, let picture): return finish(id, .success(picture))
    case .failure(let id, let failure): return finish(id, .failure(failure))
    case .unlistedCall(let number):
      post(.unlistedCall(number))
      return true
    }
  }

  private func finish(_ id: UInt32, _ answer: Result<Picture, PictureFailure>) -> Bool {
    let sent = state.withLock { state -> Current? in
      guard !state.isEnded, state.current?.id == id, state.current?.stamp != nil else { return nil }
      defer { state.current = nil }
      return state.current
    }
    // An answer to nothing.
    guard let sent else { return false }
    guard case .success(var picture) = answer else {
      post(.answered(id: id, answer))
      return true
    }
    if let made = picture.thumbnail {
      guard let name = sent.thumbnail, let thumbnails else { return false }
      thumbnails.write(made.png, as: name, size: made.size)
      picture.thumbnail = nil
    }
    picture.stamp = sent.stamp
    post(.answered(id: id, .success(picture)))
    return true
  }
}
