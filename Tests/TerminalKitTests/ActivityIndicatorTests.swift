import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(10)))
struct ActivityIndicatorTests {
  @Test func `it ticks only while it is spinning, from its first frame to the last and on`() {
    let ticks = ManualAlarm()
    let spinner = ActivityIndicator(ticks: ticks)
    var frames = 0
    spinner.onTick = { frames += 1 }
    spinner.animate(while: false)
    #expect(!ticks.isRunning && spinner.character == nil)

    spinner.animate(while: true)
    expectEqual(ticks.interval, ActivityIndicator.frameInterval)
    let shown = (0...10).map { _ in
      // Every frame asks for it.
      spinner.animate(while: true)
      defer { ticks.tick() }
      return spinner.character
    }
    expectEqual(String(shown.compactMap(\.self)), "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋")
    expectEqual(frames, 11)

    spinner.animate(while: false)
    #expect(!ticks.isRunning && spinner.character == nil)
  }

  @Test func `the real clock rings once, at the time that was set last`() async {
    let alarm = DispatchAlarm()
    var rings: [String] = []
    alarm.set(.seconds(3600)) { rings.append("replaced") }

    await withCheckedContinuation { continuation in
      alarm.ring(after: .milliseconds(1)) {
        rings.append("set")
        continuation.resume()
      }
    }

    expectEqual(rings, ["set"])
  }
}
