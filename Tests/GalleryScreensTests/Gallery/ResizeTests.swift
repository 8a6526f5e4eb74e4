import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// A terminal that changes its size at any time.
struct ResizeTests {
  @Test func `a resize while refreshing keeps rows and selection`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    service.succeed(Photo.four)
    run.press(.down, .character("r"))

    run.terminal.resize(columns: 40, rows: 10)
    expectEqual(run.selectedLine?.contains("vienna"), true)
    run.terminal.resize(columns: 10, rows: 2)
    service.succeed(Photo.four)
    run.terminal.resize(columns: 80, rows: 24)

    expectEqual(run.selectedLine?.contains("vienna.street"), true)
  }

  @Test func `the preview comes and goes with the width`() {
    let run = GalleryRun(Photo.four, columns: 99, rows: 24)
    #expect(!run.screen.contains("│"))

    run.terminal.resize(columns: 100, rows: 24)
    #expect(run.screen.contains("NIKON D500"))

    run.terminal.resize(columns: 99, rows: 24)
    #expect(!run.screen.contains("│"))
  }

  @Test func `a resize under the photo reaches the list below it`() {
    let run = GalleryRun(Photo.stubs(40))
    run.press(.end, .enter)

    run.terminal.resize(columns: 40, rows: 12)
    run.type("q")

    expectEqual(run.selectedLine?.contains("photo 39"), true)
    expectEqual(run.terminal.cursor, Point(column: 0, row: 8))
  }
}
