import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// Between list and grid.
struct ArrangementTests {
  @Test func `Tab goes to the grid and back, and the focus stays`() {
    let run = GalleryRun(Photo.stubs(200))
    run.press(.end, .up)
    let list = run.screen

    run.press(.tab)
    expectEqual(run.selectedCaption, "photo 198")
    run.press(.tab)

    expectEqual(run.screen, list)
  }

  @Test func `a move in the grid is a move in the list`() {
    let run = GalleryRun(Photo.stubs(200))

    run.press(.tab, .down, .right, .tab)

    expectEqual(run.selectedLine?.contains("photo 5 "), true)
  }

  @Test func `the choice lasts over a photo, the help and a refresh`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    service.succeed(Photo.stubs(20))
    run.press(.tab, .right)

    run.press(.enter)
    run.type("q??")
    run.type("r")
    service.succeed(Photo.stubs(30))

    expectEqual(run.selectedCaption, "photo 1")
    #expect(run.line(0).hasSuffix(" 2/30 "))
    #expect(run.screen.contains("Refreshed"))
  }

  @Test func `Tab while the first page loads shows the grid when it comes`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    run.press(.tab)
    #expect(run.screen.contains("Loading"))

    service.succeed(Photo.four)

    expectEqual(run.selectedCaption, "couple")
    #expect(run.line(23).contains("Enter open"))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `the grid begins with the first row of the list`(columns: Int, rows: Int) {
    let run = GalleryRun(Photo.stubs(200), columns: columns, rows: rows)
    run.press(.end, .up)
    run.press(.home)
    for _ in 0..<30 { run.type("j") }
    let first = run.list?.displayedRows.lowerBound ?? -1
    #expect(first > 20)

    run.press(.tab)

    let shown = run.list?.displayedRows ?? 0..<0
    #expect(shown.lowerBound > first - 8, "\(shown) from \(first)")
    // A grid of one row shows the focus.
    #expect(shown.contains(first) || shown.count < 4, "\(shown) from \(first)")
    #expect(run.list?.focusedIndexPath?.row == 30 && shown.contains(30))
  }

  @Test func `header and foot are those of the list`() {
    let run = GalleryRun(Photo.stubs(8), columns: 80, rows: 24)
    run.pictures.problem = "no pictures: the worker is missing"
    let header = run.line(0)

    run.press(.tab)

    expectEqual(run.line(0), header)
    #expect(run.line(23).hasSuffix("  no pictures: the worker is missing "))
  }
}
