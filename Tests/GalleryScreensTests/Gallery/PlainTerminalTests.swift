import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

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
