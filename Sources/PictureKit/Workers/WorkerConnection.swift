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
  case otherVersion(UInt8)
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

/// The conversation with one worker: opens files, sends requests and receives answers, all off the main actor.
///
/// Opening, sending and receiving have a queue each, which may block: a file system that hangs must not delay what is said to the
/// worker, nor the reading of answers.
nonisolated final class WorkerConnection: Sendable {
  /// What is kept about a request until its answer.
  private struct Sent {
    var stamp: PictureFileStamp
    var thumbnail: ThumbnailName?
    /// Whether the socket has taken all of it.
    var isDelivered = false
  }

  private struct State {
    /// Requests whose file is being opened, and that weren't cancelled in the meantime.
    var opening: Set<UInt32> = []
    var sent: [UInt32: Sent] = [:]
    /// The latest request that the socket has taken.
    var lastDelivered: UInt32?
    var isEnded = false
  }

  private let state = Mutex(State())
  private let opening = DispatchQueue(label: "vitrine.worker.files")
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

  /// Opens the request's file and sends it.
  func submit(_ request: PictureRequest) {
    _ = state.withLock { $0.opening.insert(request.id) }
    opening.async { self.open(request) }
  }

  func cancel(id: UInt32) {
    guard state.withLock({ $0.opening.remove(id) }) == nil else { return }
    sending.async { try? self.socket.send(WorkerRequest.cancel(id: id)) }
  }

  /// Ends the worker immediately, even if its queues are stuck.
  func end() {
    state.withLock { $0.isEnded = true }
    worker.end()
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }

  private func open(_ request: PictureRequest) {
    do throws(PictureFailure) {
      let file = try OpenedFile(path: request.key.file.path)
      if let known = request.knownStamp, known == file.stamp { throw .unchanged }
      var request = request
      var sent = Sent(stamp: file.stamp)
      var descriptors = [file.descriptor]
      if request.look.isMetadata {
        let sidecar = request.key.file.openSidecar()
        request.hasSidecar = sidecar != nil
        descriptors += sidecar.map { [$0.descriptor] } ?? []
      } else if let offer = thumbnails?.offer(for: request, stamp: file.stamp) {
        (request.thumbnail, sent.thumbnail) = (offer.offer, offer.name)
        descriptors += offer.file.map { [$0] } ?? []
      }
      sending.async { [request, sent, descriptors] in self.send(request, sent, descriptors) }
    } catch {
      _ = state.withLock { $0.opening.remove(request.id) }
      post(.notSent(id: request.id, error))
    }
  }

  private func send(_ request: PictureRequest, _ sent: Sent, _ descriptors: [OwnedDescriptor]) {
    let id = request.id
    let isWanted = state.withLock { state in
      guard state.opening.remove(id) != nil else { return false }
      state.sent[id] = sent
      return true
    }
    guard isWanted else { return post(.notSent(id: id, .cancelled)) }
    do throws(PictureProtocolError) {
      try withExtendedLifetime(descriptors) { () throws(PictureProtocolError) in
        try socket.send(WorkerRequest.picture(request), descriptors: descriptors.map(\.number))
      }
    } catch {
      // The other side is gone, but earlier answers may still be in the socket. Reading them leads to the end of the
      // stream; a worker that only stopped listening runs out of time.
      return
    }
    state.withLock { state in
      state.sent[id]?.isDelivered = true
      state.lastDelivered = id
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
      if !saidHello, case .otherVersion(let version) = error { post(.otherVersion(version)) }
    }
    worker.end()
    // A request that it died of may still be noted as sent.
    sending.async { [hasReadAll = receiver.hasReadAll] in
      let delivered = self.state.withLock { state in
        // A worker reads a request before it begins with it, so what it hasn't read is the latest one at least.
        if !hasReadAll, let id = state.lastDelivered { state.sent[id] = nil }
        return Set(state.sent.filter { $0.value.isDelivered }.keys)
      }
      self.post(.ended(delivered: delivered))
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
    let sent = state.withLock { state in
      state.isEnded ? nil : state.sent.removeValue(forKey: id)
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
