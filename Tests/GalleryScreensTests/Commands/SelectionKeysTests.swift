import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The keys and the mouse that select photos.
struct SelectionKeysTests {
  let basket = ScriptedBasket()

  /// The photos of a folder.
  private func folder(
    _ photos: [Photo]? = nil, columns: Int = 60, rows: Int = 14, depth: ColorDepth = .truecolor
  ) -> GalleryRun {
    let service = ScriptedService(own: photos ?? (1...6).map { .priced("\($0)", "\($0)0.00") })
    return GalleryRun(service: service, columns: columns, rows: rows, depth: depth, basket: basket)
  }

  private func selected(_ run: GalleryRun) -> [Photo.ID] {
    run.list?.selectedPhotos.map(\.id) ?? []
  }

  private var chosen: [Photo.ID] { basket.stored.items.map(\.id) }

  @Test func `in a folder Space selects and advances`() {
    let run = folder()

    run.type("  j ")

    expectEqual(selected(run), ["1", "2", "4"])
    #expect(chosen.isEmpty)
    expectScreen(
      run,
      """
      | Popular                                   5/6 · 3 selected |
      |────────────────────────────────────────────────────────────|
      |✓222222  2                                        ● €20.00 │|
      |┃222222  A. Lens                                           │|
      | 333333  3                                        ● €30.00 ┃|
      | 333333  A. Lens                                           ┃|
      |✓444444  4                                        ● €40.00 ┃|
      |┃444444  A. Lens                                           ┃|
      |▌555555  5                                        ● €50.00 ┃|
      |▌555555  A. Lens                                           ┃|
      | 666666  6                                        ● €60.00 ┃|
      | 666666  A. Lens                                           ┃|
      |────────────────────────────────────────────────────────────|
      | C compare  U deselect  ? all keys                          |
      """)
  }

  @Test func `two to four selected photos can be compared, says the foot`() {
    let run = folder(columns: 100)
    // Nothing of a shop.
    #expect(run.line(13).hasPrefix(" Enter open  Space select  K cull  & filter  ? all keys "))

    run.type(" ")
    #expect(!run.line(13).contains("compare"))
    run.type(" ")
    #expect(run.line(13).contains("C compare"))
    run.type("A")
    #expect(!run.line(13).contains("compare"))
  }

  @Test(
    arguments: [
      ("A", ["1", "2", "3", "4", "5", "6"]), ("AU", []),
      // In the grid it is the same selection; on a photo, Space goes on to the next one.
      (" \tl ", ["1", "3"]), ("l q", ["1"]), ("l  pq", ["1", "2"]),
    ] as [(String, [Photo.ID])])
  func `the selection is that of all screens`(_ keys: String, _ ids: [Photo.ID]) {
    let run = folder(rows: keys.contains("\t") ? 16 : 20)

    for key in keys { run.press(key == "\t" ? .tab : .character(key)) }

    expectEqual(selected(run), ids)
    #expect(ids.isEmpty || run.line(0).hasSuffix("\(ids.count) selected "))
    if keys.contains("\t") {
      run.press(.up)
      #expect(run.screen.contains("✓┘") && run.screen.contains("✓┛"))
    } else if keys.first == "l" {
      run.press(.home, .enter)
      #expect(run.line(0).hasPrefix(" ✓ 1"))
    }
  }

  @Test func `in a shop Space is the basket's, and t selects`() {
    let run = GalleryRun(
      (1...3).map { .priced("\($0)", "1.00") }, columns: 60, rows: 14, basket: basket)

    run.type(" t")

    expectEqual(chosen, ["1"])
    expectEqual(selected(run), ["2"])
  }

  @Test func `B puts the selected photos that are for sale into the basket and counts the rest`() {
    let run = folder(Photo.four, columns: 80)

    run.type("AB")

    expectEqual(chosen, ["couple", "street"])
    #expect(run.line(13).hasPrefix(" Added 2 photos to basket, skipped 2 not for sale"))
    expectEqual(selected(run).count, 4)
  }

  @Test func `a selected row is visible at a glance, with and without colours`() {
    for depth in [ColorDepth.truecolor, .monochrome] {
      let run = folder(depth: depth)
      let plain = run.terminal.surface[9, 2].style
      run.type(" j")
      run.settle()

      let surface = run.terminal.surface
      expectEqual(surface[0, 2].character, "✓")
      expectEqual(surface[9, 2].style, surface[0, 2].style)
      #expect(surface[9, 2].style != plain)
      #expect(surface[9, 3].style != surface[9, 5].style)
    }
  }

  @Test func `S s shows only selected photos, in every order, and all again`() {
    let service = ScriptedService(own: nil)
    let photos: [Photo] = (1...6).map { .priced("\($0)", "\($0)0.00") }
    service.answer = { request in
      .success(
        PhotoPage(request.query.filter.isSelectedOnly ? request.selectedPhotos : photos))
    }
    let run = GalleryRun(service: service, columns: 60, rows: 14, basket: basket)

    run.type("Ss")
    #expect(run.line(13).hasPrefix(" Nothing is selected"))
    run.type("j j Ss")
    #expect(run.line(2).hasPrefix("✓222222"))
    #expect(run.line(4).hasPrefix("✓444444"))
    #expect(!run.screen.contains("333333"))
    #expect(run.line(0).contains("is:selected"))
    run.type("Ss")

    #expect(run.screen.contains("333333"))
    expectEqual(selected(run), ["2", "4"])
  }

  @Test func `a photo of the user's own opens, whatever its mark`() {
    let run = folder(Photo.four, columns: 80, rows: 24)
    run.type("jj")

    run.press(.enter)

    #expect(!run.screen.contains("This item is not for sale"))
    #expect(run.line(0).hasPrefix(" Moose Bog"))
  }

  @Test func `a click at the left edge selects the row or deselects it, and dragging does no more`()
  {
    let run = folder()
    func mouse(_ action: MouseEvent.Action, _ row: Int, column: Int = 0) {
      run.terminal.mouse(action, column: column, row: row)
      run.settle()
    }

    mouse(.press, 2)
    mouse(.release, 2)
    mouse(.press, 4)
    mouse(.release, 8)
    expectEqual(selected(run), ["1", "2"])
    mouse(.press, 2)
    mouse(.release, 2)
    expectEqual(selected(run), ["2"])
    // Elsewhere a press moves the focus, as ever.
    mouse(.press, 2, column: 10)
    mouse(.release, 2, column: 10)
    expectEqual(selected(run), ["2"])
    expectEqual(run.selectedLine?.contains("111111"), true)
  }
}
