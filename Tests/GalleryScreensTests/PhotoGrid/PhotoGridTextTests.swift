import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The text under the pictures, and in place of them.
struct PhotoGridTextTests {
  @Test func `a raw file is named in the caption, in the preview's words and on the photo`() {
    let raw = FileReference(path: "/a/1.CR2").map { [$0] } ?? []
    let run = GalleryRun(
      [.stub(id: "a", name: "pair", companions: raw, saleStatus: .unstated, width: 60, height: 40)],
      columns: 60, rows: 16)
    run.press(.tab)
    #expect(run.screen.contains("pair        +CR2"), "\(run.screen)")

    run.press(.enter)

    #expect(run.screen.contains("60 × 40 · +CR2"), "\(run.screen)")
  }

  @Test func `captions are cut, and never in the middle of a glyph`() {
    let run = GalleryRun(
      [
        .stub(id: "a", name: "東京の夜景と朝の光と雨の通り"),
        .stub(id: "b", name: "x東京の夜景と朝の光", saleStatus: .unstated),
        .stub(id: "c", name: "👩‍👩‍👧‍👦 family e\u{301}", saleStatus: .notForSale),
        .stub(id: "d", name: String(repeating: "long ", count: 40)),
        .stub(id: "e", name: "غروب الشمس"),
      ], columns: 60, rows: 16)

    run.press(.tab)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                  5 photos |
      |────────────────────────────────────────────────────────────|
      |▌aaaaaaaaaaaaaaaa▐  bbbbbbbbbbbbbbbb   cccccccccccccccc     |
      |▌aaaaaaaaaaaaaaaa▐  bbbbbbbbbbbbbbbb   cccccccccccccccc     |
      |▌aaaaaaaaaaaaaaaa▐  bbbbbbbbbbbbbbbb   cccccccccccccccc     |
      |▌aaaaaaaaaaaaaaaa▐  bbbbbbbbbbbbbbbb   cccccccccccccccc     |
      |▌東京の夜景と…  ●▐  x東京の夜景と朝…   👩 family é          |
      |                                                            |
      | dddddddddddddddd   eeeeeeeeeeeeeeee                        |
      | dddddddddddddddd   eeeeeeeeeeeeeeee                        |
      | dddddddddddddddd   eeeeeeeeeeeeeeee                        |
      | dddddddddddddddd   eeeeeeeeeeeeeeee                        |
      | long long lon… ●   غروب الشمس     ●                        |
      |                                                            |
      |────────────────────────────────────────── End of the list ─|
      | ↑↓←→ move  ⏎ open  / search  f for sale  ? help  q quit    |
      """)
  }

  @Test func `photos whose page is loading or failed say so`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 60, rows: 16)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 200, hasMorePages: true))

    run.press(.tab)
    run.type("G")
    expectScreen(
      run,
      """
      | Vitrine  Popular       ⠋ loading more    100 of 200 photos |
      |────────────────────────────────────────────────────────────|
      |                                                           │|
      |        …                  …                  …            │|
      |                                                           │|
      |                                                           │|
      |                                                           │|
      |                                                           │|
      |                   ▌                ▐                      │|
      |        …          ▌       …        ▐                      │|
      |                   ▌                ▐                      │|
      |                   ▌                ▐                      │|
      |                   ▌                ▐                      │|
      |                                                           ┃|
      |──────────────────────────────────────────── Loading more… ─|
      | ↑↓←→ move  ⏎ open  / search  f for sale  ? help  q quit    |
      """)

    service.fail(.noNetwork)
    expectScreen(
      run,
      """
      | Vitrine  Popular                         100 of 200 photos |
      |────────────────────────────────────────────────────────────|
      |                                                           │|
      | Can't load more    Can't load more    Can't load more     │|
      |   · r to retry       · r to retry       · r to retry      │|
      |                                                           │|
      |                                                           │|
      |                                                           │|
      |                   ▌                ▐                      │|
      | Can't load more   ▌Can't load more ▐                      │|
      |   · r to retry    ▌  · r to retry  ▐                      │|
      |                   ▌                ▐                      │|
      |                   ▌                ▐                      │|
      |                                                           ┃|
      |─────────────────── Can't load more · r to retry · offline ─|
      | ↑↓←→ move  ⏎ open  / search  f for sale  ? help  q quit    |
      """)
  }

  @Test func `the selection has bars and a bold caption, and the status its colour`() {
    let run = GalleryRun(Photo.four, columns: 40, rows: 12)

    run.press(.tab)

    #expect(
      run.terminal.surface.styleRuns(2)
        == "1:bold,ansi(6) 16:plain 1:bold,ansi(6) 22:plain")
    #expect(
      run.terminal.surface.styleRuns(8)
        == "1:bold,ansi(6) 6:bold 9:plain 1:bold,ansi(2) 1:bold,ansi(6) 2:plain 13:dim 2:plain 1:ansi(2) 3:plain 1:dim"
    )
  }

  @Test func `without colours the selection is plain to see`() {
    let run = GalleryRun(Photo.four, columns: 40, rows: 12, depth: .monochrome)

    run.press(.tab)

    #expect(run.terminal.surface.styleRuns(2) == "1:bold 16:plain 1:bold 22:plain")
    #expect(run.screen.contains("▌couple         ●▐  vienna.street  ●"))
    #expect((0..<12).allSatisfy { !run.terminal.surface.styleRuns($0).contains("ansi") })
  }

  @Test func `a terminal without Unicode gets ASCII signs`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 16, glyphs: .ascii)

    run.press(.tab)

    #expect(run.screen.utf8.allSatisfy { $0 < 0x80 })
    #expect(run.screen.contains("|couple"))
  }

  @Test func `moving changes the bars and captions of two photos, and no cell of a picture`() {
    let run = GalleryRun(Photo.stubs(24), columns: 80, rows: 24)
    run.press(.tab)

    run.press(.right)

    let changed = run.terminal.changedCellCounts.last ?? 0
    // Two bars of six lines each, and a caption of seven letters and a sign, twice.
    #expect(changed == 2 * (2 * 6 + 7 + 1))
  }
}
