import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `f`: only the photo on the screen.
struct FullScreenTests {
  private func open(
    _ photos: [Photo] = [.sized("a", 6000, 4000), .sized("b", 6000, 4000)], columns: Int = 80,
    rows: Int = 24
  ) -> GalleryRun {
    .opening(photos, columns: columns, rows: rows)
  }

  /// Whether every cell belongs to the photo.
  private func isOnlyPhoto(_ run: GalleryRun, _ letter: Character) -> Bool {
    run.settle()
    let size = run.terminal.surface.size
    return (0..<size.rows).allSatisfy { row in
      run.line(row) == String(repeating: letter, count: size.columns)
    }
  }

  @Test(arguments: [(120, 40), (80, 24), (40, 12), (40, 10)])
  func `f hides all but the photo, and again shows the rest`(columns: Int, rows: Int) {
    let run = open(columns: columns, rows: rows)

    run.type("f")
    #expect(isOnlyPhoto(run, "a"))
    expectEqual(run.pictures.visible.map(\.size), [Size(columns: columns, rows: rows)])
    run.type("f")

    #expect(run.line(0).hasPrefix(" a "))
    #expect(!isOnlyPhoto(run, "a"))
  }

  @Test func `a sixel picture leaves the last row free, in which terminals scroll`() {
    let run = open()
    run.pictures.graphicsMethod = .sixel
    run.type("f")
    run.settle()

    expectEqual(run.pictures.visible.map(\.size.rows), [run.terminal.size.rows - 1])
  }

  @Test func `full screen is kept for the next photos, also in a slide show`() {
    let run = open(Photo.stubs(3))
    run.type("fn")
    #expect(isOnlyPhoto(run, "1"))

    run.type("S")
    run.slideTicks.tick()
    run.settle()

    #expect(isOnlyPhoto(run, "2"))
  }

  @Test func `Esc leaves the zoom first, then the full screen, then the photo`() {
    let run = open()
    run.type("f%")
    #expect(run.pictures.visible.first?.look.region != nil)

    run.press(.escape)
    expectEqual(run.pictures.visible.first?.look.region, nil)
    #expect(isOnlyPhoto(run, "a"))
    run.press(.escape)
    #expect(run.line(0).hasPrefix(" a "))
    run.press(.escape)
    #expect(run.line(0).hasPrefix(" Popular"))
  }

  @Test func `in a slide show Esc brings back the header, and the show continues`() {
    let run = open(Photo.stubs(3))
    run.type("Sf")

    run.press(.escape)

    #expect(run.line(0).hasPrefix(" photo 0 "))
    #expect(run.line(0).contains(" ▸ "))
    #expect(run.slideTicks.isRunning)
  }

  @Test func `f closes the information, i shows it beside the photo alone`() {
    let run = open(columns: 120, rows: 40)
    run.type("i")
    #expect(run.line(0).hasPrefix(" a "))

    run.type("f")
    #expect(isOnlyPhoto(run, "a"))
    run.type("i")
    #expect(run.line(0).hasPrefix("aaaa"))
    #expect(!isOnlyPhoto(run, "a"))
    run.press(.escape)

    #expect(isOnlyPhoto(run, "a"))
  }

  @Test func `the result of a key is over the last line`() {
    let run = open()

    run.type("fnn")

    #expect(run.line(23).hasPrefix(" End of the list "))
    expectEqual(run.line(22), String(repeating: "b", count: 80))
  }

  @Test func `the help lists the keys, and other screens leave full screen as it was`() {
    let run = open()
    run.type("f?")
    #expect(run.terminal.surface.framedText.contains("full screen on or off"))

    run.press(.escape)

    #expect(isOnlyPhoto(run, "a"))
  }
}
