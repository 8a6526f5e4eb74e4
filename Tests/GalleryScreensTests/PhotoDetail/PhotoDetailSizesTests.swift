import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import TerminalKit
import Testing

@testable import GalleryScreens

/// One photo at the sizes that the screen supports.
struct PhotoDetailSizesTests {
  private func open(columns: Int, rows: Int) -> GalleryRun {
    let run = GalleryRun(Photo.four, columns: columns, rows: rows)
    run.press(.enter)
    return run
  }

  @Test func `a wide terminal shows everything that is known`() {
    expectScreen(
      open(columns: 120, rows: 40),
      """
      | couple                                                                                                             1/4 |
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      ⋮ 34
      | NIKON D500 · 50mm F1.8 · 50 mm · ƒ/1.8 · 1/200 s · ISO 100                                         ● for sale · €80.00 |
      | A. Lens · 2017-10-01 00:00                                                                     6000 × 4000 · CC BY 4.0 |
      | two people at the lake                                                                                                 |
      | n next  p previous  i info  +- zoom  q back  ? all keys                                                                |
      """)
  }

  @Test func `80×24 has three lines of facts`() {
    expectScreen(
      open(columns: 80, rows: 24),
      """
      | couple                                                                     1/4 |
      |cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc|
      ⋮ 18
      | NIKON D500 · 50mm F1.8 · 50 mm · ƒ/1.8 · 1/200 s · ISO 100            ● €80.00 |
      | A. Lens · 2017-10-01 00:00                             6000 × 4000 · CC BY 4.0 |
      | two people at the lake                                                         |
      | n next  p previous  i info  +- zoom  q back  ? all keys                        |
      """)
  }

  @Test(arguments: [
    (80, "| A. Lens · 2017-10-01 00:00 · Am Hof, Wien              6000 × 4000 · CC BY 4.0 |"),
    (56, "| A. Lens · 2017-10-01 00:00     6000 × 4000 · CC BY 4.0 |"),
    (40, "| A. Lens · 2017-10-01 00:00             |"),
  ])
  func `the place is shown where everything else fits beside it`(columns: Int, line: String) {
    var photo = Photo.couple
    photo.places = ["Am Hof", "Wien"]
    let run = GalleryRun([photo], columns: columns, rows: 16)
    run.press(.enter)

    #expect(run.screen.contains(line))
  }

  @Test func `40×12 shortens the status and keeps it`() {
    expectScreen(
      open(columns: 40, rows: 12),
      """
      | couple                             1/4 |
      |cccccccccccccccccccccccccccccccccccccccc|
      ⋮ 7
      | NIKON D500 · 50mm F1.8 · 50 … ● €80.00 |
      | A. Lens · 2017-10-01 00:00             |
      | n next  p previous  q back  ? keys     |
      """)
  }

  @Test func `an unknown fact leaves its place empty`() {
    let run = GalleryRun([.harbour], columns: 60, rows: 16)

    run.press(.enter)

    expectEqual(run.line(11), String(repeating: "h", count: 60))
    for row in 12...14 { expectEqual(run.line(row), String(repeating: " ", count: 60)) }
  }
}
