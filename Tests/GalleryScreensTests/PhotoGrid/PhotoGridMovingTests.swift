import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The selection in the grid: keys, mouse, sizes, pages.
struct PhotoGridMovingTests {
  private func run(_ count: Int, columns: Int = 80, rows: Int = 24) -> GalleryRun {
    let run = GalleryRun(Photo.stubs(count), columns: columns, rows: rows)
    run.press(.tab)
    return run
  }

  @Test func `the arrows and hjkl move in two dimensions`() {
    let run = run(30)
    expectEqual(run.selectedCaption, "photo 0")

    let captions = [
      Key.right, .down, .character("l"), .character("j"), .left, .up, .character("h"),
      .character("k"),
    ].map { key in
      run.press(key)
      return run.selectedCaption
    }

    expectEqual(
      captions,
      [
        "photo 1", "photo 5", "photo 6", "photo 10", "photo 9", "photo 5", "photo 4", "photo 0",
      ])
  }

  @Test func `pages, half pages, the first and the last`() {
    let run = run(100)
    run.press(.right)

    let captions = [
      Key.pageDown, .control("d"), .control("u"), .pageUp, .end, .home, .character("G"),
      .character("g"),
    ].map { key in
      run.press(key)
      return run.selectedCaption
    }

    expectEqual(
      captions,
      [
        "photo 13", "photo 17", "photo 13", "photo 1", "photo 99", "photo 0", "photo 99",
        "photo 0",
      ])
  }

  @Test func `enter opens the photo, and q returns to that photo in the grid`() {
    let run = run(30)
    run.press(.right, .down)

    run.press(.enter)
    #expect(run.line(0).hasPrefix(" photo 5 "))
    run.type("nn")
    run.type("q")

    expectEqual(run.selectedCaption, "photo 7")
    #expect(run.screen.contains("Tab list"))
  }

  @Test func `a click selects, a double click opens, and between the photos nothing happens`() {
    let run = run(30)

    run.terminal.mouse(.press, column: 25, row: 10)
    expectEqual(run.selectedCaption, "photo 5")
    // The upper edge of its frame, below the last row, the scroll indicator, the header and the keys.
    for point in [(25, 8), (25, 20), (79, 3), (25, 0), (79, 23)] {
      run.terminal.mouse(.press, column: point.0, row: point.1)
    }
    expectEqual(run.selectedCaption, "photo 5")
    run.terminal.doubleClick(column: 2, row: 2)

    #expect(run.line(0).hasPrefix(" photo 0 "))
  }

  @Test func `the wheel scrolls by rows and moves the focus`() {
    let run = run(60)
    run.press(.right)

    for _ in 0..<3 { run.terminal.mouse(.wheelDown, column: 30, row: 7) }

    #expect(run.line(7).contains("photo 12"))
    expectEqual(run.selectedCaption, "photo 13")
  }

  @Test func `a resize keeps the selected photo in sight`() {
    let run = run(200)
    for _ in 0..<7 { run.press(.pageDown) }
    let selected = run.selectedCaption

    for size in [(40, 12), (40, 10), (120, 40), (44, 60), (200, 15), (80, 24)] {
      run.terminal.resize(columns: size.0, rows: size.1)
      #expect(run.terminal.cursor != nil)
      expectEqual(run.selectedCaption, selected)
    }
  }

  @Test func `moving to the end loads the next rows, a page at a time`() {
    let service = ScriptedService()
    service.generates(1_000_000)
    let run = GalleryRun(service: service, columns: 80, rows: 24)
    run.press(.tab)

    run.type("G")
    expectEqual(run.selectedCaption?.hasPrefix("Photo 1000000"), true)
    #expect(run.screen.contains("End of the list"))
    run.type("g")

    expectEqual(run.selectedCaption?.hasPrefix("Photo 1"), true)
    #expect(service.queries.count < 10)
  }

  @Test func `the cursor is at the caption of the selected photo`() {
    let run = run(30)
    expectEqual(run.terminal.cursor, Point(column: 0, row: 7))

    run.press(.right, .down)

    expectEqual(run.terminal.cursor, Point(column: 19, row: 13))
  }
}
