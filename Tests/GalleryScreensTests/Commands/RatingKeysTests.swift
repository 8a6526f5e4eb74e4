import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The keys that rate photos, and how ratings are shown.
struct RatingKeysTests {
  private func folder(
    _ count: Int = 6, columns: Int = 60, rows: Int = 14, isOwn: Bool = true
  ) -> GalleryRun {
    let service = ScriptedService()
    service.capabilities.holdsOwnFiles = isOwn
    service.holds(Photo.stubs(count, from: 1, saleStatus: .unstated))
    return GalleryRun(
      service: service, columns: columns, rows: rows,
      sidecars: isOwn ? ScriptedSidecars(answersAtOnce: false) : nil, refusal: .notOwn)
  }

  @Test func `where nothing is rated the help does not list it, but the key says why`() {
    let run = folder(columns: 80, rows: 24, isOwn: false)
    #expect(!run.line(23).contains("rate"))

    run.type("?rate")
    #expect(run.screen.contains("No command matches"))
    run.press(.escape, .escape)
    run.type("3")

    #expect(run.line(23).hasPrefix(" Only photos in your own folders can be rated"))
  }

  @Test func `stars, rejections and labels are next to the titles`() {
    let run = folder()

    run.type("5RLrj2")

    expectScreen(
      run,
      """
      | Popular                                                5/6 |
      |────────────────────────────────────────────────────────────|
      | 222222  photo 2                                         ✗ │|
      | 222222                                                    │|
      | 333333  photo 3                                        ●r ┃|
      | 333333                                                    ┃|
      | 444444  photo 4                                        ★★ ┃|
      | 444444                                                    ┃|
      |▌555555  photo 5                                           ┃|
      |▌555555                                                    ┃|
      | 666666  photo 6                                           ┃|
      | 666666                                                    ┃|
      |────────────────────────────────────────────────────────────|
      | ★★ photo 4 · u to undo                                     |
      """)
  }

  @Test func `the grid shows them in the captions`() {
    let run = folder(3)
    run.press(.tab)

    run.type("3")
    run.press(.left)

    #expect(run.screen.contains("photo 1 ★★★"), "\(run.screen)")
  }

  @Test func `a selection is rated as a whole, and the focus stays within it`() {
    let run = folder()

    run.type("tt")
    run.type("4")

    expectEqual(run.screen.components(separatedBy: "★★★★").count - 1, 3)
    expectEqual(run.selectedLine?.contains("photo 3"), true)
    run.type("ku")
    expectEqual(run.selectedLine?.contains("photo 2"), true)
  }

  @Test func `on the photo screen its photo is rated, the next one is shown, and undo goes back`() {
    let run = folder()
    run.press(.enter)

    run.type("Lb3")

    #expect(run.line(0).contains("photo 2"))
    run.type("p")
    #expect(run.screen.contains("★★★ · Blue"))
    run.type("nu")
    #expect(run.line(0).contains("photo 1"))
    #expect(!run.screen.contains("★★★"))
  }

  @Test func `undo goes to the photo whose rating it undid`() {
    let run = folder()
    run.type("345")
    expectEqual(run.selectedLine?.contains("photo 4"), true)

    run.type("u")
    expectEqual(run.selectedLine?.contains("photo 3"), true)
    #expect(!run.screen.contains("★★★★★"))
    run.type("GuLrj")
    expectEqual(run.selectedLine?.contains("photo 3"), true)
    run.type("u")
    expectEqual(run.selectedLine?.contains("photo 2"), true)
  }

  @Test func `undo of a photo whose page was dropped since loads it again`() {
    let service = ScriptedService(own: nil)
    service.capabilities.search = .here
    service.answer = { request in
      let start = (request.page - 1) * request.pageSize
      let count = max(0, min(request.pageSize, 3_000 - start))
      return .success(
        PhotoPage(
          number: request.page, photos: Photo.stubs(count, from: start, saleStatus: .unstated),
          totalCount: 3_000, hasMorePages: start + count < 3_000,
          anchorRow: request.anchor.flatMap { Int($0) }))
    }
    let run = GalleryRun(
      service: service, columns: 60, rows: 14, sidecars: ScriptedSidecars(answersAtOnce: false))
    run.type("j4G")
    expectEqual(run.selectedLine?.contains("photo 2999"), true)

    run.type("u")

    expectEqual(run.selectedLine?.contains(" photo 1 "), true)
  }
}
