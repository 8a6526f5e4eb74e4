import ExpectationSupport
import PseudoTerminalSupport
import Testing

@testable import NcursesTerminal

/// How long an answer may still arrive, and how that affects the Esc key.
struct AwaitedAnswersTests {
  private let start = ContinuousClock.now

  private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func `no answer is expected without a question`() {
    let awaited = AwaitedAnswers()

    #expect(!awaited.mayBegin(at: start))
    #expect(!awaited.mayGoOn(at: start))
  }

  @Test func `a terminal that never answers is waited for two seconds`() {
    var awaited = AwaitedAnswers()
    awaited.asked(at: start)

    #expect(awaited.mayBegin(at: after(1999)))
    #expect(!awaited.mayBegin(at: after(2000)))
    // Half of an answer may take longer: no key waits for it.
    #expect(awaited.mayGoOn(at: after(9999)))
    #expect(!awaited.mayGoOn(at: after(10_000)))
  }

  @Test func `each answer makes the next one likely, up to the end mark`() {
    var awaited = AwaitedAnswers()
    awaited.asked(at: start)
    awaited.answered(at: after(1900))
    #expect(awaited.mayBegin(at: after(3800)))

    awaited.answered(at: after(3800))
    awaited.ended()

    #expect(!awaited.mayBegin(at: after(3801)))
    awaited.answered(at: after(3900))
    awaited.ended()
    expectEqual(awaited.endCount, 0)
  }

  @Test func `after two questions the first end mark is not the end`() {
    var awaited = AwaitedAnswers()
    awaited.asked(at: start)
    awaited.asked(at: after(500))
    awaited.ended()
    #expect(awaited.mayBegin(at: after(2400)))

    awaited.giveUp()
    #expect(!awaited.mayBegin(at: after(2400)))
  }

  @Test func `Esc takes longer only while an answer may begin`() {
    var parser = InputParser()
    parser.isAwaitingAnswers = true
    _ = parser.feed([0x1B])
    expectEqual(parser.pendingDelay, .milliseconds(25))
    _ = parser.feed("[".utf8)
    expectEqual(parser.pendingDelay, .milliseconds(100))
    _ = parser.expire()

    parser.mayAnswerBegin = true
    _ = parser.feed([0x1B])
    expectEqual(parser.pendingDelay, .milliseconds(200))
    _ = parser.feed("[".utf8)
    expectEqual(parser.pendingDelay, .milliseconds(400))
  }

  @Test(arguments: ["", "\u{1B}[?2026;2$y", "\u{1B}[?62c"])
  func `Esc is a key whatever the terminal has answered`(_ answers: String) throws {
    let session = try ShellSession(
      BuiltProgram.path("terminal-probe"), environment: BuiltProgram.environment)
    try session.terminal.read(until: "@")

    session.terminal.send(answers + "\u{1B}")
    try session.terminal.read(until: "key escape 0")

    session.terminal.send("\u{1B}[?62cq")
    try expectEqual(session.status(), 0)
  }
}
