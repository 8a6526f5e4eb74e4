import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// A source of a million photos, of which only a few pages are ever requested.
struct MillionRowsTests {
  @Test func `G shows the last of a million rows, and g the first`() {
    let service = ScriptedService()
    service.generates(1_000_000)
    let run = GalleryRun(service: service, columns: 60, rows: 14)

    run.type("G")
    expectScreen(
      run,
      """
      | Vitrine  Popular                   200 of 1,000,000 photos |
      |────────────────────────────────────────────────────────────|
      | 999999  Photo 999996                                      │|
      | 999999  Number 999996 of many                             │|
      | 999999  Photo 999997                            ● €116.00 │|
      | 999999  NIKON D500 - Number 999997 of many                │|
      | 999999  Photo 999998                         not for sale │|
      | 999999  Number 999998 of many                             │|
      | 999999  Photo 999999                                      │|
      | 999999  NIKON D500 - Number 999999 of many                │|
      |▌999999  Photo 1000000                           ● €119.00 │|
      |▌999999  Number 1000000 of many                            ┃|
      |────────────────────────────────────────── End of the list ─|
      | ↑↓ move  Enter open  / search  f for sale  ? help  q quit  |
      """)

    run.type("g")
    expectEqual(run.selectedLine?.contains("Photo 1 "), true)
    #expect(service.queries.count < 10)
  }

  @Test func `in the smallest terminal the title has room next to a large number`() {
    let service = ScriptedService()
    service.generates(1_000_000)
    let run = GalleryRun(service: service, columns: 40, rows: 10)

    expectEqual(run.line(0), " Popular        100 of 1,000,000 photos ")
    run.type("Gl")

    expectEqual(run.line(0), " Photo 1000000   1,000,000 of 1,000,000 ")
  }
}
