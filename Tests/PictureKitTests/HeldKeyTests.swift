import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// What is made while a key is held and when it is released, and what is shown until a picture is there.
@Suite(.timeLimit(.minutes(10))) struct HeldKeyTests {
  /// Moves the bar over `a` and `b` to `c`, 30 keys a second.
  private func hold(_ keys: [PictureKey], _ fixture: LoaderFixture) {
    for index in 0..<3 { move(to: index, keys, fixture) }
  }

  /// The next two are ahead.
  private func move(to index: Int, _ keys: [PictureKey], _ fixture: LoaderFixture) {
    fixture.paceTimer.advance(by: .milliseconds(33))
    fixture.loader.setVisible([keys[index]], prefetch: [], ahead: Array(keys[index...].prefix(3)))
  }

  @Test func `while a key is held the next photos are decoded, the nearest first`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let keys = try fixture.keys("abcdef")
    hold(keys, fixture)

    let peer = try await fixture.worker()
    var asked: [(name: String?, steps: PictureSteps?)] = []
    for _ in 0..<4 {
      let message = await peer.message()
      let request = try #require(message?.pictureRequest)
      asked.append((fixture.names(message).first, request.steps))
      if request.steps == .quick {
        peer.answer(request, isSharp: false)
      } else {
        peer.fail(request, .noRough)
      }
    }

    // What is under the bar already first gets what costs little.
    expectEqual(asked.map(\.name), ["c", "c", "d", "e"])
    expectEqual(asked.map(\.steps), [.roughOnly, .quick, .quick, .quick])
    try await fixture.changes { fixture.hasRough(keys[2]) }
  }

  @Test func `before a key is held, next photos get only a preview that costs little`() async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    fixture.loader.setVisible([a], prefetch: [], ahead: [a, b])
    let peer = try await fixture.worker()

    var steps: [PictureSteps] = []
    for _ in 0..<3 {
      let request = try await peer.pictureRequest()
      steps.append(request.steps)
      if request.steps == .roughOnly { peer.fail(request, .noRough) } else { peer.answer(request) }
    }

    expectEqual(steps, [.roughOnly, .sharp, .roughOnly])
  }

  @Test func `a preview that costs too much is not asked for again`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let keys = try fixture.keys("abcdef")
    hold(keys, fixture)
    let peer = try await fixture.worker()
    for _ in 0..<4 { peer.fail(try await peer.pictureRequest(), .noRough) }

    move(to: 3, keys, fixture)

    try await expectEqual(peer.nextName(in: fixture), "f")
  }

  @Test func `when the key is released the photo under the bar is decoded, and others give way`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 2), hasPreviews: true)
    let keys = try fixture.keys("abcdef")
    hold(keys, fixture)
    let peers = [try await fixture.worker(), try await fixture.worker()]
    var requests: [PictureRequest] = []
    for peer in peers { requests.append(try await peer.pictureRequest()) }
    // What is under the bar has a preview; the next one is still being made.
    let under = requests[0].steps == .roughOnly ? 0 : 1
    peers[under].answer(requests[under], isSharp: false)
    try await fixture.changes { fixture.hasRough(keys[2]) }

    fixture.paceTimer.advance(by: ScrollPace.rest)

    try await expectEqual(peers[1 - under].cancelledIDAfterRequests(), requests[1 - under].id)
    #expect(fixture.loader.queue.isWanted(keys[2], in: .focus))
  }

  @Test func `a row that shows its preview asks for nothing until the key is released`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let row = try fixture.key("b")
    let preview = try fixture.key("b", columns: 40)
    for key in try [fixture.key("x", columns: 40), fixture.key("a", columns: 40), preview] {
      fixture.paceTimer.advance(by: .milliseconds(33))
      fixture.loader.setVisible([key])
    }
    let peer = try await fixture.worker()
    peer.answer(try await peer.pictureRequestAfterCancels(), isSharp: false)
    try await fixture.changes { fixture.hasRough(preview) }

    fixture.loader.setVisible([preview, row])

    #expect(fixture.hasRough(row))
    #expect(!fixture.loader.queue.isWanted(row.rough))
    fixture.paceTimer.advance(by: ScrollPace.rest)
    #expect(fixture.loader.queue.isWanted(row.rough))
  }

  @Test func `a preview that comes when its photo was passed is kept for the way back`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1), hasPreviews: true)
    let keys = try fixture.keys("abcdef")
    hold(keys, fixture)
    let peer = try await fixture.worker()
    let passed = try await peer.pictureRequest()

    move(to: 3, keys, fixture)
    peer.answer(passed, isSharp: false)
    peer.answer(try await peer.pictureRequestAfterCancels(), isSharp: false)
    try await fixture.changes { fixture.hasRough(keys[3]) }

    #expect(fixture.hasRough(keys[2]))
  }

  // MARK: What the user looks at first

  @Test func `the photo under the bar is decoded before the rows`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 1))
    let row = try fixture.key("a")
    let preview = try fixture.key("a", columns: 40)
    let others = try fixture.keys("bc")
    let (peer, request) = try await fixture.request([row, preview] + others)
    expectEqual(request.look.target, preview.look.target)
    peer.answer(request)

    expectEqual(fixture.names(await peer.message()), ["a"])
  }

  @Test func `as many are made ahead as the keys need`() {
    var order = AheadOrder()
    let interval = Duration.milliseconds(32)

    expectEqual(order.concurrency(interval: .zero), 1)
    expectEqual(order.concurrency(interval: interval), 1)
    order.took(.milliseconds(24))
    expectEqual(order.concurrency(interval: interval), 1)
    order.took(.milliseconds(25))
    expectEqual(order.concurrency(interval: interval), 2)
    order.took(.milliseconds(60))
    expectEqual(order.concurrency(interval: interval), 3)
  }

  @Test func `what is made ahead leaves a worker free for what is under the bar`() {
    var queue = RequestQueue<String>()
    queue.aheadLimit = 1
    _ = queue.declare(
      focusRough: ["a"], rough: ["row"], visible: [], ahead: ["a", "b", "c"], prefetch: [])

    expectEqual((0..<4).map { _ in queue.take() }, ["a", "row", "b", nil])
    queue.finish("b")
    expectEqual(queue.take(), "c")
  }

  @Test func `the next pictures wait until nothing visible is being made`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(
      focusRough: ["rough a"], focus: ["a"], rough: ["rough b"], visible: ["b"], ahead: ["ahead"],
      prefetch: ["c"])
    queue.add("all others", to: .background)

    expectEqual(
      (0..<7).map { _ in queue.take() },
      ["rough a", "a", "rough b", "b", "ahead", "all others", nil])
    for request in ["rough a", "a", "rough b", "b", "ahead", "all others"] { queue.finish(request) }
    expectEqual(queue.take(), "c")
  }

  // MARK: What is shown until a picture is there

  @Test func `after a change of size the old picture is shown until the new one has arrived`()
    async throws
  {
    let fixture = try LoaderFixture()
    let (before, after) = (try fixture.key("a", columns: 10), try fixture.key("a", columns: 11))
    let peer = try await fixture.show(before, "old")

    fixture.loader.setVisible([after])

    expectEqual(fixture.rough(after)?.payload, .cells(.stub("old")))
    peer.answer(try await peer.pictureRequest(), "new")
    try await fixture.changes { fixture.isReady(after) }
  }

  @Test func `the largest one is shown, and its own preview before all others`() async throws {
    let fixture = try LoaderFixture(hasPreviews: true)
    let sizes: [UInt32] = [4, 12, 8]
    let keys = try sizes.map { try fixture.key("a", columns: $0) }
    let photo = try fixture.key("a", columns: 100)
    fixture.loader.warmUp()
    let peer = try await fixture.worker()
    for key in keys {
      let made = Task { try await fixture.loader.picture(key) }
      peer.answer(
        try await peer.pictureRequest(),
        String(repeating: "x", count: Int(key.look.target.columns)))
      _ = try await made.value
    }

    expectEqual(fixture.rough(photo)?.size.columns, 12)
    fixture.loader.setVisible([photo])
    let request = try await peer.pictureRequestAfterCancels()
    peer.answer(request, "own", isSharp: false)
    try await fixture.changes { fixture.rough(photo)?.payload == .cells(.stub("own")) }
  }
}

