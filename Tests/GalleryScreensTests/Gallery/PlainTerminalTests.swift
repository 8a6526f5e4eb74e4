import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// Terminals without Unicode, and without colours.
struct PlainTerminalTests {
  private func isASCII(_ run: GalleryRun) -> Bool { run.screen.utf8.allSatisfy { $0 < 0x80 } }

  @Test func `a terminal without Unicode gets ASCII signs in list and preview`() {
    let run = GalleryRun(Photo.four, columns: 100, rows: 24, glyphs: .ascii)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                                                          4 photos |
      |------------------------------------------------------------+---------------------------------------|
      ||ccccccccc  couple                              * EUR 80.00 | ccccccccccccccccccccccccccccccccccccc |
      ||ccccccccc  NIKON D500 - two people at the lake             | ccccccccccccccccccccccccccccccccccccc |
      ||ccccccccc  A. Lens - 2017-10-01                            | ccccccccccccccccccccccccccccccccccccc |
      |                                                            | ccccccccccccccccccccccccccccccccccccc |
      | sssssssss  vienna.street                        * for sale | ccccccccccccccccccccccccccccccccccccc |
      | sssssssss  shooting in vienna                              | ccccccccccccccccccccccccccccccccccccc |
      | sssssssss  W H - 2017-10-01                                | ccccccccccccccccccccccccccccccccccccc |
      |                                                            | ccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  Moose Bog                          not for sale | ccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  fog over the moor                               | ccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  M. Oose                                         | ccccccccccccccccccccccccccccccccccccc |
      |                                                            | ccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh  harbour                                         | ccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh                                                  | ccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh                                                  |                                       |
      |                                                            | couple                                |
      |                                                            | NIKON D500                            |
      |                                                            | 50 mm - f/1.8 - 1/200 s - ISO 100     |
      |                                                            | 6000 x 4000 - CC BY 4.0               |
      |                                                            | * for sale - EUR 80.00                |
      |------------------------------------------------------------+--------------------- End of the list -|
      | Up/Down move  Enter open  & filter  / search  f for sale  Tab grid  r refresh  ? help  q quit      |
      """)
    #expect(isASCII(run))
  }

  @Test func `the photo's facts are in ASCII too`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 16, glyphs: .ascii)

    run.press(.enter)

    expectScreen(
      run,
      """
      | couple                                              1 of 4 |
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      | NIKON D500 - 50mm F1.8 - 50 mm - f/1.8 - 1/20~ * EUR 80.00 |
      | A. Lens - 2017-10-01 00:00         6000 x 4000 - CC BY 4.0 |
      | two people at the lake                                     |
      | n next  p previous  q back  ? help  +- zoom  i info        |
      """)
  }

  @Test func `loading, failures and the alert are ASCII`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 40, rows: 12, glyphs: .ascii)

    #expect(isASCII(run))
    service.fail(.serverOverloaded)
    #expect(isASCII(run))
    run.type("r")
    service.succeed([.bog])
    run.press(.enter)
    #expect(isASCII(run))
    #expect(run.screen.contains("This item is not for sale"))
  }

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
