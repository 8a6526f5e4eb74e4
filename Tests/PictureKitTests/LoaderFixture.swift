import GalleryTestSupport
import PictureProtocol
import TerminalTestSupport
import Testing

@testable import PictureKit

/// A loader with a stopped clock, and files.
class PictureFixture {
  let timer = ManualAlarm()
  let paceTimer = ManualAlarm()
  let loader: PictureLoader
  let folder: TemporaryFolder
  private let changes = Inbox<Void>()
  private(set) var changeCount = 0

  init(
    _ launcher: any WorkerLauncher, limits: WorkerLimits = WorkerLimits(), log: WorkerLog = .none
  ) throws {
    folder = try TemporaryFolder()
    loader = PictureLoader(
      launcher: launcher, log: log, limits: limits, timer: timer,
      paceTimer: paceTimer, enqueue: { $0() })
    loader.onChange = { [changes, weak self] in
      self?.changeCount += 1
      changes.put(())
    }
  }

  /// Waits until the loader reports changes and a condition holds.
  func changes(until isSo: () -> Bool) async throws {
    while !isSo() {
      try Task.checkCancellation()
      _ = await changes.next()
    }
  }

  func picture(_ key: PictureKey) -> Picture? {
    if case .ready(let picture) = loader.picture(for: key) { picture } else { nil }
  }

  func isReady(_ key: PictureKey) -> Bool { picture(key) != nil }

  func rough(_ key: PictureKey) -> Picture? {
    if case .loading(let rough) = loader.picture(for: key) { rough } else { nil }
  }

  func hasRough(_ key: PictureKey) -> Bool { rough(key) != nil }

  func failure(_ key: PictureKey) -> PictureFailure? {
    if case .failed(let failure) = loader.picture(for: key) { failure } else { nil }
  }
}

/// One with controlled workers.
final class LoaderFixture: PictureFixture {
  let workers = Inbox<FakeWorker>()
  let launcher: FakeWorkers
  private let hasPreviews: Bool

  /// - Parameter hasPreviews: Whether previews of its pictures are requested, too.
  init(
    limits: WorkerLimits = WorkerLimits(), problem: WorkerProblem? = nil,
    hasPreviews: Bool = false, log: WorkerLog = .none
  ) throws {
    self.hasPreviews = hasPreviews
    launcher = FakeWorkers(started: workers, problem: problem)
    try super.init(launcher, limits: limits, log: log)
  }

  /// The key of an existing file.
  func key(_ name: String, columns: UInt32 = 4) throws -> PictureKey {
    try folder.write(name, to: name)
    let path = folder.path + "/" + name
    return hasPreviews ? .stub(path, columns: columns) : .enlarged(path, columns: columns)
  }

  /// Those of existing files whose names are letters.
  func keys(_ names: String) throws -> [PictureKey] { try names.map { try key("\($0)") } }

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

  /// A worker that has made a visible picture.
  @discardableResult
  func show(_ key: PictureKey, _ text: String = "ab") async throws -> Peer {
    let peer = try await worker(for: [key])
    peer.answer(try await peer.pictureRequest(), text)
    try await changes { isReady(key) }
    return peer
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
    let message = try #require(await message())
    return try #require(message.pictureRequest)
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
