import ExpectationSupport
import GalleryTestSupport
import Glibc
import PictureProtocol
import Testing

@testable import PictureKit

@Suite(.timeLimit(.minutes(10))) struct PictureLoaderTests {
  private let fixture: LoaderFixture

  init() throws { fixture = try LoaderFixture() }

  @Test func `nothing is started before a picture is requested`() throws {
    expectEqual(fixture.loader.picture(for: try fixture.key("a")), .loading(rough: nil))

    expectEqual(fixture.launcher.count.withLock(\.self), 0)
    expectEqual(fixture.timer.deadline, nil)
  }

  @Test func `a worker that was started in advance gets the first picture, and is the only one`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 4))
    fixture.loader.warmUp()
    fixture.loader.warmUp()
    let key = try fixture.key("a")

    try await fixture.show(key)

    expectEqual(fixture.launcher.count.withLock { $0 }, 1)
  }

  @Test func `a visible picture is requested with its file and available when it is answered`()
    async throws
  {
    let key = try fixture.key("a")

    let peer = try await fixture.worker(for: [key])
    let received = try #require(await peer.message())
    guard case .picture(let request) = received.message else { throw UnexpectedMessage() }
    expectEqual(request.look.target, key.look.target)
    expectEqual(request.origin, .localFile)
    expectEqual(fixture.text(of: try #require(received.descriptors.first)), "a")
    peer.answer(request, "ab")
    try await fixture.changes { fixture.isReady(key) }

    expectEqual(fixture.picture(key)?.payload, .cells(.stub("ab")))
    expectEqual(fixture.picture(key)?.size.columns, 2)
    expectEqual(fixture.changeCount, 1)
    expectEqual(fixture.timer.deadline, WorkerLimits().idleTime)
  }

  @Test func `after a refresh no placeholder of a file at the same path is left`() async throws {
    let fixture = try LoaderFixture(hasPreviews: true)
    let key = try fixture.key("a")
    let peer = try await fixture.worker(for: [key])
    var request = try await peer.pictureRequest()
    while request.steps != .roughOnly { request = try await peer.pictureRequest() }
    peer.answer(request, "r", isSharp: false)
    try await fixture.changes { fixture.hasRough(key) }

    fixture.loader.refresh()

    #expect(!fixture.hasRough(key))
  }

  @Test func `a worker has one request, in the order of the screen`() async throws {
    let keys = try fixture.keys("abc")
    let peer = try await fixture.worker(for: keys)
    let first = await peer.message()
    expectEqual(fixture.names(first), ["a"])
    expectEqual(fixture.loader.queue.waitingCount, 2)

    peer.answer(try #require(first?.pictureRequest))

    expectEqual(fixture.names(await peer.message()), ["b"])
  }

  @Test func `pictures that scroll out of view are cancelled in the queue and in the worker`()
    async throws
  {
    let (a, b, c) = (try fixture.key("a"), try fixture.key("b"), try fixture.key("c"))
    let (peer, first) = try await fixture.request([a, b])

    fixture.loader.setVisible([c])
    try await expectEqual(peer.cancelledID(), first.id)
    peer.fail(first, .cancelled)

    expectEqual(fixture.names(await peer.message()), ["c"])
    expectEqual(fixture.loader.picture(for: a), .loading(rough: nil))
    expectEqual(fixture.loader.picture(for: b), .loading(rough: nil))
  }

  @Test func `a picture that arrives although it was cancelled saves its work`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let (peer, first) = try await fixture.request([a])
    fixture.loader.setVisible([b])

    peer.answer(first)
    peer.answer(try await peer.pictureRequestAfterCancels())
    try await fixture.changes { fixture.isReady(b) }

    #expect(fixture.isReady(a))
  }

  @Test func `an answer from before a refresh is dropped and the picture is requested again`()
    async throws
  {
    let key = try fixture.key("a")
    let (peer, old) = try await fixture.request([key])

    fixture.loader.refresh()
    peer.answer(old, "old")
    let new = try await peer.pictureRequestAfterCancels()
    #expect(new.id != old.id)
    peer.answer(new, "new")
    try await fixture.changes { fixture.isReady(key) }

    expectEqual(fixture.picture(key)?.payload, .cells(.stub("new")))
  }

  @Test func `a file that did not change is not decoded again after a refresh`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let peer = try await fixture.show(a)

    fixture.loader.refresh()
    #expect(fixture.isReady(a))
    fixture.loader.setVisible([a, b])

    expectEqual(fixture.names(await peer.message()), ["b"])
    #expect(fixture.isReady(a))
  }

  @Test func `the picture of a changed file stays until its new picture has arrived`() async throws
  {
    let key = try fixture.key("a")
    let peer = try await fixture.show(key, "old")

    try fixture.folder.write("longer", to: "a")
    fixture.loader.refresh()
    let request = try await peer.pictureRequest()
    #expect(fixture.isReady(key))
    peer.answer(request, "new")

    try await fixture.changes { fixture.picture(key)?.payload == .cells(.stub("new")) }
  }

  @Test func `a bad picture costs one attempt until the next refresh`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let peer = try await fixture.worker(for: [a])
    peer.fail(try await peer.pictureRequest(), .notAPicture)
    try await fixture.changes { fixture.failure(a) == .notAPicture }

    fixture.loader.setVisible([b])
    peer.answer(try await peer.pictureRequest())
    try await fixture.changes { fixture.isReady(b) }
    fixture.paceTimer.advance(by: .seconds(1))
    fixture.loader.setVisible([a])
    expectEqual(fixture.failure(a), .notAPicture)
    fixture.loader.refresh()

    expectEqual(fixture.loader.picture(for: a), .loading(rough: nil))
    try await expectEqual(peer.nextName(in: fixture), "a")
  }

  @Test func `a missing file, a folder and a pipe fail without a worker`()
    async throws
  {
    let pipe = fixture.folder.path + "/pipe"
    mkfifo(pipe, 0o600)
    let keys: [PictureKey] = [
      .stub("/nowhere/a.jpg"), .stub(fixture.folder.path), .stub(pipe), .stub("/dev/null"),
      .stub("/dev/zero\0.jpg"),
    ]

    fixture.loader.setVisible(keys)
    _ = try await fixture.worker()
    try await fixture.changes { keys.allSatisfy { fixture.failure($0) != nil } }

    expectEqual(
      keys.map(fixture.failure),
      [
        .unreadable(errno: ENOENT), .notARegularFile, .notARegularFile, .notARegularFile,
        .unreadable(errno: ENOENT),
      ])
  }

  @Test func `a prefetched picture causes no frame`() async throws {
    let (a, b, c) = (try fixture.key("a"), try fixture.key("b"), try fixture.key("c"))
    fixture.loader.setVisible([a], prefetch: [b, c])
    let peer = try await fixture.worker()
    for _ in 0..<2 { peer.answer(try await peer.pictureRequest()) }
    _ = try await peer.pictureRequest()

    #expect(fixture.isReady(b))
    expectEqual(fixture.changeCount, 1)
  }

  @Test func `workers share the waiting requests`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 2))
    let keys = try fixture.keys("abc")

    let first = try await fixture.worker(for: keys)
    let second = try await fixture.worker()
    let names = fixture.names(await first.message(), await second.message())

    expectEqual(Set(names), ["a", "b"])
    expectEqual(fixture.launcher.count.withLock(\.self), 2)
  }
}

extension LoaderFixture {
  /// The contents of a descriptor's file.
  func text(of descriptor: OwnedDescriptor) -> String {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor.number, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// The requests, by the contents of their files.
  func names(_ messages: ReceivedMessage<WorkerRequest>?...) -> [String] {
    messages.compactMap { $0?.descriptors.first.map(text) }
  }
}

extension ReceivedMessage<WorkerRequest> {
  var pictureRequest: PictureRequest? {
    if case .picture(let request) = message { request } else { nil }
  }
}

extension Peer {
  func pictureRequestAfterCancels() async throws -> PictureRequest {
    while true {
      let message = try #require(await message())
      if let request = message.pictureRequest { return request }
    }
  }

  func cancelledIDAfterRequests() async throws -> UInt32 {
    while true {
      if case .cancel(let id) = try #require(await message()).message { return id }
    }
  }

  func nextName(in fixture: LoaderFixture) async throws -> String? {
    while true {
      let message = try #require(await message())
      if message.pictureRequest != nil { return fixture.names(message).first }
    }
  }
}
