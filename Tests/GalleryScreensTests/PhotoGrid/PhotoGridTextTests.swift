import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The text under the pictures, and in place of them.
struct PhotoGridTextTests {
  @Test func `a raw file is named in the caption, in the preview's words and on the photo`() {
    let raw = FileReference(path: "/a/1.CR2").map { [$0] } ?? []
    let run = GalleryRun(
      [.stub(id: "a", name: "pair", companions: raw, saleStatus: .unstated, width: 60, height: 40)],
      columns: 60, rows: 16)
    run.press(.tab)
    #expect(run.screen.contains("└pair ────── +CR2┘"), "\(run.screen)")

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
      |┌────────────────┐                                          |
      |│aaaaaaaaaaaaaaaa│  bbbbbbbbbbbbbbbb    cccccccccccccccc    |
      ⋮ 3
      |└東京の夜景と…  ●┘  x東京の夜景と朝…    👩 family é    ○    |
      |                                                            |
      | dddddddddddddddd   eeeeeeeeeeeeeeee                        |
      ⋮ 3
      | long long lon… ●   غروب الشمس     ●                        |
      |────────────────────────────────────────── End of the list ─|
      | ↑↓←→ move  Enter open  / search  ? help  q quit            |
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
      |                                                           │|
      |        …                  …                   …           │|
      |                                                           │|
      |                                                           │|
      |                                                           │|
      |                   ┌────────────────┐                      │|
      |                   │                │                      │|
      |        …          │       …        │                      │|
      |                   │                │                      │|
      |                   │                │                      │|
      |                   └────────────────┘                      ┃|
      |──────────────────────────────────────────── Loading more… ─|
      | ↑↓←→ move  Enter open  / search  ? help  q quit            |
      """)

    service.fail(.noNetwork)
    expectScreen(
      run,
      """
      | Vitrine  Popular                         100 of 200 photos |
      |────────────────────────────────────────────────────────────|
      |                                                           │|
      |                                                           │|
      | Can't load more    Can't load more     Can't load more    │|
      |   · r to retry       · r to retry        · r to retry     │|
      |                                                           │|
      |                                                           │|
      |                   ┌────────────────┐                      │|
      |                   │                │                      │|
      | Can't load more   │Can't load more │                      │|
      |   · r to retry    │  · r to retry  │                      │|
      |                   │                │                      │|
      |                   └────────────────┘                      ┃|
      |─────────────────── Can't load more · r to retry · offline ─|
      | ↑↓←→ move  Enter open  / search  ? help  q quit            |
      """)
  }

  @Test func `the focus has a frame with a bold caption in it, and the status its colour`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)

    run.press(.tab)

    let caption = run.line(run.terminal.cursor?.row ?? 0)
    #expect(run.line(2).hasPrefix("┌────────────────┐"))
    #expect((3..<9).contains { run.line($0).hasPrefix("│cccccccccccccccc│") })
    #expect(caption.hasPrefix("└couple"), "\(caption)")
    #expect(caption.contains("┘"), "\(caption)")
    #expect(run.terminal.surface.styleRuns(2).hasPrefix("18:bold,ansi(6) "))
    let runs = run.terminal.surface.styleRuns(run.terminal.cursor?.row ?? 0)
    #expect(runs.hasPrefix("1:bold,ansi(6) 6:bold "), "\(runs)")
    #expect(runs.contains("ansi(2)"), "\(runs)")
  }

  @Test func `without colours the focus is plain to see`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24, depth: .monochrome)

    run.press(.tab)

    #expect(run.line(2).hasPrefix("┌────────────────┐"))
    #expect(run.terminal.surface.styleRuns(2).hasPrefix("18:bold "))
    #expect((0..<24).allSatisfy { !run.terminal.surface.styleRuns($0).contains("ansi") })
  }

  @Test func `the caption has the price if there is room, else the sign of each state`() {
    var unstated = Photo.stub(id: "u", name: "unstated", saleStatus: .unstated)
    unstated.rating = 3
    let photos: [Photo] = [
      .couple, .stub(id: "n", name: "not for sale, with a long name", saleStatus: .notForSale),
      unstated,
    ]
    let wide = GalleryRun(photos, columns: 120, rows: 40)
    wide.press(.tab)
    #expect(wide.screen.contains("● €80.00"))
    #expect(wide.screen.contains("not for sale"))
    #expect(wide.screen.contains("★★★"))

    let narrow = GalleryRun(photos, columns: 40, rows: 12)
    narrow.press(.tab)
    #expect(!narrow.screen.contains("€80.00"))
    #expect(narrow.screen.contains("●"))
    #expect(narrow.screen.contains("○"))
    #expect(narrow.screen.contains("★★★"))
  }

  @Test func `moving changes the frames and captions of two photos, and no cell of a picture`() {
    let run = GalleryRun(Photo.stubs(24), columns: 80, rows: 24)
    run.press(.tab)
    run.settle()
    let before = run.terminal.surface
    let frame = Chrome(size: Size(columns: 80, rows: 24))
    let item = PhotoGridLayout(area: frame.content.size, cell: run.pictures.cellPixelSize).itemSize
    let picture = PhotoGridLayout.pictureRect(in: item).size

    run.press(.right)

    let after = run.terminal.surface
    var changed = 0
    for row in 0..<24 {
      for column in 0..<80 where before[column, row] != after[column, row] {
        changed += 1
        // The first two items; the second one starts after the first, which may be a column wider.
        #expect(column < 2 * (item.columns + 1))
        #expect((frame.content.minRow..<(frame.content.minRow + item.rows)).contains(row))
        let isCaption = row == frame.content.minRow + item.rows - 1
        // A cell of a picture is never blank.
        let isEdge = [before, after].contains { $0[column, row].character == " " }
        #expect(isCaption || isEdge, "\(column), \(row)")
      }
    }
    // Two frames, with the names and signs in them.
    #expect(changed <= 2 * (2 * (picture.columns + 2) + 2 * picture.rows))
    #expect(changed >= 2 * (picture.columns + 2 + 2 * picture.rows))
  }
}
