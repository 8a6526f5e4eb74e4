import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The keys, in the help and at the foot.
struct HelpTests {
  @Test func `the list's help names every command with its keys`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)

    run.type("?")

    expectScreen(
      run,
      """
      | Keys: shop, list                                                type to search |
      |────────────────────────────────────────────────────────────────────────────────|
      | Photos ───────────────────────────────────────────────────────────────────────┃|
      |▌ Enter → l    open the photo                                       photo.open ┃|
      |  C            compare 2 to 4 selected                           photo.compare ┃|
      |  /            search                                              list.search ┃|
      |  n            next match                                      list.next-match ┃|
      |  N            previous match                              list.previous-match ┃|
      |  &            filter, e.g. price:<9                               list.filter ┃|
      |  s            sort                                                  list.sort ┃|
      |  #            group by                                             list.group ┃|
      |  g t          timeline                                          list.timeline │|
      |  f            show only photos for sale                         list.for-sale │|
      |  Esc          clear filter or search                               list.clear │|
      |  Tab          show as a grid                                        view.grid │|
      |  r F5         refresh the list                                   list.refresh │|
      |  i            information                                   photo.information │|
      | Selection ────────────────────────────────────────────────────────────────────│|
      |  Space t      select or deselect                             selection.toggle │|
      |  v V          select a range                                  selection.range │|
      |  A            select all                                        selection.all │|
      |  U            deselect all                                     selection.none │|
      |────────────────────────────────────────────────────────────────────────────────|
      | ↑↓ move  Enter run  Esc close                                                  |
      """)
  }

  @Test(arguments: usualSizes)
  func `nothing runs over, and the keys are there`(columns: Int, rows: Int) {
    let run = GalleryRun(Photo.four, columns: columns, rows: rows)
    run.type("?")

    for text in ["", "e", "zoom"] {
      run.type(text)
      run.settle()
      expectFits(
        run.terminal.surface, keys: ["Enter run", text.isEmpty ? "Esc close" : "Esc clear"])
      run.press(.end)
      run.settle()
      expectFits(run.terminal.surface, keys: [])
      if !text.isEmpty { run.press(.escape) }
    }
  }

  @Test(arguments: [Key.character("?"), .escape])
  func `the help closes and the list is as before`(key: Key) {
    let run = GalleryRun(Photo.four)
    run.press(.down)
    let before = run.screen

    run.type("?")
    run.press(key)

    expectEqual(run.screen, before)
    #expect(!run.hasQuit)
  }

  @Test func `the help begins with what is done most on its screen`() {
    let service = ScriptedService(own: Photo.stubs(3, saleStatus: .unstated))
    let run = GalleryRun(service: service, columns: 80, rows: 24, basket: ScriptedBasket())

    run.press(.enter)
    run.type("?")
    expectEqual(run.selectedLine?.contains("next photo"), true)
    run.press(.escape, .escape)
    run.type("  C?")
    #expect(run.line(2).hasPrefix(" Comparison ─"))
    run.press(.escape, .escape)
    run.type("b?")
    #expect(run.line(2).hasPrefix(" Basket ─"))
  }

  @Test func `a refresh that ends under the help is there afterwards`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    service.succeed(Photo.four)

    run.type("r?")
    service.succeed([.harbour])
    run.press(.escape)

    expectEqual(run.selectedLine?.contains("harbour"), true)
    #expect(!run.spinnerTicks.isRunning)
  }

  @Test(arguments: [Key.character("?"), .character(":"), Key(.function(1))])
  func `the help says where it is, and leaves out what the source does not have`(key: Key) {
    let service = ScriptedService(own: Photo.stubs(3, saleStatus: .unstated))
    let run = GalleryRun(service: service, basket: ScriptedBasket())

    run.press(key)
    #expect(run.line(0).hasPrefix(" Keys: folder, list "))
    #expect(run.line(2).hasPrefix(" Photos ─"))
    for word in ["basket", "for sale", "looks like"] {
      run.type(word)
      #expect(run.screen.contains("No command matches"), "\(word)")
      run.press(.escape)
    }
  }

  @Test func `quit is typed into the help, and Enter does it`() {
    let run = GalleryRun(Photo.four)

    run.type("?quit")
    #expect(run.line(0).hasPrefix(" Keys: shop, list /quit"))
    #expect(!run.hasQuit)
    run.press(.enter)

    #expect(run.hasQuit)
  }

  @Test func `the help finds commands of other screens, and says where they are`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 14, basket: ScriptedBasket())

    run.type("?bigger")

    for (row, words) in [
      (0, " Keys: shop, list /bigger "), (2, " Sizes ──"),
      (3, "▌ + =  taller rows                              view.larger "),
      (4, " Elsewhere: a photo, a comparison ──"),
      (5, "  + =  zoom in, up to 400%                          zoom.in "), (6, "      "),
    ] { #expect(run.line(row).hasPrefix(words), "\(run.line(row))") }
  }

  @Test func `the help of a photo finds what the list can do, but not what this gallery lacks`() {
    let run = GalleryRun(Photo.four, columns: 60, rows: 14)
    run.press(.enter)

    run.type("?sort")
    #expect(run.screen.contains("Elsewhere: the list, the grid"))
    #expect(run.screen.contains("not available here"))
    run.press(.enter)
    #expect(run.line(0).hasPrefix(" Keys: shop, photo /sort"))
    run.press(.escape)
    // There is no basket, and no file can be trashed.
    for word in ["basket", "trash"] {
      run.type(word)
      #expect(run.screen.contains("No command matches"), "\(word)")
      run.press(.escape)
    }
  }
}
