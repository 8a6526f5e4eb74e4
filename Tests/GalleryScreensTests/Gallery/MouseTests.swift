import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The list with the mouse.
struct MouseTests {
  @Test func `a click selects the row under it, and a double click opens the photo`() {
    let run = GalleryRun(Photo.four)

    run.terminal.mouse(.press, column: 30, row: 7)
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    run.terminal.doubleClick(column: 30, row: 3)

    #expect(run.line(0).hasPrefix(" couple "))
  }

  @Test func `a double click on what is not for sale raises the alert, and a click closes it`() {
    let run = GalleryRun(Photo.four)

    run.terminal.doubleClick(column: 30, row: 11)
    #expect(run.screen.contains("This item is not for sale"))
    run.terminal.mouse(.press, column: 1, row: 1)

    #expect(!run.screen.contains("This item is not for sale"))
    expectEqual(run.selectedLine?.contains("Moose Bog"), true)
  }

  @Test func `a double click whose first press closes an alert is a click on the row there`() {
    let run = GalleryRun(Photo.four)
    run.terminal.mouse(.press, column: 30, row: 11)
    run.press(.enter)
    #expect(run.screen.contains("This item is not for sale"))

    run.terminal.mouse(.press, column: 30, row: 7)
    run.terminal.mouse(.doubleClick, column: 30, row: 7)

    #expect(!run.screen.contains("This item is not for sale"))
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
  }

  @Test func `a click next to the rows selects nothing else`() {
    let run = GalleryRun([.couple, .street], columns: 100, rows: 24)
    let before = run.screen

    for point in [(3, 0), (3, 1), (3, 15), (70, 7), (3, 22)] {
      run.terminal.mouse(.press, column: point.0, row: point.1)
    }

    expectEqual(run.screen, before)
  }

  @Test func `what the key line, the header and the basket say can be clicked`() {
    let run = GalleryRun(
      Photo.four, columns: 110, rows: 24, basket: ScriptedBasket(.of(.couple)))
    func click(_ text: String, row: Int, at offset: Int = 0) {
      let line = run.line(row)
      guard let place = line.range(of: text) else {
        Issue.record("no \(text) in \(line)")
        return
      }
      let column = line.distance(from: line.startIndex, to: place.lowerBound) + offset
      run.terminal.mouse(.press, column: column, row: row)
      run.terminal.mouse(.release, column: column, row: row)
      run.settle()
    }

    click("1/4", row: 0)
    expectEqual(run.selectedLine?.contains("harbour"), true)
    click("for sale", row: 23)
    #expect(run.line(0).contains("● for sale ×"))
    click("×", row: 0)
    #expect(!run.line(0).contains("●"))
    click("sort", row: 23)
    #expect(run.screen.contains("newest first"))
    run.press(.escape)
    click("basket 1", row: 22)
    #expect(run.line(0).contains("Basket"))
    click("q back", row: 23, at: 4)
    #expect(run.line(0).contains("/4 "))
    click("all keys", row: 23)
    #expect(run.line(0).hasPrefix(" Keys: "))
  }

  @Test func `two quick clicks on a key are two keys, and reach nothing else`() {
    let run = GalleryRun(Photo.stubs(3, saleStatus: .unstated), columns: 120)
    let line = run.line(23)
    let place = line.range(of: "r refresh")?.lowerBound ?? line.startIndex

    run.terminal.doubleClick(column: line.distance(from: line.startIndex, to: place), row: 23)
    run.settle()

    expectEqual(run.service.queries.count, 3)
  }

  @Test func `under a notice or a box nothing can be clicked`() {
    let run = GalleryRun(Photo.four, basket: ScriptedBasket())
    let before = run.selectedLine

    // Says that the key is unknown, over the key line.
    run.type("X")
    run.terminal.mouse(.press, column: 2, row: 23)
    run.settle()

    expectEqual(run.selectedLine, before)
  }
}
