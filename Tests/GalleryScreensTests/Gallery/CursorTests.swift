import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Where the hardware cursor is, for users of screen readers.
struct CursorTests {
  @Test func `the cursor is on the selected row, whatever moved there`() {
    let run = GalleryRun(Photo.stubs(40))
    expectEqual(run.terminal.cursor, Point(column: 0, row: 2))

    run.press(.down)
    expectEqual(run.terminal.cursor, Point(column: 0, row: 6))

    run.type("G")
    expectEqual(run.terminal.cursor, Point(column: 0, row: 18))

    run.terminal.resize(columns: 40, rows: 12)
    expectEqual(run.terminal.cursor, Point(column: 0, row: 8))
    expectEqual(run.selectedLine?.contains("photo 39"), true)
  }

  @Test func `the alert takes the cursor, and gives it back`() {
    let run = GalleryRun([.bog], columns: 60, rows: 14)

    run.press(.enter)
    expectEqual(run.terminal.cursor, Point(column: 17, row: 6))
    run.press(.enter)

    expectEqual(run.terminal.cursor, Point(column: 0, row: 2))
  }

  @Test func `the photo screen hides the cursor`() {
    let run = GalleryRun([.couple])

    run.press(.enter)

    expectEqual(run.terminal.cursor, nil)
  }
}
