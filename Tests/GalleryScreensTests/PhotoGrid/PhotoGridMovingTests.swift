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

  @Test func `the cursor is at the caption of the selected photo`() {
    let run = run(30)
    expectEqual(run.terminal.cursor, Point(column: 0, row: 7))

    run.press(.right, .down)

    expectEqual(run.terminal.cursor, Point(column: 19, row: 13))
  }
}
