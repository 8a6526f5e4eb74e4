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

  @Test func `the chooser is one line at the foot`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)

    expectEqual(
      stage.foot(),
      """
      |─ Export 24 photos ─────────────────────────────────────────|
      | p PDF  h HTML  c copy originals  Esc cancel                |
      """)
  }

  @Test func `in a narrow terminal only whole entries are left out`() {
    let stage = ExportStage(columns: 40, rows: 12, glyphs: .ascii)
    stage.commands?.export(basket: basket)

    expectEqual(
      stage.foot(),
      """
      |- Export 24 photos ---------------------|
      | p PDF  h HTML  c copy originals        |
      """)
  }

  @Test func `a terminal without room for a rule has only the line`() {
    let stage = ExportStage(rows: 8)
    stage.commands?.export(basket: basket)

    expectEqual(stage.foot(1), "| p PDF  h HTML  c copy originals  Esc cancel                |")
  }

  @Test func `a path is suggested, and a fault is shown beside it`() {
    let stage = ExportStage()
    stage.service.targets["~/contact-sheet.pdfx"] = .fault(.unknownEnding)
    stage.commands?.export(basket: basket)
    stage.press(.character("p"))
    expectEqual(
      stage.foot(),
      """
      |─ Export 24 photos: PDF ────────────────────────────────────|
      | File: ~/contact-sheet.pdf                                  |
      """)

    stage.press(.end)
    stage.type("x")
    expectEqual(stage.foot(1), "| File: ~/contact-sheet.pdfx       must end in .pdf or .html |")
    stage.press(.enter)
    #expect(stage.service.paths.isEmpty)
  }

  @Test func `what is typed replaces the path that is suggested`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)
    stage.press(.character("p"))

    stage.type("~/new.pdf")
    stage.press(.enter)

    expectEqual(stage.service.paths, ["~/new.pdf"])
  }

  @Test func `the bar, the count and the current photo are shown`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)
    stage.press(.character("h"), .enter)
    expectEqual(stage.service.paths, ["~/contact-sheet.html"])
    stage.service.goOn(12, of: 24, "vienna.street")

    expectEqual(
      stage.foot(),
      """
      |─ vienna.street ─────────────────────────────── Esc cancel ─|
      | ████████████████████████▌                         12 of 24 |
      """)
  }

  @Test func `a long title leaves room for the cancel key`() {
    let stage = ExportStage(columns: 40, rows: 12)
    stage.commands?.export(basket: basket)
    stage.press(.character("h"), .enter)
    stage.service.goOn(0, of: nil, String(repeating: "海", count: 40))

    let lines = stage.foot().split(separator: "\n")
    #expect(lines[0].contains("Esc cancel"))
    #expect(lines[0].contains("…"))
    #expect(lines[1].contains("0 done"))
  }

  @Test func `Esc cancels, and a notice says so`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)
    stage.press(.character("p"), .enter, .escape)

    #expect(stage.service.isCancelled)
    expectEqual(stage.navigator.screens.count, 1)
    #expect(stage.foot(1).contains("Cancelled; nothing was saved"))
  }

  @Test func `the outcome is a notice with the path and the counts`() {
    let stage = ExportStage(columns: 70)
    stage.commands?.export(basket: basket)
    stage.press(.character("p"), .enter)
    stage.service.end(
      .success(
        ExportSummary(kind: .pdf, path: "~/contact-sheet.pdf", count: 24, withoutPicture: 1)))

    expectEqual(stage.navigator.screens.count, 1)
    #expect(stage.foot(1).contains("Saved 24 photos to ~/contact-sheet.pdf, 1 without a picture"))
  }

  @Test func `a failure is shown at the foot until the next key`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)
    stage.press(.character("p"), .enter)
    stage.service.end(.failure(.noSpace(name: "contact-sheet.pdf")))

    #expect(stage.foot(1).contains("No space left to write contact-sheet.pdf"))
    #expect(stage.navigator.topAlert == nil)
    expectEqual(stage.navigator.screens.count, 1)
    stage.press(.down)
    #expect(!stage.foot(1).contains("No space"))
  }

  @Test func `an existing file is replaced only after y`() {
    let stage = ExportStage()
    stage.service.targets["~/contact-sheet.pdf"] = .fileExists(kind: .pdf)
    stage.commands?.export(basket: basket)
    stage.press(.character("p"), .enter)
    expectEqual(stage.navigator.topAlert?.message, "contact-sheet.pdf exists. Replace it?")
    stage.press(.escape)
    #expect(stage.service.paths.isEmpty)
    expectEqual(stage.navigator.screens.count, 1)

    stage.commands?.export(basket: basket)
    stage.press(.character("p"), .enter, .character("y"))
    expectEqual(stage.service.paths, ["~/contact-sheet.pdf"])
  }

  @Test func `keys of the screen below don't work`() {
    let stage = ExportStage()
    stage.commands?.export(basket: basket)
    stage.press(.character("x"), .character("G"))

    #expect(stage.foot(1).contains("p PDF"))
    stage.press(.character("q"))
    expectEqual(stage.navigator.screens.count, 1)
  }

  @Test func `an empty basket has nothing to export`() {
    let stage = ExportStage()
    stage.commands?.export(basket: .empty)

    #expect(stage.foot(1).contains("No photos to export"))
  }

  @Test func `an empty list has nothing to export`() {
    let stage = ExportStage()
    let list = PhotoListViewModel(apiService: ScriptedService([]))
    list.initFetch()

    stage.export(from: ShownPhotos(list))

    #expect(stage.foot(1).contains("No photos to export"))
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
      stage.press(.character("h"), .enter)
      stage.service.end(.success(ExportSummary(kind: .html, path: "a", count: 1)))
    }

    expectEqual(
      stage.service.selections,
      [
        .photos([photos[1], photos[2]]), .listing(.everything, total: 3), .photos([photos[0]]),
      ])
  }
}
