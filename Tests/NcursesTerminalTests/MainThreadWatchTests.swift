import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// When a main thread counts as stuck, and what is done then, with time as numbers.
struct MainThreadWatchTests {
  private static let slice = MainThreadWatch.slice

  /// Lets slices of time pass in which the main thread answers or does not.
  private func pass(
    _ count: Int, _ watch: inout MainThreadWatch, isAnswered: Bool = false, isLent: Bool = false
  ) -> [MainThreadWatch.Step] {
    (0..<count).compactMap { _ in
      watch.sliceEnded(after: Self.slice, isAnswered: isAnswered, isLent: isLent)
    }
  }

  @Test func `a main thread that answers is asked once for each piece of input`() {
    var watch = MainThreadWatch()

    expectEqual(watch.inputArrived(), .ask)
    expectEqual(watch.inputArrived(), nil)
    #expect(pass(1, &watch, isAnswered: true).isEmpty)
    expectEqual(watch.phase, .idle)
    expectEqual(watch.inputArrived(), .ask)
  }

  @Test func `a main thread is stuck after two seconds without an answer, and only Ctrl-C ends it`()
  {
    var watch = MainThreadWatch()
    _ = watch.inputArrived()

    #expect(pass(3, &watch).isEmpty)
    expectEqual(watch.phase, .asking(unanswered: 3))
    expectEqual(watch.typed([.key(.control("c"))]), nil)
    #expect(pass(1, &watch).isEmpty)
    expectEqual(watch.phase, .stuck)

    expectEqual(watch.typed([.key(.character("q")), .paste("\u{3}")]), nil)
    expectEqual(
      watch.typed([.key(.character("x")), .key(.control("c"))]), .end(.interrupt, isStuck: true))
    expectEqual(watch.hungUp(), .end(.hangUp, isStuck: true))
  }

  @Test func `a main thread that answers late is left alone again`() {
    var watch = MainThreadWatch()
    _ = watch.inputArrived()
    _ = pass(4, &watch)

    watch.answered()

    expectEqual(watch.phase, .idle)
    expectEqual(watch.typed([.key(.control("c"))]), nil)
    expectEqual(watch.hungUp(), nil)
  }

  @Test func `a signal ends a program that does not answer for two seconds`() {
    var watch = MainThreadWatch()

    expectEqual(watch.signalsArrived([]), nil)
    expectEqual(watch.signalsArrived([.terminate]), .ask)
    expectEqual(watch.signalsArrived([.hangUp]), nil)
    expectEqual(pass(4, &watch), [.end(.terminate, isStuck: true)])
  }

  @Test func `a signal immediately ends a program that is known to be stuck`() {
    var watch = MainThreadWatch()
    _ = watch.inputArrived()
    _ = pass(4, &watch)

    expectEqual(watch.signalsArrived([.hangUp]), .end(.hangUp, isStuck: true))
  }

  @Test func `a responding program has ten seconds to exit after a signal`() {
    var watch = MainThreadWatch()
    _ = watch.signalsArrived([.quit])

    let steps = pass(20, &watch, isAnswered: true)

    expectEqual(steps, Array(repeating: .ask, count: 19) + [.end(.quit, isStuck: false)])
  }

  @Test func `a program that received the signal and hangs on its way out is also ended`() {
    var watch = MainThreadWatch()
    _ = watch.signalsArrived([.terminate])
    expectEqual(pass(1, &watch, isAnswered: true), [.ask])

    expectEqual(pass(4, &watch), [.end(.terminate, isStuck: true)])
  }

  @Test func `a stopped process has two seconds after it is continued`() {
    var watch = MainThreadWatch()
    _ = watch.signalsArrived([.terminate])
    #expect(pass(3, &watch).isEmpty)

    expectEqual(watch.sliceEnded(after: .seconds(3_600), isAnswered: false, isLent: false), nil)

    expectEqual(watch.phase, .asking(unanswered: 0))
    #expect(pass(3, &watch).isEmpty)
    expectEqual(pass(1, &watch), [.end(.terminate, isStuck: true)])
  }

  @Test func `a main thread that waits for another program is not stuck`() {
    var watch = MainThreadWatch()
    _ = watch.inputArrived()

    #expect(pass(4, &watch, isLent: true).isEmpty)

    expectEqual(watch.phase, .idle)
  }

  @Test func `a signal ends a program that waits for another one and can't exit`() {
    var watch = MainThreadWatch()
    _ = watch.inputArrived()
    _ = watch.signalsArrived([.terminate])

    expectEqual(pass(4, &watch, isLent: true), [.end(.terminate, isStuck: true)])
  }

  @Test(arguments: [
    (TerminationReason.interrupt, true, "vitrine: stopped responding; ended by Ctrl-C\n"),
    (.terminate, true, "vitrine: stopped responding; ended by SIGTERM\n"),
    (.signal(10), false, "vitrine: took too long to exit; ended by signal 10\n"),
  ])
  func `the last message names the cause`(
    _ reason: TerminationReason, _ isStuck: Bool, _ words: String
  ) {
    expectEqual(WatchdogText.ended(by: reason, isStuck: isStuck), words)
  }
}
