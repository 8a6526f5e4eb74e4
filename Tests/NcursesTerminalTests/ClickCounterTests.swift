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

  @Test func `two presses on a cell within 400 ms are a double click, a third begins anew`() {
    var counter = ClickCounter()

    #expect(press(&counter, at: here, after: 0) == .press)
    #expect(press(&counter, at: here, after: 400) == .doubleClick)
    #expect(press(&counter, at: here, after: 500) == .press)
    #expect(press(&counter, at: here, after: 600) == .doubleClick)
  }

  @Test func `a slow second press is a press`() {
    var counter = ClickCounter()

    #expect(press(&counter, at: here, after: 0) == .press)
    #expect(press(&counter, at: here, after: 401) == .press)
    #expect(press(&counter, at: here, after: 500) == .doubleClick)
  }

  @Test func `a press on another cell is a press`() {
    var counter = ClickCounter()

    #expect(press(&counter, at: here, after: 0) == .press)
    #expect(press(&counter, at: Point(column: 4, row: 4), after: 100) == .press)
  }

  @Test func `a press after a drag is a press`() {
    var counter = ClickCounter()

    #expect(press(&counter, at: here, after: 0) == .press)
    let drag = MouseReport(action: .drag, position: here)
    #expect(counter.event(for: drag, at: start) == MouseEvent(.drag, at: here))
    #expect(press(&counter, at: here, after: 100) == .press)
  }

  @Test func `wheel and release are handed on`() {
    var counter = ClickCounter()

    for (action, expected) in [
      (MouseReport.Action.release, MouseEvent.Action.release), (.wheelUp, .wheelUp),
      (.wheelDown, .wheelDown),
    ] {
      let report = MouseReport(action: action, position: here)
      #expect(counter.event(for: report, at: start) == MouseEvent(expected, at: here))
    }
  }
}
