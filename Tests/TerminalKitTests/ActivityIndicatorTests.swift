import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(10)))
struct ActivityIndicatorTests {
  @Test func `the spinner advances with each tick and then disappears`() {
    let ticks = ManualAlarm()
    let spinner = ActivityIndicator(ticks: ticks)
    var frames = 0
    spinner.onTick = { frames += 1 }

    var shown: [String] = []
    func draw() {
      shown.append(
        framed(columns: 14) { spinner.draw(on: &$0, at: .zero, text: "refreshing", maxColumns: 14) }
      )
    }
    draw()
    spinner.startAnimating()
    draw()
    ticks.tick()
    draw()
    spinner.stopAnimating()
    ticks.tick()
    draw()

    expectEqual(
      shown, ["|..............|", "|⠋.refreshing..|", "|⠙.refreshing..|", "|..............|"])
    expectEqual(frames, 1)
  }

  @Test func `it ticks only while it is spinning`() {
    let ticks = ManualAlarm()
    let spinner = ActivityIndicator(ticks: ticks)

    spinner.stopAnimating()
    #expect(!ticks.isRunning)
    spinner.startAnimating()
    expectEqual(ticks.interval, ActivityIndicator.frameInterval)
    spinner.startAnimating()
    ticks.tick()
    expectEqual(ticks.interval, ActivityIndicator.frameInterval)
    spinner.stopAnimating()
    #expect(!ticks.isRunning)
  }

  @Test func `the spinner returns to its first frame after the last one`() {
    let ticks = ManualAlarm()
    let spinner = ActivityIndicator(ticks: ticks)
    spinner.startAnimating()

    let frames = (0..<11).map { _ in
      defer { ticks.tick() }
      return spinner.character
    }

    expectEqual(String(frames.compactMap(\.self)), "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋")
  }

  @Test func `the text is shortened if there are few columns`() {
    let spinner = ActivityIndicator(ticks: ManualAlarm())
    spinner.startAnimating()

    let lines = [0, 1, 2, 3, 5].map { columns in
      framed(columns: 5) { spinner.draw(on: &$0, at: .zero, text: "busy", maxColumns: columns) }
    }

    expectEqual(lines, ["|.....|", "|⠋....|", "|⠋....|", "|⠋.…..|", "|⠋.bu…|"])
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
