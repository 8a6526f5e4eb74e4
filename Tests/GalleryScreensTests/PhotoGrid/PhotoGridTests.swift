import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The grid at the sizes that it is made for.
struct PhotoGridSizesTests {
  private func run(_ photos: [Photo], columns: Int, rows: Int) -> GalleryRun {
    let run = GalleryRun(photos, columns: columns, rows: rows)
    run.press(.tab)
    return run
  }

  @Test func `a wide terminal shows a sheet of large pictures and no preview`() {
    let run = run(Photo.four + Photo.stubs(20), columns: 120, rows: 40)

    expectScreen(
      run,
      """
      | Popular                                                                                                           1/24 |
      |────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────|
      |┏━━━━━━━━━━━━━━━━━━━━━━━━━━┓                                                                                           ┃|
      |┃cccccccccccccccccccccccccc┃  ssssssssssssssssssssssssss    bbbbbbbbbbbbbbbbbbbbbbbbbb    hhhhhhhhhhhhhhhhhhhhhhhhhh   ┃|
      ⋮ 8
      |┗━━━━━━━━━━━━━━━━━━━━━━━━━━┛                                                                                           ┃|
      |      couple ● €80.00          vienna.street ● for sale       Moose Bog not for sale               harbour             ┃|
      |                                                                                                                       ┃|
      | 00000000000000000000000000   11111111111111111111111111    22222222222222222222222222    33333333333333333333333333   ┃|
      ⋮ 4
      | 00000000000000000000000000   11111111111111111111111111    22222222222222222222222222    33333333333333333333333333   │|
      ⋮ 3
      |                                                                                                                       │|
      |     photo 0 ● for sale           photo 1 ● for sale            photo 2 ● for sale            photo 3 ● for sale       │|
      |                                                                                                                       │|
      | 44444444444444444444444444   55555555555555555555555555    66666666666666666666666666    77777777777777777777777777   │|
      ⋮ 8
      |                                                                                                                       │|
      |     photo 4 ● for sale           photo 5 ● for sale            photo 6 ● for sale            photo 7 ● for sale       │|
      |────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────|
      | Enter open  / search  & filter  f for sale  s sort  Tab list  ? all keys                                               |
      """)
  }

  @Test func `in a usual terminal four photos are next to each other`() {
    let run = run(Photo.four + Photo.stubs(20), columns: 80, rows: 24)

    expectScreen(
      run,
      """
      | Popular                                                                   1/24 |
      |────────────────────────────────────────────────────────────────────────────────|
      |                                                                               ┃|
      |┏━━━━━━━━━━━━━━━━┓  ssssssssssssssss    bbbbbbbbbbbbbbbb    hhhhhhhhhhhhhhhh   ┃|
      |┃cccccccccccccccc┃  ssssssssssssssss    bbbbbbbbbbbbbbbb    hhhhhhhhhhhhhhhh   ┃|
      ⋮ 4
      |┗━━━━━━━━━━━━━━━━┛                                                             │|
      | couple ● €80.00    vienna.street ●       Moose Bog ○           harbour        │|
      |                                                                               │|
      | 0000000000000000   1111111111111111    2222222222222222    3333333333333333   │|
      ⋮ 5
      |                                                                               │|
      |    photo 0 ●          photo 1 ●           photo 2 ●           photo 3 ●       │|
      |                                                                               │|
      |                                                                               │|
      |────────────────────────────────────────────────────────────────────────────────|
      | Enter open  / search  & filter  f for sale  s sort  Tab list  ? all keys       |
      """)
  }

  @Test func `in a small terminal two photos are next to each other`() {
    let run = run(Photo.four, columns: 40, rows: 12)

    expectScreen(
      run,
      """
      | Popular                            1/4 |
      |────────────────────────────────────────|
      |┏━━━━━━━━━┓                            ┃|
      |┃ccccccccc┃   ssssssssss   bbbbbbbbbb  ┃|
      |┃ccccccccc┃   ssssssssss   bbbbbbbbbb  ┃|
      |┃ccccccccc┃   ssssssssss   bbbbbbbbbb  ┃|
      |┗━━━━━━━━━┛                            ┃|
      |coup… €80.00 vienna.st… ● Moose Bog ○  │|
      |                                       │|
      |                                       │|
      |────────────────────────────────────────|
      | Enter open  / search  & filter  ? keys |
      """)
  }

  @Test func `a single photo is at the beginning`() {
    let run = run([.couple], columns: 60, rows: 16)

    #expect(run.line(3).hasPrefix("┏━━━━━━━━━━━━━━━━┓  "))
    #expect(run.line(4).hasPrefix("┃cccccccccccccccc┃  "))
    #expect(run.line(10).hasPrefix(" couple ● €80.00  "))
    #expect(!run.line(15).contains("End of the list"))
  }

  @Test func `exactly full there is no scroll bar, and one more photo moves no other`() {
    let full = run(Photo.stubs(8), columns: 80, rows: 24)
    let more = run(Photo.stubs(9), columns: 80, rows: 24)

    #expect(!full.line(2).hasSuffix("┃"))
    #expect(more.line(2).hasSuffix("┃"))
    expectEqual(more.line(2).dropLast(), full.line(2).dropLast())

    more.type("G")

    #expect(more.line(16).hasSuffix(" ┃"))
    #expect(more.line(19).contains("photo 8"))
    #expect(more.screen.contains("End of the list"))
  }
}

