import ExpectationSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import GalleryScreens

struct HelpScreenTests {
  /// A short key table in three groups.
  private func sampleCommands() -> [KeyCommand] {
    func command(_ id: String, _ keys: [Key], _ title: String, _ group: String) -> KeyCommand {
      KeyCommand(id: id, keys: keys, title: title, group: group) {}
    }
    return [
      command("list.up", [.up, .character("k")], "up", "Moving"),
      command("list.down", [.down, .character("j")], "down", "Moving"),
      command("list.page-down", [.pageDown, .control("f")], "a page down", "Moving"),
      command("photo.open", [.enter], "open the photo", "Photos"),
      command("basket.toggle", [.space], "put in the basket, or take out", "Photos"),
      command("list.refresh", [.character("r")], "refresh", "Photos"),
      command("program.redraw", [.control("l")], "redraw", "Program"),
      command("unbound", [], "has no key", "Program"),
      command("program.help", [.character("?"), Key(.function(1))], "help", "Program"),
    ]
  }

  private func context(_ terminal: SurfaceTerminal, _ navigator: Navigator) -> ScreenContext {
    ScreenContext(
      navigator: navigator, terminal: terminal, theme: .standard(for: .monochrome), keys: .standard,
      pictures: StubPictures())
  }

  private func terminal(columns: Int, rows: Int) -> (
    SurfaceTerminal, Navigator, TerminalApplication
  ) {
    let terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows))
    let navigator = Navigator()
    navigator.push(HelpScreen(commands: sampleCommands(), context: context(terminal, navigator)))
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()
    return (terminal, navigator, application)
  }

  @Test func `a wide terminal shows the groups in two columns`() {
    let (terminal, _, application) = terminal(columns: 80, rows: 12)

    expectEqual(
      terminal.framedText,
      """
      | Keys                                                            type to filter |
      | Moving                                  Program                                |
      | ↑ k          up                         Ctrl-L  redraw                         |
      | ↓ j          down                       ? F1    help                           |
      | PgDn Ctrl-F  a page down                                                       |
      |                                                                                |
      | Photos                                                                         |
      | Enter        open the photo                                                    |
      | Space        put in the basket, or ta…                                         |
      | r            refresh                                                           |
      |                                                                                |
      | ↑↓ scroll  Esc back                                                            |
      """)
    withExtendedLifetime(application) {}
  }

  @Test func `a small terminal scrolls through one column`() {
    let (terminal, _, application) = terminal(columns: 40, rows: 10)
    let start = terminal.framedText

    terminal.press(.down, .control("n"))
    let scrolled = terminal.framedText
    terminal.press(.end)

    expectEqual(
      start,
      """
      | Keys          type to filter 1-8 of 13 |
      | Moving                                 |
      | ↑ k          up                        |
      | ↓ j          down                      |
      | PgDn Ctrl-F  a page down               |
      |                                        |
      | Photos                                 |
      | Enter        open the photo            |
      | Space        put in the basket, or ta… |
      | ↑↓ scroll  Esc back                    |
      """)
    expectEqual(
      scrolled,
      """
      | Keys         type to filter 3-10 of 13 |
      | ↓ j          down                      |
      | PgDn Ctrl-F  a page down               |
      |                                        |
      | Photos                                 |
      | Enter        open the photo            |
      | Space        put in the basket, or ta… |
      | r            refresh                   |
      |                                        |
      | ↑↓ scroll  Esc back                    |
      """)
    expectEqual(
      terminal.framedText,
      """
      | Keys         type to filter 6-13 of 13 |
      | Photos                                 |
      | Enter        open the photo            |
      | Space        put in the basket, or ta… |
      | r            refresh                   |
      |                                        |
      | Program                                |
      | Ctrl-L       redraw                    |
      | ? F1         help                      |
      | ↑↓ scroll  Esc back                    |
      """)
    withExtendedLifetime(application) {}
  }

  @Test func `the help draws whole glyphs at any size, even without keys`() {
    let context = context(SurfaceTerminal(size: Size(columns: 80, rows: 24)), Navigator())
    for commands in [[], sampleCommands()] {
      for columns in 40...60 {
        for rows in 10...12 {
          var surface = Surface(size: Size(columns: columns, rows: rows))
          HelpScreen(commands: commands, context: context).draw(on: &surface)
          #expect(surface.isSound)
        }
      }
    }
  }

  @Test func `typing keeps the matching commands, with their names`() {
    let (terminal, _, application) = terminal(columns: 80, rows: 10)

    terminal.type("bask")

    expectEqual(
      terminal.framedText,
      """
      | Keys /bask                                                                     |
      | Photos                                                                         |
      |▌Space  put in the basket, or take out  basket.toggle                           |
      |                                                                                |
      |                                                                                |
      |                                                                                |
      |                                                                                |
      |                                                                                |
      |                                                                                |
      | ↑↓ select  Enter do it  Esc clear                                              |
      """)
    expectEqual(terminal.cursor, Point(column: 11, row: 0))
    withExtendedLifetime(application) {}
  }

  @Test(arguments: [
    ("list.refresh", ["refresh"]), ("LIST.REFRESH", ["refresh"]),
    ("refresh", ["refresh", "redraw"]), ("list.re", ["refresh"]),
    ("photos", ["open the photo", "put in the basket, or take out", "refresh"]),
    ("page down", ["a page down"]), ("ctrl-l", ["redraw"]), ("f1", ["help"]), ("?", ["help"]),
    ("pgdn", ["a page down"]), ("enter", ["open the photo"]), ("no such", []),
  ])
  func `titles, names, headings and keys are searched`(_ text: String, _ titles: [String]) {
    expectEqual(HelpFilter(text).matches(in: sampleCommands()).map(\.title), titles)
  }

  @Test func `q is a letter, and the question mark is one once something is typed`() {
    let (terminal, navigator, application) = terminal(columns: 40, rows: 12)

    terminal.type("qz?")

    expectEqual(navigator.screens.count, 1)
    #expect(terminal.framedText.contains("| Keys /qz? "))
    #expect(terminal.framedText.contains("No command matches"))
    withExtendedLifetime(application) {}
  }

  @Test func `Esc clears what is typed, then closes; Backspace takes a letter back`() {
    let (terminal, navigator, application) = terminal(columns: 40, rows: 12)
    let all = terminal.framedText

    terminal.type("ro")
    terminal.press(.backspace)
    #expect(terminal.framedText.contains("| Keys /r "))
    terminal.press(.escape)
    expectEqual(terminal.framedText, all)
    terminal.type("x")
    terminal.press(.backspace, .backspace)
    expectEqual(terminal.framedText, all)
    terminal.press(.backspace)

    #expect(navigator.screens.isEmpty)
    withExtendedLifetime(application) {}
  }

  @Test func `in a small terminal the filtered help scrolls like all of it`() {
    let terminal = SurfaceTerminal(size: Size(columns: 40, rows: 10))
    let navigator = Navigator()
    let more = (1...9).map {
      KeyCommand(id: "list.more\($0)", keys: [.character("m")], title: "more \($0)", group: "More")
      {}
    }
    navigator.push(
      HelpScreen(
        commands: sampleCommands() + more, context: context(terminal, navigator)))
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()

    terminal.type("list")
    terminal.press(.end)
    #expect(terminal.framedText.contains("more 9 "))
    #expect(!terminal.framedText.contains("| Moving "))
    terminal.press(.home)
    #expect(terminal.framedText.contains("| Moving "))
    #expect(terminal.framedText.contains("|▌↑ k "))
    withExtendedLifetime(application) {}
  }

  @Test func `Enter closes the help and does the selected command, if that is possible here`() {
    var done: [String] = []
    let terminal = SurfaceTerminal(size: Size(columns: 60, rows: 10))
    let navigator = Navigator()
    func command(_ id: String, _ title: String, isAvailable: Bool) -> KeyCommand {
      KeyCommand(
        id: id, keys: [KeySequence(.character("x"))], title: title, isAvailable: isAvailable
      ) {
        #expect(navigator.screens.isEmpty)
        done.append(title)
      }
    }
    func open() {
      navigator.push(
        HelpScreen(
          commands: [
            command("a.one", "first sort", isAvailable: true),
            command("a.two", "sort", isAvailable: true),
            command("a.three", "sort in a while", isAvailable: false),
          ], elsewhere: [command("a.four", "sort elsewhere", isAvailable: false)],
          context: context(terminal, navigator)))
    }
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()

    open()
    terminal.press(.enter)
    expectEqual(navigator.screens.count, 1)
    terminal.type("sort")
    #expect(terminal.surface.line(2).hasPrefix("▌x  sort "))
    terminal.press(.enter)
    expectEqual(done, ["sort"])

    open()
    terminal.type("sort")
    terminal.press(.down)
    #expect(terminal.framedText.contains("not available here"))
    #expect(!terminal.framedText.contains("do it"))
    terminal.press(.enter, .end, .enter)
    expectEqual(done, ["sort"])
    expectEqual(navigator.screens.count, 1)

    terminal.press(.up, .up, .up)
    terminal.doubleClick(column: 4, row: 1)
    expectEqual(done, ["sort", "first sort"])
    withExtendedLifetime(application) {}
  }

  @Test(arguments: [
    ("delete", "file.trash"), ("remove", "file.trash"), ("rate", "rating.three"),
    ("stars", "rating.five"), ("rotate", "photo.turn-left"), ("turn", "photo.turn-right"),
    ("zoom", "zoom.in"), ("fullscreen", "photo.full-screen"),
    ("slideshow", "photo.slide-show"), ("info", "photo.information"), ("exif", "photo.information"),
    ("metadata", "photo.information"), ("quit", "program.quit"), ("exit", "program.quit"),
    ("favourite", "rating.five"), ("like", "basket.toggle"), ("tag", "label.red"),
    ("move", "file.move"), ("duplicate", "file.copy"), ("crop", "photo.open-externally"),
    ("edit", "photo.open-externally"), ("print", "photo.export"), ("find", "list.search"),
    ("cart", "basket.show"), ("buy", "basket.order"), ("thumbnails", "view.grid"),
    ("url", "photo.copy-address"), ("date", "sort.date"), ("history", "basket.orders"),
    ("back", "view.back"), ("keys", "program.help"),
  ])
  func `the words that people type find the command`(_ word: String, _ name: String) {
    let all = KeyBindings.standard.commandsElsewhere(
      HelpScope(screen: .help, commands: Command.all, screens: Set(CommandScreen.allCases)))

    #expect(HelpFilter(word).matches(in: all).map(\.id).contains(name))
  }
}
