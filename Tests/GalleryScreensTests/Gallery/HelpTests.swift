import GalleryPresentation
import TerminalKit
import Testing

/// The keys, in the help and at the foot.
struct HelpTests {
  @Test func `the list's help names every command with its keys`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)

    run.type("?")

    expectScreen(
      run,
      """
      | Keys                                                 type to filter 1-22 of 32 |
      | Moving                                  Program                                |
      | ↑ k          row up                     ?         help                         |
      | ↓ j          row down                   q         quit                         |
      | PgUp Ctrl-B  page up                    Ctrl-L    redraw                       |
      | PgDn Ctrl-F  page down                  Ctrl-Z    suspend                      |
      | Ctrl-U       half page up               Ctrl-C    quit immediately             |
      | Ctrl-D       half page down                                                    |
      | Home g       first                      Sizes                                  |
      | End G        last                       +         taller rows                  |
      | [            previous section           _         shorter rows                 |
      | ]            next section               {         narrower list                |
      |                                         }         wider list                   |
      | Photos                                                                         |
      | ⏎ → l        open the photo             Search prompt                          |
      | C            compare 2 to 4 selected    ⏎         search; empty shows all      |
      | &            filter, e.g. price:<9      ↑ Ctrl-P  older query                  |
      | s            sort                       ↓ Ctrl-N  newer query, then your text  |
      | #            group by                   Esc       cancel                       |
      | /            search                                                            |
      | Esc          clear filter or search     Filter line                            |
      | f            show only photos for sale  ⏎         filter; empty shows all      |
      | Tab          show as a grid             Tab       complete                     |
      | ↑↓ scroll  q back                                                              |
      """)
  }

  @Test(arguments: ["?", "q"])
  func `the help closes and the list is as before`(key: String) {
    let run = GalleryRun(Photo.four)
    run.press(.down)
    let before = run.screen

    run.type("?")
    run.type(key)

    #expect(run.screen == before)
    #expect(!run.hasQuit)
  }

  @Test func `the photo's help names its own commands`() {
    let run = GalleryRun(Photo.four, columns: 80, rows: 24)
    run.press(.enter)

    run.type("?")

    #expect(run.screen.contains("next photo"))
    #expect(run.screen.contains("previous photo"))
    #expect(run.screen.contains("back to the list"))
    run.press(.escape)
    #expect(run.line(0).hasPrefix(" couple "))
  }

  @Test func `a refresh that ends under the help is there afterwards`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service)
    service.succeed(Photo.four)

    run.type("r?")
    service.succeed([.harbour])
    run.type("q")

    #expect(run.selectedLine?.contains("harbour") == true)
    #expect(!run.listTicks.isRunning)
  }

  @Test func `q on the list leaves`() {
    let run = GalleryRun(Photo.four)

    run.type("q")

    #expect(run.hasQuit)
  }
}
