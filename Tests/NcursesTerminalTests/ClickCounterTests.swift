import ExpectationSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

struct ClickCounterTests {
  private let start = ContinuousClock.now
  private let here = Point(column: 3, row: 4)

  private func press(_ counter: inout ClickCounter, at point: Point, after milliseconds: Int)
    -> MouseEvent.Action
  {
    counter.event(
      for: MouseReport(action: .press, position: point),
      at: start + .milliseconds(milliseconds)
    ).action
  }

  @Test func `two presses on a cell within 400 ms are a double click, a third one starts again`() {
    var counter = ClickCounter()

    expectEqual(press(&counter, at: here, after: 0), .press)
    expectEqual(press(&counter, at: here, after: 400), .doubleClick)
    expectEqual(press(&counter, at: here, after: 500), .press)
    expectEqual(press(&counter, at: here, after: 600), .doubleClick)
  }

  @Test func `a slow second press is a press`() {
    var counter = ClickCounter()

    expectEqual(press(&counter, at: here, after: 0), .press)
    expectEqual(press(&counter, at: here, after: 401), .press)
    expectEqual(press(&counter, at: here, after: 500), .doubleClick)
  }

  @Test func `a press on another cell is a press`() {
    var counter = ClickCounter()

    expectEqual(press(&counter, at: here, after: 0), .press)
    expectEqual(press(&counter, at: Point(column: 4, row: 4), after: 100), .press)
  }

  @Test func `a press after a drag is a press`() {
    var counter = ClickCounter()

    expectEqual(press(&counter, at: here, after: 0), .press)
    let drag = MouseReport(action: .drag, position: here)
    expectEqual(counter.event(for: drag, at: start), MouseEvent(.drag, at: here))
    expectEqual(press(&counter, at: here, after: 100), .press)
  }

  @Test func `wheel and release are passed on`() {
    var counter = ClickCounter()

    for (action, expected) in [
      (MouseReport.Action.release, MouseEvent.Action.release), (.wheelUp, .wheelUp),
      (.wheelDown, .wheelDown),
    ] {
      let report = MouseReport(action: action, position: here)
      expectEqual(counter.event(for: report, at: start), MouseEvent(expected, at: here))
    }
  }

  @Test func `a press that is not followed by another becomes a single click, once`() {
    var counter = ClickCounter()
    _ = press(&counter, at: here, after: 0)
    let first = counter.pressCount

    expectEqual(counter.expire(press: first), MouseEvent(.singleClick, at: here))
    expectEqual(counter.expire(press: first), nil)
    // It is over: whatever the clock says, the next press is not its second one.
    expectEqual(press(&counter, at: here, after: 399), .press)
  }

  @Test func `only the second of two presses counts`() {
    var counter = ClickCounter()
    _ = press(&counter, at: here, after: 0)
    let first = counter.pressCount
    _ = press(&counter, at: here, after: 100)

    expectEqual(counter.expire(press: first), nil)
    expectEqual(counter.expire(press: counter.pressCount), nil)

    let other = Point(column: 9, row: 9)
    _ = press(&counter, at: here, after: 1000)
    let third = counter.pressCount
    _ = press(&counter, at: other, after: 1100)
    expectEqual(counter.expire(press: third), nil)
    expectEqual(counter.expire(press: counter.pressCount), MouseEvent(.singleClick, at: other))
  }

  @Test func `a key or the wheel between two presses keeps them separate`() {
    var counter = ClickCounter()
    _ = press(&counter, at: here, after: 0)
    counter.keyCame()
    expectEqual(press(&counter, at: here, after: 100), .press)
    _ = counter.event(
      for: MouseReport(action: .wheelDown, position: here), at: start + .milliseconds(150))
    expectEqual(press(&counter, at: here, after: 200), .press)
    expectEqual(counter.expire(press: counter.pressCount), MouseEvent(.singleClick, at: here))
  }
}
