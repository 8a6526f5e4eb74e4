import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// What users see of an export.
struct ExportScreensTests {
  private let basket = Basket(
    items: Photo.stubs(24).map { BasketItem($0, addedAt: .distantPast) })

  @Test func `one path is asked for, and a fault is shown beside it`() {
    let stage = ExportStage()
    stage.service.targets["~/contact-sheet.pdf"] = .fault("sheets are .html now")
    stage.export(basket: basket)
    expectEqual(
      stage.foot(4),
      """
      |────────────────────────────────────────────────────────────|
      | Export 24 photos: sheet.html, or a folder for copies       |
      |──────────────────────────────────── Enter ok  Esc cancel ──|
      | To: ~/contact-sheet.html                                   |
      """)

    stage.type("~/contact-sheet.pdf")
    expectEqual(stage.foot(1), "| To: ~/contact-sheet.pdf               sheets are .html now |")
    stage.press(.enter)
    #expect(stage.service.paths.isEmpty)
  }

  @Test func `what is typed replaces the path that is suggested`() {
    let stage = ExportStage()
    stage.export(basket: basket)

    stage.type("~/new.html")
    stage.press(.enter)

    expectEqual(stage.service.paths, ["~/new.html"])
  }

  @Test func `the bar, the count and the current photo are shown`() {
    let stage = ExportStage()
    stage.export(basket: basket)
    stage.press(.enter)
    expectEqual(stage.service.paths, ["~/contact-sheet.html"])
    stage.service.goOn(12, of: 24, "vienna.street")

    expectEqual(
      stage.foot(),
      """
      |─ vienna.street ────────────────────────────── Esc cancel ──|
      | exporting ███████████████████▌                    12 of 24 |
      """)

    stage.press(.character("x"))
    #expect(stage.foot().contains("Still exporting · Esc cancel"))
    expectEqual(stage.navigator.screens.count, 2)
  }

  @Test func `a long title leaves room for the cancel key`() {
    let stage = ExportStage(columns: 40, rows: 12)
    stage.export(basket: basket)
    stage.press(.enter)
    stage.service.goOn(0, of: nil, String(repeating: "海", count: 40))

    let lines = stage.foot().split(separator: "\n")
    #expect(lines[0].contains("Esc cancel"))
    #expect(lines[0].contains("…"))
    #expect(lines[1].contains("0 done"))
  }

  @Test func `a failure is shown at the foot until the next key`() {
    let stage = ExportStage()
    stage.export(basket: basket)
    stage.press(.enter)
    stage.service.end(.failure(.unwritten("No space left to write contact-sheet.html")))

    #expect(stage.foot(1).contains("No space left to write contact-sheet.html"))
    #expect(stage.navigator.topAlert == nil)
    expectEqual(stage.navigator.screens.count, 1)
    stage.press(.down)
    #expect(!stage.foot(1).contains("No space"))
  }

  @Test func `an existing file is replaced only after y`() {
    let stage = ExportStage()
    stage.service.targets["~/contact-sheet.html"] = .fileExists
    stage.export(basket: basket)
    stage.press(.enter)
    expectEqual(stage.navigator.topAlert?.message, "~/contact-sheet.html exists. Replace it?")
    stage.press(.escape)
    #expect(stage.service.paths.isEmpty)
    expectEqual(stage.navigator.screens.count, 1)

    stage.export(basket: basket)
    stage.press(.enter, .character("y"))
    expectEqual(stage.service.paths, ["~/contact-sheet.html"])
  }

  @Test func `the list exports the selected photos, else all rows, and the photo screen its photo`()
  {
    let stage = ExportStage()
    let photos = Photo.stubs(3)
    let list = PhotoListViewModel(apiService: ScriptedService(photos))
    list.initFetch()
    let targets = [
      ShownPhotos(list, photos[0], selected: [photos[1], photos[2]]),
      ShownPhotos(list, photos[0]),
      ShownPhotos(list, photos[0], isSinglePhoto: true),
    ]

    for target in targets {
      stage.export(from: target)
      stage.press(.enter)
      stage.service.end(.success(ExportSummary(kind: .sheet, path: "a", count: 1)))
    }

    expectEqual(
      stage.service.selections,
      [
        .photos([photos[1], photos[2]]), .listing(.everything, total: 3), .photos([photos[0]]),
      ])
  }
}
