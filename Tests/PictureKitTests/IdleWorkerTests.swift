import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

/// What remains of idle workers.
@Suite(.timeLimit(.minutes(10))) struct IdleWorkerTests {
  @Test func `a worker without work ends after a while, and there is no timer then`() async throws {
    let fixture = try LoaderFixture()
    let (a, b) = (try fixture.key("a"), try fixture.key("b"))
    fixture.loader.setVisible([a])
    let first = try await fixture.worker()
    first.answer(try await first.pictureRequest())
    try await fixture.changes { fixture.isReady(a) }

    fixture.timer.advance(by: WorkerLimits().idleTime - .milliseconds(1))
    #expect(!first.worker.isKilled)
    fixture.timer.advance(by: .milliseconds(1))

    #expect(first.worker.isKilled)
    expectEqual(fixture.timer.deadline, nil)
    expectEqual(fixture.loader.problem, nil)
    fixture.loader.setVisible([b])
    let second = try await fixture.worker()
    second.answer(try await second.pictureRequest())
    try await fixture.changes { fixture.isReady(b) }
  }
}
