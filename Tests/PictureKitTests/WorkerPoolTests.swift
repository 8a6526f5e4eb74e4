import ExpectationSupport
import PictureProtocol
import Synchronization
import Testing
import WaitSupport

@testable import PictureKit

/// Workers that exit, hang, and lie.
@Suite(.timeLimit(.minutes(10))) struct WorkerPoolTests {
  private let fixture: LoaderFixture

  init() throws { fixture = try LoaderFixture() }

  @Test
  func `a crash costs the current photo, not the one before, and another worker makes the next`()
    async throws
  {
    let keys = try fixture.keys("abc")
    let first = try await fixture.worker(for: keys)
    first.answer(try await first.pictureRequest())
    _ = try await first.pictureRequest()

    first.worker.crash()
    let second = try await fixture.worker()
    second.answer(try await second.pictureRequest())
    try await fixture.changes { fixture.isReady(keys[2]) }

    #expect(fixture.isReady(keys[0]) && first.worker.isKilled)
    expectEqual(fixture.failure(keys[1]), .workerDied)
    expectEqual(fixture.loader.problem, nil)
  }

  @Test func `a worker that ended before it was asked costs no photo`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let first = try await fixture.show(a)

    // The end is noticed later than the next photo is given to it.
    first.worker.crash()
    let second = try await fixture.worker(for: [b])
    second.answer(try await second.pictureRequest())

    try await fixture.changes { fixture.isReady(b) }
    expectEqual(fixture.failure(b), nil)
  }

  @Test(arguments: [4, 120])
  func `a worker that hangs is ended after half a minute, however small a picture is shown`(
    columns: UInt32
  ) async throws {
    let (a, b) = (try fixture.key("a", columns: columns), try fixture.key("b"))
    let first = try await fixture.worker(for: [a, b])
    _ = try await first.pictureRequest()

    fixture.timer.advance(by: .milliseconds(29_999))
    #expect(!first.worker.isKilled)
    fixture.timer.advance(by: .milliseconds(1))

    #expect(first.worker.isKilled)
    expectEqual(fixture.failure(a), .timedOut)
    let second = try await fixture.worker()
    second.answer(try await second.pictureRequest())
    try await fixture.changes { fixture.isReady(b) }
  }

  @Test func `a photo's time starts when it is its turn`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let (peer, first) = try await fixture.request([a, b])

    fixture.timer.advance(by: .seconds(29))
    peer.answer(first)
    let second = try await peer.pictureRequest()
    fixture.timer.advance(by: .seconds(29))
    #expect(!peer.worker.isKilled)
    peer.answer(second)

    try await fixture.changes { fixture.isReady(b) }
  }

  @Test func `large pictures are made one at a time, and others next to them`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(workers: 2))
    let keys = try [("a", 4), ("b", 5), ("c", 6)].map { try fixture.key($0, columns: $1) }
    fixture.loader.setVisible(Array(keys[..<2]))
    let (one, two) = (try await fixture.worker(), try await fixture.worker())
    let (first, second) = (try await one.pictureRequest(), try await two.pictureRequest())
    #expect(!first.allowsLarge && !second.allowsLarge)

    one.fail(first, .large)
    let large = try await one.pictureRequest()
    #expect(large.allowsLarge && large.look.target == first.look.target)
    two.fail(second, .large)
    fixture.loader.setVisible(keys)
    let other = try await two.pictureRequest()
    #expect(!other.allowsLarge && other.look.target.columns == 6)

    // It takes longer than others may.
    fixture.timer.advance(by: .seconds(9))
    two.answer(other)
    try await fixture.changes { fixture.isReady(keys[2]) }
    fixture.timer.advance(by: .seconds(80))
    one.answer(large)
    let next = try await one.pictureRequest()
    #expect(next.allowsLarge && next.look.target == second.look.target)
  }

  @Test func `a worker that calls a picture large again is not trusted`() async throws {
    let key = try fixture.key("a")
    let peer = try await fixture.worker(for: [key])

    for _ in 0..<2 { peer.fail(try await peer.pictureRequest(), .large) }
    try await fixture.changes { fixture.failure(key) != nil }

    #expect(fixture.failure(key) == .workerDied && peer.worker.isKilled)
  }

  @Test func `a cancelled photo has little time, and is not to blame`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let first = try await fixture.worker(for: [a])
    _ = try await first.pictureRequest()
    fixture.loader.setVisible([b])
    _ = try await first.cancelledID()

    fixture.timer.advance(by: .seconds(2))

    #expect(first.worker.isKilled)
    expectEqual(fixture.failure(a), nil)
    let second = try await fixture.worker()
    try await expectEqual(second.nextName(in: fixture), "b")
  }

  @Test func `a worker is not to blame for the time that this process was stopped`() async throws {
    let key = try fixture.key("a")
    let (peer, request) = try await fixture.request([key])

    fixture.timer.jump(by: .seconds(3600))
    #expect(!peer.worker.isKilled)
    peer.answer(request)

    try await fixture.changes { fixture.isReady(key) }
  }

  @Test(arguments: [
    [UInt8](repeating: 0xFF, count: 64), [0, 0, 0, 0, 0x7F, 0, 0, 0],
    WorkerRequest.cancel(id: 1).frame(),
    WorkerAnswer.hello(WorkerHello()).frame(),
  ])
  func `a worker that sends nonsense is replaced`(bytes: [UInt8]) async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let first = try await fixture.worker(for: [a, b])
    _ = try await first.pictureRequest()

    first.worker.say(bytes)
    let second = try await fixture.worker()
    second.answer(try await second.pictureRequest())
    try await fixture.changes { fixture.isReady(b) }

    expectEqual(fixture.failure(a), .workerDied)
    #expect(first.worker.isKilled)
  }

  @Test func `an answer to another request ends the worker`() async throws {
    let wrong: [(PictureRequest) -> WorkerAnswer] = [
      { $0.answered(id: $0.id &+ 7) },
      { $0.answered(.metadata(.init())) },
      { $0.answered(.cells(.stub("too wide"))) },
      { $0.answered(isSharp: false) },
      { $0.answered(.cells(CellPicture(columns: 0, rows: 0, cells: []))) },
      { $0.answered(.pixels(PixelPicture(width: 1, height: 1, bytes: [0, 0, 0, 0]))) },
      { $0.answered(.encoded(.stub(columns: 1, rows: 1))) },
      { .failure(id: $0.id, .cancelled) },
    ]
    for answer in wrong {
      let fixture = try LoaderFixture()
      let key = try fixture.key("a")
      let (peer, request) = try await fixture.request([key])

      peer.worker.say(answer(request))
      try await fixture.changes { fixture.failure(key) != nil }

      expectEqual(fixture.failure(key), .workerDied)
      #expect(peer.worker.isKilled)
    }
  }

  @Test func `a worker that answers before its hello is ignored`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(failedStarts: 1))
    fixture.loader.setVisible([try fixture.key("a")])
    let worker = try #require(await fixture.workers.next())

    worker.say(.failure(id: 1, .notAPicture))
    try await fixture.changes { fixture.loader.problem != nil }

    expectEqual(fixture.loader.problem, .doesNotAnswer)
    #expect(worker.isKilled)
  }

  @Test func `a worker of another version is not used, and the reason is reported`() async throws {
    let key = try fixture.key("a")
    fixture.loader.setVisible([key])
    let worker = try #require(await fixture.workers.next())

    var hello = WorkerAnswer.hello(WorkerHello()).frame()
    hello[4] = 99
    worker.say(hello)
    try await fixture.changes { fixture.loader.problem != nil }

    expectEqual(fixture.loader.problem, .otherVersion)
    expectEqual(fixture.loader.picture(for: key), .unavailable)
    #expect(worker.isKilled)
    expectEqual(fixture.launcher.count.withLock { $0 }, 1)
  }

  @Test func `missing sandbox features and violations are reported once, and it continues`()
    async throws
  {
    let said = Mutex<[String]>([])
    let fixture = try LoaderFixture(log: WorkerLog { line in said.withLock { $0.append(line) } })
    let key = try fixture.key("a")
    fixture.loader.setVisible([key])
    let worker = try #require(await fixture.workers.next())
    let peer = Peer(worker)

    var hello = WorkerHello()
    hello.cell = WorkerCell(filtersCalls: false, landlockVersion: 0)
    worker.say(.hello(hello))
    worker.say(.unlistedCall(435))
    worker.say(.unlistedCall(435))
    peer.answer(try await peer.pictureRequest())
    try await fixture.changes { fixture.isReady(key) }

    expectEqual(
      said.withLock { $0 },
      [
        "picture workers may make any system call: no seccomp filter here",
        "picture workers can read the user's files: no Landlock here",
        "a picture worker made system call 435, which is not in its filter; the call failed",
      ])
  }

  @Test func `a worker that makes up numbers does not fill the log`() {
    let count = Mutex(0)
    let log = WorkerLog { _ in count.withLock { $0 += 1 } }

    for number in 0..<10_000 as Range<UInt32> { log.note(unlistedCall: number) }

    expectEqual(count.withLock { $0 }, 32)
  }

  @Test func `a worker that never responds is given up, and after five no more are started`()
    async throws
  {
    fixture.loader.setVisible([try fixture.key("a")])

    for _ in 0..<5 {
      let worker = try #require(await fixture.workers.next())
      expectEqual(fixture.loader.problem, nil)
      fixture.timer.advance(by: .seconds(10))
      // A worker that is being started at this moment is ended as soon as the pool has it.
      try await wait(for: "the end of a worker") { worker.isKilled }
      #expect(worker.isKilled)
    }

    expectEqual(fixture.loader.problem, .doesNotAnswer)
    expectEqual(fixture.timer.deadline, nil)
  }

  @Test func `workers that end at every photo are not started for ever; a refresh tries again`()
    async throws
  {
    let fixture = try LoaderFixture(limits: WorkerLimits(endsWithoutAnswer: 3))
    let keys = try fixture.keys("abcd")
    fixture.loader.setVisible(keys)
    for _ in 0..<3 {
      let peer = try await fixture.worker()
      _ = try await peer.pictureRequest()
      peer.worker.crash()
    }
    try await fixture.changes { fixture.loader.problem != nil }
    expectEqual(fixture.loader.problem, .keepsEnding(times: 3))
    expectEqual(keys.map(fixture.failure), [.workerDied, .workerDied, .workerDied, nil])
    expectEqual(fixture.loader.picture(for: keys[3]), .unavailable)

    fixture.loader.refresh()
    expectEqual(fixture.loader.problem, nil)
    let peer = try await fixture.worker()
    for _ in 0..<4 { peer.answer(try await peer.pictureRequest()) }

    try await fixture.changes { keys.allSatisfy(fixture.isReady) }
  }

  @Test func `one answer in between restarts the count`() async throws {
    let fixture = try LoaderFixture(limits: WorkerLimits(endsWithoutAnswer: 2))
    let keys = try fixture.keys("abcd")
    fixture.loader.setVisible(keys)
    for round in 0..<2 {
      let peer = try await fixture.worker()
      let request = try await peer.pictureRequest()
      if round == 1 {
        peer.answer(request)
        _ = try await peer.pictureRequest()
      }
      peer.worker.crash()
    }
    let peer = try await fixture.worker()
    peer.answer(try await peer.pictureRequest())

    try await fixture.changes { fixture.isReady(keys[3]) }
    expectEqual(fixture.loader.problem, nil)
  }

  @Test func `without a worker nothing waits, and the reason is available as text`() async throws {
    let fixture = try LoaderFixture(problem: .notFound)
    let key = try fixture.key("a")

    fixture.loader.setVisible([key])
    try await fixture.changes { fixture.loader.problem != nil }

    expectEqual(fixture.loader.picture(for: key), .unavailable)
    expectEqual(fixture.loader.problem?.words.contains("not installed"), true)
    await #expect(throws: PictureFailure.workerDied) { try await fixture.loader.picture(key) }
    await #expect(throws: PictureFailure.workerDied) {
      try await fixture.loader.metadata(of: key.file)
    }
  }

  @Test func `a worker without work ends after a while, and there is no timer then`() async throws {
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    let first = try await fixture.show(a)

    fixture.timer.advance(by: WorkerLimits().idleTime - .milliseconds(1))
    #expect(!first.worker.isKilled)
    fixture.timer.advance(by: .milliseconds(1))

    #expect(first.worker.isKilled)
    expectEqual(fixture.timer.deadline, nil)
    expectEqual(fixture.loader.problem, nil)
    try await fixture.show(b)
  }
}

extension PictureRequest {
  fileprivate func answered(
    _ payload: PicturePayload = .cells(.stub("a")), id: UInt32? = nil, isSharp: Bool = true
  ) -> WorkerAnswer {
    .picture(
      id: id ?? self.id,
      Picture(payload, isSharp: isSharp, format: .jpeg, sourceWidth: 1, sourceHeight: 1))
  }
}
