import ExpectationSupport
import Testing

@testable import TerminalKit

/// Ticks on the test's command.
final class ManualTicks: TickSource {
  private(set) var history: [String] = []
  /// From the last call of `start`.
  private(set) var interval: Duration?
  private var tick: (() -> Void)?

  func start(every interval: Duration, _ tick: @escaping () -> Void) {
    history.append("start")
    self.interval = interval
    self.tick = tick
  }

  func stop() {
    history.append("stop")
    tick = nil
  }

  var isRunning: Bool { tick != nil }

  func fire() { tick?() }
}

@Suite(.timeLimit(.minutes(10)))
struct ActivityIndicatorTests {
  @Test func `the spinner advances with each tick and then disappears`() {
    let ticks = ManualTicks()
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
    ticks.fire()
    draw()
    spinner.stopAnimating()
    ticks.fire()
    draw()

    expectEqual(
      shown, ["|..............|", "|⠋.refreshing..|", "|⠙.refreshing..|", "|..............|"])
    expectEqual(frames, 1)
  }

  @Test func `it ticks only while it is spinning`() {
    let ticks = ManualTicks()
    let spinner = ActivityIndicator(ticks: ticks)

    spinner.stopAnimating()
    spinner.startAnimating()
    spinner.startAnimating()
    spinner.stopAnimating()
    spinner.stopAnimating()

    expectEqual(ticks.history, ["start", "stop"])
  }

  @Test func `the spinner returns to its first frame after the last one`() {
    let ticks = ManualTicks()
    let spinner = ActivityIndicator(ticks: ticks)
    spinner.startAnimating()

    let frames = (0..<11).map { _ in
      defer { ticks.fire() }
      return spinner.character
    }

    expectEqual(String(frames.compactMap(\.self)), "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋")
  }

  @Test func `the text is shortened if there are few columns`() {
    let spinner = ActivityIndicator(ticks: ManualTicks())
    spinner.startAnimating()

    let lines = [0, 1, 2, 3, 5].map { columns in
      framed(columns: 5) { spinner.draw(on: &$0, at: .zero, text: "busy", maxColumns: columns) }
    }

    expectEqual(lines, ["|.....|", "|⠋....|", "|⠋....|", "|⠋.…..|", "|⠋.bu…|"])
  }

  @Test func `a timer on the main queue ticks and stops for good`() async {
    let ticks = DispatchTickSource()
    var count = 0

    await withCheckedContinuation { continuation in
      ticks.start(every: .milliseconds(1)) {
        count += 1
        guard count == 3 else { return }
        ticks.stop()
        continuation.resume()
      }
    }

    expectEqual(count, 3)
  }
}
