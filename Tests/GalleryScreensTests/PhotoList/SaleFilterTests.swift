import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// `f`: only what is for sale.
struct SaleFilterTests {
  private let service = ScriptedService()

  private func list(columns: Int = 60, rows: Int = 14) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.succeed(Photo.four)
    run.settle()
    return run
  }

  @Test func `f shows photos for sale, and a sign while it does`() {
    let run = list()

    run.type("f")
    #expect(run.line(13).contains("f all"))
    service.succeed([.couple, .street])

    expectScreen(
      run,
      """
      | Vitrine  Popular                              ● 2 for sale |
      |────────────────────────────────────────────────────────────|
      |▌cccccc  couple                                    ● €80.00 |
      |▌cccccc  NIKON D500 - two people at the lake                |
      | ssssss  vienna.street                           ● for sale |
      | ssssss  shooting in vienna                                 |
      |                                                            |
      ⋮ 5
      |────────────────────────────────────────── End of the list ─|
      | ↑↓ move  Enter open  / search  f all  ? help  q quit       |
      """)
    expectEqual(service.queries.map(\.filter), [.everything, .forSale])
  }

  @Test func `the sign stays in a narrow header with a long title`() {
    let run = list(columns: 40, rows: 12)
    run.sourceTitle = "A gallery with quite a long title"
    run.type("f")

    service.succeed(PhotoPage(photos: [.couple], totalCount: 12_345, hasMorePages: true))

    expectEqual(run.line(0), " A gallery with quite a l… ⠋ ● for sale ")
  }
}
