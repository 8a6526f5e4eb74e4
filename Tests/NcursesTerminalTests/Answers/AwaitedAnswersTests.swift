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

  @Test func `an answer may begin for two seconds and go on for ten, up to the last end mark`() {
    var awaited = AwaitedAnswers()
    #expect(!awaited.mayBegin(at: start) && !awaited.mayContinue(at: start))

    awaited.asked(at: start)
    #expect(awaited.mayBegin(at: after(1999)) && !awaited.mayBegin(at: after(2000)))
    // Half of an answer may take longer: no key waits for it.
    #expect(awaited.mayContinue(at: after(9999)) && !awaited.mayContinue(at: after(10_000)))
    awaited.answered(at: after(1900))
    awaited.asked(at: after(1950))
    awaited.ended()
    #expect(awaited.mayBegin(at: after(3900)))
    awaited.ended()
    #expect(!awaited.mayBegin(at: after(1950)))
    awaited.answered(at: after(3900))
    awaited.ended()
    expectEqual(awaited.endCount, 0)

    awaited.asked(at: start)
    awaited.giveUp()
    #expect(!awaited.mayBegin(at: start))
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
