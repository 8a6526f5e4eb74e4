import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// V: a range of photos, and the keys that act on it.
struct RangeTests {
  let basket = ScriptedBasket()

  private func run(
    _ photos: [Photo]? = nil, columns: Int = 60, rows: Int = 14
  ) -> GalleryRun {
    let photos = photos ?? (1...6).map { .priced("\($0)", "\($0)0.00") }
    return GalleryRun(photos, columns: columns, rows: rows, basket: basket)
  }

  private var chosen: [Photo.ID] { basket.stored.items.map(\.id) }

  @Test func `a range has marks in the margin, and its count in the header`() {
    let run = run()

    run.type("jVjj")

    expectScreen(
      run,
      """
      | Popular                                   4/6 · 3 selected |
      |────────────────────────────────────────────────────────────|
      | 111111  1                                        ● €10.00 ┃|
      | 111111  A. Lens                                           ┃|
      |✓222222  2                                        ● €20.00 ┃|
      |┃222222  A. Lens                                           ┃|
      |✓333333  3                                        ● €30.00 ┃|
      |┃333333  A. Lens                                           ┃|
      |✓444444  4                                        ● €40.00 ┃|
      |▌444444  A. Lens                                           ┃|
      | 555555  5                                        ● €50.00 │|
      | 555555  A. Lens                                           │|
      |────────────────────────────────────────────────────────────|
      | v keep  Esc cancel  ? all keys                             |
      """)
  }

  @Test func `a command that asks first keeps the range`() {
    var counts: [Int] = []
    // Like the export: it asks what to do, and the photos stay selected meanwhile.
    let run = GalleryRun(
      (1...6).map { .priced("\($0)", "\($0)0.00") }, columns: 60, rows: 14, basket: basket,
      extraCommands: { run in
        [
          GalleryCommand("photo.export", .init(keepsRange: true), in: run.context) { subject, _ in
            counts.append(subject.photos.count)
          }
        ]
      })
    run.type("jVjj")
    let before = run.screen

    run.type("ee")

    expectEqual(counts, [3, 3])
    expectEqual(run.screen, before)
    run.press(.space)
    expectEqual(chosen, ["2", "3", "4"])
  }

  @Test func `the grid shows it too`() {
    let run = run(rows: 16)
    run.press(.tab)

    run.type("Vl")

    #expect(run.line(0).hasSuffix(" 2/6 · 2 selected "))
    #expect(run.line(2).hasPrefix("┌────────────────┐ ┏━━━━━━━━━━━━━━━━┓     "))
    #expect(run.line(9).hasPrefix("└───────────────✓┘ ┗━━━━━━━━━━━━━━━✓┛     "))
    #expect(run.line(15).hasPrefix(" v keep  Esc cancel  ? all keys "))
  }

  @Test func `Space adds the range to the basket and ends it`() {
    let run = run()

    run.type("jVjj ")
    expectEqual(chosen, ["2", "3", "4"])
    #expect(run.line(13).hasPrefix(" Added 3 photos to basket · u to undo"))
    run.type("j")

    #expect(!run.screen.contains("marked"))
    #expect(!run.screen.contains("┃ "))
  }

  @Test func `rows that can't be loaded are left out, with a notice`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 60, rows: 14, basket: basket)
    let photos = (0..<100).map { Photo.priced("\($0)", "1.00") }
    service.succeed(PhotoPage(photos: photos, totalCount: 200, hasMorePages: true))
    run.type("VG")
    service.fail(.noNetwork)

    run.type(" ")
    // Requested once more, because a command needs them.
    if service.isAwaited { service.fail(.noNetwork) }

    expectEqual(chosen.count, 100)
    #expect(run.line(13).contains("Added 100 photos to basket"))
    #expect(run.line(13).contains("· 100 not loaded"))
  }
}
