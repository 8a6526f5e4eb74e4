import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct ClickCounterTests {
  /// What happens, and after how many milliseconds since the start.
  enum Step {
    case report(MouseEvent.Action, Point, Int)
    case key
  }

  private static let here = Point(column: 3, row: 4)
  private static let there = Point(column: 4, row: 4)

  private static func press(_ milliseconds: Int, at point: Point = here) -> Step {
    .report(.press, point, milliseconds)
  }

  private static let cases: [(name: String, steps: [(Step, MouseEvent.Action?)])] = [
    (
      "within 400 ms, and a third one starts again",
      [
        (press(0), .press), (press(400), .doubleClick), (press(500), .press),
        (press(600), .doubleClick),
      ]
    ),
    (
      "a slow second press", [(press(0), .press), (press(401), .press), (press(500), .doubleClick)]
    ),
    ("on another cell", [(press(0), .press), (press(100, at: there), .press)]),
    (
      "after a drag", [(press(0), .press), (.report(.drag, here, 50), .drag), (press(100), .press)]
    ),
    (
      "after a key or the wheel",
      [
        (press(0), .press), (.key, nil), (press(100), .press),
        (.report(.wheelDown, here, 150), .wheelDown), (press(200), .press),
      ]
    ),
    (
      "release and wheel",
      [(.report(.release, here, 0), .release), (.report(.wheelUp, here, 0), .wheelUp)]
    ),
  ]

  @Test(arguments: cases.map(\.name))
  func `presses are counted`(_ name: String) throws {
    let steps = try #require(Self.cases.first { $0.name == name }).steps
    let start = ContinuousClock.now
    var counter = ClickCounter()
    var last = Self.here

    for (step, expected) in steps {
      let event: MouseEvent?
      switch step {
      case .report(let action, let position, let milliseconds):
        last = position
        event = counter.counted(
          MouseEvent(action, at: position), at: start + .milliseconds(milliseconds))
      case .key:
        counter.keyCame()
        event = nil
      }
      expectEqual(event, expected.map { MouseEvent($0, at: last) })
    }
  }
}