/// The text under the pictures, and in place of them.
struct PhotoGridTextTests {
  @Test func `a raw file is named in the caption, in the preview's words and on the photo`() {
    let raw = FileReference(path: "/a/1.CR2").map { [$0] } ?? []
    let run = GalleryRun(
      [.stub(id: "a", name: "pair", companions: raw, saleStatus: .unstated, width: 60, height: 40)],
      columns: 60, rows: 16)
    run.press(.tab)
    #expect(run.screen.contains("pair +CR2"), "\(run.screen)")

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
      | Popular                                                1/5 |
      |────────────────────────────────────────────────────────────|
      |┏━━━━━━━━━━━━━━━━┓                                         ┃|
      |┃aaaaaaaaaaaaaaaa┃  bbbbbbbbbbbbbbbb    cccccccccccccccc   ┃|
      ⋮ 5
      |┗━━━━━━━━━━━━━━━━┛                                         ┃|
      |東京の夜景と朝…  ● x東京の夜景と朝の…    👩 family é ○     │|
      |                                                           │|
      |                                                           │|
      |                                                           │|
      |────────────────────────────────────────────────────────────|
      | Enter open  / search  & filter  f for sale  ? all keys     |
      """)
  }

  @Test func `of a file's name in a narrow caption the number stays`() {
    let photos = (0..<4).map { index in
      var photo = Photo.stub(id: "\(index)", name: "IMG_004\(index)", saleStatus: .unstated)
      (photo.isFileName, photo.rating) = (index != 2, 5)
      return photo
    }
    let run = GalleryRun(photos, columns: 40, rows: 12)
    run.press(.tab)

    #expect(run.screen.contains("…_0041 ★★★★★"), "\(run.screen)")
    #expect(run.screen.contains("IMG_0… ★★★★★"), "\(run.screen)")
  }

  @Test func `photos whose page is loading or failed say so`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 60, rows: 16)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 200, hasMorePages: true))

    run.press(.tab)
    run.type("G")
    #expect(run.line(0).hasSuffix(" ⠋ loading more    200/200 "))
    #expect(run.line(3).hasPrefix(" ░░░░░░░░░░░░░░░░  ┃░░░░░░░░░░░░░░░░┃ "))
    #expect(run.line(10).hasPrefix("        …                  …    "))
    #expect(run.line(15).hasSuffix("   Loading more… "))

    service.fail(.noNetwork)
    #expect(run.screen.contains("Can't load more ┃"))
    #expect(run.screen.contains("┃  · r to retry  ┃"))
    #expect(run.line(15).hasSuffix("  Can't load more · r to retry "))
  }

  @Test func `the focus has a heavy frame and a bold caption, and the status its colour`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)

    run.press(.tab)

    let caption = run.terminal.cursor?.row ?? 0
    #expect(run.line(caption - 1).hasPrefix("┗━"))
    #expect(run.line(caption).contains("couple ● €80.00"))
    #expect(run.terminal.surface.styleRuns(caption - 1).contains("bold,ansi(6)"))
    let runs = run.terminal.surface.styleRuns(caption)
    #expect(runs.contains("6:bold "), "\(runs)")
    #expect(runs.contains("ansi(2)"), "\(runs)")
  }

  @Test func `frames hug the photo, and selected photos have one of their own with a sign`() {
    let shapes = [(6000, 4000), (3000, 6000), (6000, 1500), (4000, 4000)]
    let photos = shapes.enumerated().map {
      Photo.stub(
        id: "\($0.offset)", name: "IMG_000\($0.offset)", rating: $0.offset == 0 ? 3 : nil,
        saleStatus: .unstated, width: $0.element.0, height: $0.element.1)
    }
    for (columns, rows) in [(80, 24), (40, 12)] {
      let run = GalleryRun(photos, columns: columns, rows: rows)
      run.press(.tab)
      run.type("ttt")

      if columns == 80 {
        expectScreen(
          run,
          """
          | Popular                                                       4/4 · 3 selected |
          |────────────────────────────────────────────────────────────────────────────────|
          |                        ┌──────┐                             ┏━━━━━━━━━━━━┓     |
          |┌────────────────┐      │111111│                             ┃333333333333┃     |
          |│0000000000000000│      │111111│                             ┃333333333333┃     |
          |│0000000000000000│      │111111│                             ┃333333333333┃     |
          |│0000000000000000│      │111111│       ┌────────────────┐    ┃333333333333┃     |
          |│0000000000000000│      │111111│       │2222222222222222│    ┃333333333333┃     |
          |│0000000000000000│      │111111│       │2222222222222222│    ┃333333333333┃     |
          |└───────────────✓┘      └─────✓┘       └───────────────✓┘    ┗━━━━━━━━━━━━┛     |
          |   IMG_0000 ★★★         IMG_0001            IMG_0002            IMG_0003        |
          |                                                                                |
          ⋮ 10
          |────────────────────────────────────────────────────────────────────────────────|
          | C compare  U deselect  ? all keys                              End of the list |
          """)
        run.type("h")
        #expect(run.line(6).contains("       ┏━━━━━━━━━━━━━━━━┓     333333333333      "))
        #expect(run.line(9).contains("       ┗━━━━━━━━━━━━━━━✓┛       "))
        #expect(run.line(0).hasSuffix(" 3/4 · 3 selected "))
      } else {
        expectScreen(
          run,
          """
          | Popular               4/4 · 3 selected |
          |────────────────────────────────────────|
          |  ┏━━━━━━┓                             │|
          |  ┃333333┃                             │|
          |  ┃333333┃                             │|
          |  ┃333333┃                             ┃|
          |  ┗━━━━━━┛                             ┃|
          |  IMG_0003                             ┃|
          |                                       ┃|
          |                                       ┃|
          |────────────────────────────────────────|
          | C compare  ? keys      End of the list |
          """)
      }
    }
  }

  @Test func `the caption has the price at every size, and words if there is room for them`() {
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
    #expect(narrow.screen.contains("€80.00"))
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
      // The header counts the position.
      for column in 0..<80 where row > 0 && before[column, row] != after[column, row] {
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
    // Two frames, and the names and signs below them.
    let edges = 2 * (picture.columns + 2) + 2 * picture.rows
    #expect(changed > 2 * edges && changed <= 2 * (edges + picture.columns + 2))
  }
}

/// The selection in the grid: keys, mouse, sizes, pages.
struct PhotoGridMovingTests {
  private func run(_ count: Int, columns: Int = 80, rows: Int = 24) -> GalleryRun {
    let run = GalleryRun(Photo.stubs(count), columns: columns, rows: rows)
    run.press(.tab)
    return run
  }

  @Test func `the arrows and hjkl move in two dimensions`() {
    let run = run(30)
    expectEqual(run.selectedCaption, "photo 0")

    let captions = [
      Key.right, .down, .character("l"), .character("j"), .left, .up, .character("h"),
      .character("k"),
    ].map { key in
      run.press(key)
      return run.selectedCaption
    }

    expectEqual(
      captions,
      ["photo 1", "photo 5", "photo 6", "photo 10", "photo 9", "photo 5", "photo 4", "photo 0"])
  }

  @Test func `the first row stays when all photos fit`() {
    for (columns, rows) in [(80, 24), (120, 40), (155, 45), (40, 12)] {
      for count in 1...20 {
        let run = run(count, columns: columns, rows: rows)
        guard !run.screen.contains("┃") || run.screen.contains("┏") else { continue }
        let all = run.screen
        guard (0..<count).allSatisfy({ all.contains(" photo \($0) ") }) else { continue }
        let first = run.line(3).count { $0 == "0" }

        run.type("Gkggj")

        expectEqual(run.line(3).count { $0 == "0" }, first, "\(count) of \(columns)×\(rows)")
      }
    }
  }

  @Test func `enter opens the photo, and q returns to that photo in the grid`() {
    let run = run(30)
    run.press(.right, .down)

    run.press(.enter)
    #expect(run.line(0).hasPrefix(" photo 5 "))
    run.type("nn")
    run.type("q")

    expectEqual(run.selectedCaption, "photo 7")
    #expect(run.screen.contains("Tab list"))
  }

  @Test func `a click selects, a double click opens, and between the photos nothing happens`() {
    let run = run(30)

    run.terminal.mouse(.press, column: 25, row: 13)
    expectEqual(run.selectedCaption, "photo 5")
    // The upper edge of its frame, below the last row, the scroll indicator, the header and the keys.
    for point in [(25, 11), (25, 20), (79, 3), (25, 0), (79, 23)] {
      run.terminal.mouse(.press, column: point.0, row: point.1)
    }
    expectEqual(run.selectedCaption, "photo 5")
    run.terminal.doubleClick(column: 2, row: 2)

    #expect(run.line(0).hasPrefix(" photo 0 "))
  }

  @Test func `a click at its ✓ selects a photo, and one at another edge of its frame doesn't`() {
    let run = run(30)
    let corner = (1...9).compactMap { row -> Point? in
      let line = run.line(row)
      return line.range(of: "┛").map {
        Point(column: line.distance(from: line.startIndex, to: $0.lowerBound), row: row)
      }
    }.first
    guard let corner else {
      Issue.record("no frame in \(run.screen)")
      return
    }

    run.terminal.mouse(.press, column: 0, row: corner.row - 1)
    #expect(!run.screen.contains("✓"))
    run.terminal.mouse(.press, column: corner.column - 1, row: corner.row)
    #expect(run.line(corner.row).contains("✓┛"))
    #expect(run.line(0).contains("1 selected"))
  }

  @Test func `the cursor is at the caption of the selected photo`() {
    let run = run(30)
    expectEqual(run.terminal.cursor, Point(column: 4, row: 10))

    run.press(.right, .down)

    expectEqual(run.terminal.cursor, Point(column: 23, row: 19))
  }
}
