import GalleryTestSupport
import PictureProtocol
import TerminalTestSupport
import Testing

@testable import PictureKit

/// A loader with controlled workers, a stopped clock, and files.
final class LoaderFixture {
  let workers = Inbox<FakeWorker>()
  let launcher: FakeWorkers
  let timer = ManualAlarm()
  let paceTimer = ManualAlarm()
  let loader: PictureLoader
  let folder: TemporaryFolder
  private let hasPreviews: Bool
  private let changes = Inbox<Void>()
  private(set) var changeCount = 0

  /// - Parameter hasPreviews: Whether previews of its pictures are requested, too.
  init(
    limits: WorkerLimits = WorkerLimits(), problem: WorkerProblem? = nil,
    hasPreviews: Bool = false, log: WorkerLog = .none
  ) throws {
    self.hasPreviews = hasPreviews
    folder = try TemporaryFolder()
    launcher = FakeWorkers(started: workers, problem: problem)
    loader = PictureLoader(
      launcher: launcher, log: log, limits: limits, timer: timer,
      paceTimer: paceTimer, enqueue: { $0() })
    loader.onChange = { [changes, weak self] in
      self?.changeCount += 1
      changes.put(())
    }
  }

  /// The key of an existing file.
  func key(_ name: String, columns: UInt32 = 4) throws -> PictureKey {
    try folder.write(name, to: name)
    let path = folder.path + "/" + name
    return hasPreviews ? .stub(path, columns: columns) : .enlarged(path, columns: columns)
  }

  /// The next worker, after its hello.
  func worker() async throws -> Peer {
    let peer = Peer(try #require(await workers.next()))
    peer.worker.say(.hello(WorkerHello()))
    return peer
  }

  /// The worker that is started for visible pictures.
  func worker(for keys: [PictureKey]) async throws -> Peer {
    loader.setVisible(keys)
    return try await worker()
  }

  /// The same, and its first request.
  func request(_ keys: [PictureKey]) async throws -> (Peer, PictureRequest) {
    let peer = try await worker(for: keys)
    return (peer, try await peer.pictureRequest())
  }

  /// Waits until the loader reports changes and a condition holds.
  func changes(until isSo: () -> Bool) async throws {
    while !isSo() {
      try Task.checkCancellation()
      _ = await changes.next()
    }
  }

  func rough(_ key: PictureKey) -> Picture? {
    if case .loading(let rough) = loader.picture(for: key) { rough } else { nil }
  }

  func hasRough(_ key: PictureKey) -> Bool { rough(key) != nil }

  func isReady(_ key: PictureKey) -> Bool {
    if case .ready = loader.picture(for: key) { true } else { false }
  }

  func failure(_ key: PictureKey) -> PictureFailure? {
    if case .failed(let failure) = loader.picture(for: key) { failure } else { nil }
  }
}

/// A worker and its requests.
final class Peer {
  let worker: FakeWorker
  private let requests: Inbox<ReceivedMessage<WorkerRequest>>

  init(_ worker: FakeWorker) {
    self.worker = worker
    requests = worker.requests()
  }

  /// The next message; nil when the socket was closed.
  func message() async -> ReceivedMessage<WorkerRequest>? { await requests.next() }

  func pictureRequest() async throws -> PictureRequest {
    guard case .picture(let request) = try #require(await message()).message else {
      throw UnexpectedMessage()
    }
    return request
  }

  func cancelledID() async throws -> UInt32 {
    guard case .cancel(let id) = try #require(await message()).message else {
      throw UnexpectedMessage()
    }
    return id
  }

  /// Whether nothing more arrives: the main process gave this worker up.
  func isGivenUp() async -> Bool { await message() == nil && worker.isKilled }

  func answer(_ request: PictureRequest, _ text: String = "ab", isSharp: Bool = true) {
    answer(request, .cells(.stub(text)), isSharp: isSharp)
  }

  func answer(_ request: PictureRequest, _ payload: PicturePayload, isSharp: Bool = true) {
    worker.say(
      .picture(
        id: request.id,
        Picture(payload, isSharp: isSharp, format: .jpeg, sourceWidth: 40, sourceHeight: 30)))
  }

  func fail(_ request: PictureRequest, _ failure: PictureFailure) {
    worker.say(.failure(id: request.id, failure))
  }
}

struct UnexpectedMessage: Error {}
