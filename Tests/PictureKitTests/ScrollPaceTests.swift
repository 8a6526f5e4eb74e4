import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

@Suite(.timeLimit(.minutes(10))) struct ScrollPaceTests {
  @Test(arguments: [(10, 50), (33, 50), (40, 60), (60, 90), (149, 100), (150, nil)])
  func `two moves in a row are quick until it has been still for as long as the key repeats`(
    interval: Int, rest: Int?
  ) {
    var pace = ScrollPace()
    pace.moved(at: .zero)
    #expect(!pace.isQuick && pace.end == nil)
    pace.moved(at: .milliseconds(interval))

    expectEqual(pace.isQuick, rest != nil)
    expectEqual(pace.end != nil, rest != nil)
    guard let rest, let end = pace.end else { return }
    #expect(abs((end - .milliseconds(interval + rest)) / .milliseconds(1)) < 1)
    pace.settle(at: end - .milliseconds(1))
    #expect(pace.isQuick)
    pace.settle(at: end)
    #expect(!pace.isQuick && pace.end == nil)
  }

  @Test
  func `while a key is held down nothing is decoded, and afterwards what is on the screen is`()
    async throws
  {
    let fixture = try LoaderFixture(hasPreviews: true)
    let keys = try fixture.keys("abcd")
    let (peer, rough) = try await fixture.request([keys[0]])
    peer.fail(rough, .noRough)
    try await expectEqual([rough.steps, peer.pictureRequest().steps], [.roughOnly, .sharp])

    fixture.paceTimer.advance(by: .seconds(1))
    fixture.loader.setVisible([keys[1]])
    expectEqual(fixture.paceTimer.deadline, nil)
    fixture.paceTimer.advance(by: .milliseconds(30))
    fixture.loader.setVisible([keys[2]])
    fixture.paceTimer.advance(by: .milliseconds(30))
    fixture.loader.setVisible([keys[3]])
    #expect(fixture.loader.queue.isHeld)
    #expect(fixture.loader.queue.isWanted(keys[3], in: .visible))
    fixture.paceTimer.advance(by: ScrollPace.rest)

    #expect(!fixture.loader.queue.isHeld)
    expectEqual(fixture.paceTimer.deadline, nil)
  }

  @Test func `rows that are added below others are not a move`() throws {
    let fixture = try LoaderFixture(hasPreviews: true)
    let keys = try fixture.keys("abc")

    for count in 1...3 { fixture.loader.setVisible(Array(keys.prefix(count))) }

    #expect(!fixture.loader.queue.isHeld)
    expectEqual(fixture.paceTimer.deadline, nil)
  }

  @Test func `rough pictures of all rows come before the first picture, and a sharp one is enough`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let keys = try fixture.keys("ab")
    let (peer, first) = try await fixture.request(keys)
    // From the cache: the picture itself. The other one is a thumbnail from the camera.
    peer.answer(first)
    let second = try await peer.pictureRequest()
    #expect(first.steps == .roughOnly && second.steps == .roughOnly)
    peer.answer(second, isSharp: false)
    try await fixture.changes { fixture.isReady(keys[0]) }
    let third = try await peer.pictureRequest()

    expectEqual(third.steps, .sharp)
    #expect(!fixture.loader.queue.isWanted(keys[0]))
    #expect(fixture.hasRough(keys[1]))
    peer.answer(third)
    try await fixture.changes { fixture.isReady(keys[1]) }
    expectEqual(fixture.loader.queue.waitingCount, 0)
  }

  @Test func `a visible picture for a slow line is made in half its size first`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    var keys = try fixture.keys("abcd")
    for index in keys.indices { keys[index].look.output = .kitty(.palette) }
    // Parts of a photo are, too; frames of an animation are not made twice, and invisible pictures neither.
    keys[1].look.region = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5)
    keys[2].look.frame = 1
    fixture.loader.setVisible(Array(keys.prefix(3)), prefetch: [keys[3]])
    let peer = try await fixture.worker()

    var asked: [String] = []
    for _ in 0..<6 {
      let message = await peer.message()
      let request = try #require(message?.pictureRequest)
      asked.append("\(fixture.names(message)[0]) \(request.steps)")
      peer.answer(request, .encoded(.stub(columns: 2, rows: 1)), isSharp: request.steps == .sharp)
      if asked.count == 2 {
        try await fixture.changes { fixture.hasRough(keys[0]) && fixture.hasRough(keys[1]) }
      }
    }

    expectEqual(asked, ["a quick", "b quick", "a sharp", "b sharp", "c sharp", "d sharp"])
    try await fixture.changes { keys.prefix(3).allSatisfy(fixture.isReady) }
  }

  @Test func `a picture without a rough version is decoded anyway`() async throws {
    let fixture = try LoaderFixture(hasPreviews: true)
    let key = try fixture.key("a")
    let (peer, rough) = try await fixture.request([key])

    peer.fail(rough, .noRough)
    peer.answer(try await peer.pictureRequest())
    try await fixture.changes { fixture.isReady(key) }

    expectEqual(fixture.failure(key), nil)
  }
}
