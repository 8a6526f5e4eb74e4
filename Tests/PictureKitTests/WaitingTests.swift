import ExpectationSupport
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// Callers that wait for one picture, or for a photo's metadata.
@Suite(.timeLimit(.minutes(10))) struct WaitingTests {
  private let fixture: LoaderFixture

  init() throws { fixture = try LoaderFixture() }

  @Test func `a single picture is waited for, and known afterwards, or why there is none`()
    async throws
  {
    let key = try fixture.key("a")
    async let picture = fixture.loader.picture(key)
    let peer = try await fixture.worker()

    peer.answer(try await peer.pictureRequest(), "s")

    try await expectEqual(picture.payload, .cells(.stub("s")))
    try await expectEqual(fixture.loader.picture(key).payload, .cells(.stub("s")))
    let (bad, loader) = (try fixture.key("b"), fixture.loader)
    let failed = Task { try await loader.picture(bad) }
    peer.fail(try await peer.pictureRequest(), .truncated)
    await #expect(throws: PictureFailure.truncated) { try await failed.value }
  }

  @Test func `a picture that no caller waits for any more is cancelled`() async throws {
    let key = try fixture.key("a")
    let waiting = Task { try await fixture.loader.picture(key) }
    let peer = try await fixture.worker()
    let request = try await peer.pictureRequest()

    waiting.cancel()

    try await expectEqual(peer.cancelledID(), request.id)
    await #expect(throws: PictureFailure.cancelled) { try await waiting.value }
  }

  @Test func `a picture that one caller gives up is still delivered to another`() async throws {
    let key = try fixture.key("a")
    let first = Task { try await fixture.loader.picture(key) }
    let second = Task { try await fixture.loader.picture(key) }
    let peer = try await fixture.worker()
    let request = try await peer.pictureRequest()

    first.cancel()
    await #expect(throws: PictureFailure.cancelled) { try await first.value }
    peer.answer(request)

    try await expectEqual(second.value.payload, .cells(.stub("ab")))
  }

  @Test func `metadata is read with the sidecar's file`() async throws {
    let key = try fixture.key("a.jpg")
    try fixture.folder.write("sidecar", to: "a.xmp")
    async let metadata = fixture.loader.metadata(of: key.file)
    let peer = try await fixture.worker()
    let received = try #require(await peer.message())
    guard case .picture(let request) = received.message else { throw UnexpectedMessage() }

    #expect(request.hasSidecar && request.look.isMetadata)
    expectEqual(received.descriptors.map(fixture.text), ["a.jpg", "sidecar"])
    var said = PhotoMetadata()
    said.title = "lake"
    peer.answer(request, .metadata(said))

    try await expectEqual(metadata.title, "lake")
  }

  @Test func `visible rows are read before the rest, and rows that scroll away are not read`()
    async throws
  {
    let keys = try fixture.keys("abcd")
    let results = Inbox<String>()
    func request(_ index: Int, _ urgency: ReadingUrgency) -> Task<Void, Never> {
      Task {
        do throws(PictureFailure) {
          _ = try await fixture.loader.metadata(of: keys[index].file, urgency: urgency)
          results.put("\(index) read")
        } catch {
          results.put("\(index) \(error)")
        }
      }
    }

    _ = request(0, .background)
    _ = request(1, .visible)
    let scrolledAway = request(2, .visible)
    _ = request(3, .urgent)
    // The tasks begin in this order.
    await Task.yield()
    scrolledAway.cancel()
    let peer = try await fixture.worker()
    var names: [String] = []
    for _ in 0..<3 {
      let message = try #require(await peer.message())
      names += fixture.names(message)
      guard case .picture(let request) = message.message else { throw UnexpectedMessage() }
      peer.answer(request, .metadata(.init()))
    }

    expectEqual(names, ["d", "b", "a"])
    // The tasks go on in any order.
    var found: Set<String> = []
    for _ in 0..<4 { found.insert(try #require(await results.next())) }
    expectEqual(found, ["2 cancelled", "3 read", "1 read", "0 read"])
  }

  @Test func `a missing photo is reported`() async throws {
    let metadata = Task {
      try await fixture.loader.metadata(of: PictureFile(path: "/nowhere/a.jpg"))
    }
    _ = try await fixture.worker()

    await #expect(throws: PictureFailure.unreadable(errno: 2)) { try await metadata.value }
  }

  @Test func `shutting down ends the workers and all waiting`() async throws {
    let key = try fixture.key("a")
    let picture = Task { try await fixture.loader.picture(key) }
    let peer = try await fixture.worker()
    _ = try await peer.pictureRequest()

    fixture.loader.shutDown()

    await #expect(throws: PictureFailure.cancelled) { try await picture.value }
    #expect(await peer.isGivenUp())
    expectEqual(fixture.timer.deadline, nil)
    fixture.loader.refresh()
    fixture.loader.setVisible([key])
    expectEqual(fixture.launcher.count.withLock(\.self), 1)
  }
}
