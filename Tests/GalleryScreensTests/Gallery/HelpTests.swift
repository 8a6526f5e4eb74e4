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
      | Keys                                                                           |
      | Moving                                 Program                                 |
      | ↑ k          one row up                ?         this help                     |
      | ↓ j          one row down              q         quit                          |
      | PgUp Ctrl-B  a page up                 Ctrl-L    draw anew                     |
      | PgDn Ctrl-F  a page down               Ctrl-Z    suspend                       |
      | Ctrl-U       half a page up            Ctrl-C    quit at once                  |
      | Ctrl-D       half a page down                                                  |
      | Home g       to the first              Search prompt                           |
      | End G        to the last               ⏎         search; empty: all photos     |
      |                                        ↑ Ctrl-P  an older query                |
      | Photos                                 ↓ Ctrl-N  a newer one, then the text    |
      | ⏎ → l        open the photo            Esc       leave, and change nothing     |
      | V            begin, end a range                                                |
      | &            filter, such as price:<9  Filter line                             |
      | s            the order of the photos   ⏎         filter; empty: all photos     |
      | /            search                    Tab       complete a field or a value   |
      | Esc          leave filter or search    ↑ Ctrl-P  the next suggestion           |
      | f            only what is for sale     ↓ Ctrl-N  the one before, the text      |
      | Tab          show the photos as a grid Esc       leave, and change nothing     |
      | r            refresh the list                                                  |
      |                                                                                |
      |                                                                                |
      | ↑↓ scroll  q back                                                              |
      """)
  }

  @Test(arguments: ["?", "q"])
  func `the help closes and the list is as it was`(key: String) {
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
