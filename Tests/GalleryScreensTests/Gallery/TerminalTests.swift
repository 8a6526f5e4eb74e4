import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// Where the hardware cursor is, for users of screen readers.
struct CursorTests {
  @Test func `the cursor is at the title of the selected row, whatever moved there`() {
    let run = GalleryRun(Photo.stubs(40))
    expectEqual(run.terminal.cursor, Point(column: 12, row: 2))

    run.press(.down)
    expectEqual(run.terminal.cursor, Point(column: 12, row: 6))

    run.type("G")
    expectEqual(run.terminal.cursor, Point(column: 12, row: 18))

    run.terminal.resize(columns: 40, rows: 12)
    expectEqual(run.terminal.cursor, Point(column: 9, row: 8))
    expectEqual(run.selectedLine?.contains("photo 39"), true)
  }

  @Test func `the alert takes the cursor, and gives it back`() {
    let run = GalleryRun([.bog], columns: 60, rows: 14)

    run.press(.enter)
    expectEqual(run.terminal.cursor, Point(column: 16, row: 7))
    run.press(.escape)

    expectEqual(run.terminal.cursor, Point(column: 9, row: 2))
  }

  @Test func `a message takes the cursor until it goes, and typed text keeps it`() {
    let run = GalleryRun(Photo.four)

    run.type("X")
    expectEqual(run.terminal.cursor, Point(column: 1, row: 23))
    run.type("/")
    expectEqual(run.terminal.cursor, Point(column: 3, row: 23))
  }

  @Test func `on the photo screen it is at the title, on the full screen nowhere`() {
    let run = GalleryRun([.couple])

    run.press(.enter)
    expectEqual(run.terminal.cursor, Point(column: 1, row: 0))
    run.type("f")
    expectEqual(run.terminal.cursor, nil)
  }
}

/// Terminals without colours, or with few.
struct PlainTerminalTests {
  @Test func `without colours the selection and the status can still be distinguished`() {
    let run = GalleryRun(Photo.four, depth: .monochrome)
    let styles = (0..<24).map(run.terminal.surface.styleRuns)

    #expect(styles.allSatisfy { !$0.contains("ansi") && !$0.contains("rgb") })
    expectEqual(
      run.screen, GalleryRun(Photo.four).screen, "the signs and words are those of any terminal")
    expectEqual(run.terminal.surface[0, 2].style.attributes, .bold)
  }

  @Test func `colours are the terminal's own`() {
    let run = GalleryRun(Photo.four)
    let price = run.line(2).range(of: "●").map {
      run.line(2).distance(from: run.line(2).startIndex, to: $0.lowerBound)
    }

    expectEqual(price.map { run.terminal.surface[$0, 2].style.foreground }, .ansi(2))
    expectEqual(run.terminal.surface[0, 2].style.foreground, .ansi(6))
  }
}

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
    expectEqual(run.terminal.cursor, Point(column: 9, row: 8))
  }
}

/// A source of a million photos, of which only a few pages are ever requested.
struct MillionRowsTests {
  @Test func `G shows the last of a million rows, and g the first`() {
    let service = ScriptedService()
    service.generates(1_000_000)
    let run = GalleryRun(service: service, columns: 60, rows: 14)

    run.type("G")
    #expect(run.line(0).hasSuffix(" 1,000,000/1,000,000 "))
    #expect(run.line(2).hasPrefix(" 999999  Photo 999996 "))
    #expect(run.line(10).hasPrefix("▌999999  Photo 1000000 "))
    expectEqual(String((2..<12).compactMap { run.line($0).last }), "│││││││││┃")

    run.type("gg")
    expectEqual(run.selectedLine?.contains("Photo 1 "), true)
    #expect(service.queries.count < 10)
  }

  @Test func `in the smallest terminal the title has room next to a large number`() {
    let service = ScriptedService()
    service.generates(1_000_000)
    let run = GalleryRun(service: service, columns: 40, rows: 10)

    expectEqual(run.line(0), " Popular                    1/1,000,000 ")
    run.type("Gl")

    expectEqual(run.line(0), " Photo 1000000      1,000,000/1,000,000 ")
  }
}