/// Which of the next photos is worth beginning.
@Suite struct AheadOrderTests {
  @Test func `photos that take less than the time between two keys are made in their order`() {
    var order = AheadOrder()
    expectEqual(order.order([0, 1, 2], interval: .milliseconds(33)), [0, 1, 2])
    order.took(.milliseconds(32))

    expectEqual(order.order([0, 1, 2], interval: .milliseconds(33)), [0, 1, 2])
    #expect(order.order([Int](), interval: .milliseconds(33)).isEmpty)
    expectEqual(order.order([0, 1], interval: .zero), [0, 1])
  }

  @Test(arguments: [
    (40, [1, 2, 3, 0]), (70, [2, 3, 1, 0]), (110, [3, 2, 1, 0]), (9000, [3, 2, 1, 0]),
  ])
  func `those that are reached before they can be ready come last`(time: Int, expected: [Int]) {
    var order = AheadOrder()
    order.took(.milliseconds(time))

    expectEqual(order.order([0, 1, 2, 3], interval: .milliseconds(33)), expected)
  }

  @Test func `a slow one is forgotten after a while`() {
    var order = AheadOrder()
    order.took(.milliseconds(300))
    for _ in 0..<100 { order.took(.milliseconds(5)) }

    expectEqual(order.order([0, 1, 2], interval: .milliseconds(33)), [0, 1, 2])
  }
}
