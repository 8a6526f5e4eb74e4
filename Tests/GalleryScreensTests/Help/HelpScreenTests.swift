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

  /// The help on a terminal of its own.
  private final class Stage {
    let terminal: SurfaceTerminal
    let navigator = Navigator()
    private let application: TerminalApplication
    private let context: ScreenContext

    init(columns: Int, rows: Int) {
      terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows))
      context = ScreenContext(
        navigator: navigator, terminal: terminal, theme: .standard(for: .monochrome),
        keys: .standard, pictures: StubPictures())
      application = TerminalApplication(terminal: terminal, navigator: navigator)
      application.start()
    }

    func open(_ commands: [KeyCommand], elsewhere: [KeyCommand] = []) {
      navigator.push(
        HelpScreen(of: "list", commands: commands, elsewhere: elsewhere, context: context))
      terminal.send([])
    }
  }

  private func open(_ more: [KeyCommand] = [], columns: Int, rows: Int) -> Stage {
    let stage = Stage(columns: columns, rows: rows)
    stage.open(sampleCommands() + more)
    return stage
  }

  @Test func `the groups are a list, with names where there is room`() {
    let stage = open(columns: 80, rows: 16)

    expectEqual(
      stage.terminal.framedText,
      """
      | Keys: list                                                      type to search |
      |────────────────────────────────────────────────────────────────────────────────|
      | Photos ────────────────────────────────────────────────────────────────────────|
      |▌ Enter        open the photo                                        photo.open |
      |  Space        put in the basket, or take out                     basket.toggle |
      |  r            refresh                                             list.refresh |
      | Moving ────────────────────────────────────────────────────────────────────────|
      |  ↑ k          up                                                       list.up |
      |  ↓ j          down                                                   list.down |
      |  PgDn Ctrl-F  a page down                                       list.page-down |
      | Program ───────────────────────────────────────────────────────────────────────|
      |  ? F1         help                                                program.help |
      |  Ctrl-L       redraw                                            program.redraw |
      |                                                                                |
      |────────────────────────────────────────────────────────────────────────────────|
      | ↑↓ move  Enter run  Esc close                                                  |
      """)
  }

  @Test func `a small terminal scrolls with the selected command`() {
    let stage = open(columns: 40, rows: 10)
    stage.terminal.press(.down, .control("n"), .pageDown)

    expectEqual(
      stage.terminal.framedText,
      """
      | Keys: list              type to search |
      |────────────────────────────────────────|
      | Moving ───────────────────────────────│|
      |  ↓ j          down          list.down │|
      |  PgDn Ctrl-F  a page down             │|
      | Program ──────────────────────────────┃|
      |▌ ? F1         help       program.help ┃|
      |  Ctrl-L       redraw   program.redraw ┃|
      |────────────────────────────────────────|
      | ↑↓ move  Enter run  Esc close          |
      """)
    stage.terminal.press(.end)
    #expect(stage.terminal.framedText.contains("▌ Ctrl-L"))
    stage.terminal.press(.home)
    #expect(stage.terminal.framedText.contains("▌ Enter "))
  }

  @Test func `the help draws whole glyphs at any size, even without keys`() {
    for commands in [[], sampleCommands()] {
      let stage = Stage(columns: 80, rows: 24)
      stage.open(commands)
      for columns in 40...60 {
        for rows in 10...12 {
          stage.terminal.resize(columns: columns, rows: rows)
          #expect(stage.terminal.surface.isSound)
        }
      }
    }
  }

  @Test func `typing keeps the matching commands`() {
    let stage = open(columns: 80, rows: 10)

    stage.terminal.type("bask")

    for (row, words) in [
      (0, " Keys: list /bask "), (2, " Photos ──"),
      (3, "▌ Space  put in the basket, or take out                           basket.toggle "),
      (4, "      "), (9, " ↑↓ move  Enter run  Esc clear "),
    ] { #expect(stage.terminal.surface.line(row).hasPrefix(words)) }
    expectEqual(stage.terminal.cursor, Point(column: 17, row: 0))
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
    let stage = open(columns: 40, rows: 12)

    stage.terminal.type("qz?")

    expectEqual(stage.navigator.screens.count, 1)
    #expect(stage.terminal.framedText.contains("| Keys: list /qz? "))
    #expect(stage.terminal.framedText.contains("No command matches"))
  }

  @Test func `Esc clears what is typed, then closes; Backspace takes a letter back`() {
    let stage = open(columns: 40, rows: 12)
    let all = stage.terminal.framedText

    stage.terminal.type("ro")
    stage.terminal.press(.backspace)
    #expect(stage.terminal.framedText.contains("| Keys: list /r "))
    stage.terminal.press(.escape)
    expectEqual(stage.terminal.framedText, all)
    stage.terminal.type("x")
    stage.terminal.press(.backspace, .backspace)
    expectEqual(stage.terminal.framedText, all)
    stage.terminal.press(.backspace)

    #expect(stage.navigator.screens.isEmpty)
  }

  @Test func `what is typed is edited with the keys of every prompt, which move before`() {
    let stage = open(columns: 40, rows: 12)
    stage.terminal.press(.control("d"))
    #expect(!stage.terminal.framedText.contains("▌ Enter"))

    stage.terminal.type("redraw")
    stage.terminal.press(.control("a"), .control("d"), .end, .control("h"))
    #expect(stage.terminal.framedText.contains("| Keys: list /edra "))
    stage.terminal.press(.control("u"))
    #expect(stage.terminal.framedText.contains("| Keys: list /  "))
    stage.terminal.press(.control("h"))
    #expect(stage.terminal.framedText.contains("type to search"))
  }

  @Test func `Enter closes the help and does the selected command, if that is possible here`() {
    var done: [String] = []
    let stage = Stage(columns: 60, rows: 10)
    func command(_ id: String, _ title: String, isAvailable: Bool) -> KeyCommand {
      KeyCommand(
        id: id, keys: [KeySequence(.character("x"))], title: title, isAvailable: isAvailable
      ) {
        #expect(stage.navigator.screens.isEmpty)
        done.append(title)
      }
    }
    func open() {
      stage.open(
        [
          command("a.one", "first sort", isAvailable: true),
          command("a.two", "sort", isAvailable: true),
          command("a.three", "sort in a while", isAvailable: false),
        ], elsewhere: [command("a.four", "sort elsewhere", isAvailable: false)])
    }

    open()
    stage.terminal.press(.enter)
    expectEqual(done, ["first sort"])
    open()
    stage.terminal.type("sort")
    stage.terminal.press(.enter)
    expectEqual(done, ["first sort", "sort"])

    open()
    stage.terminal.type("sort")
    stage.terminal.press(.down)
    #expect(stage.terminal.framedText.contains("not available here"))
    #expect(!stage.terminal.framedText.contains("do it"))
    stage.terminal.press(.enter)
    #expect(stage.terminal.framedText.contains("Not available here"))
    stage.terminal.press(.end, .enter)
    expectEqual(done.count, 2)
    expectEqual(stage.navigator.screens.count, 1)

    stage.terminal.doubleClick(column: 4, row: 3)
    expectEqual(done, ["first sort", "sort", "first sort"])
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
    ("back", "view.back"), ("keys", "program.help"), ("caption", "photo.information"),
    ("keyword", "photo.caption"), ("title", "photo.caption"),
  ])
  func `the words that people type find the command`(_ word: String, _ name: String) {
    let all = KeyBindings.standard.commandsElsewhere(
      HelpScope(screen: .help, commands: Command.all, screens: Set(CommandScreen.allCases)))

    #expect(HelpFilter(word).matches(in: all).map(\.id).contains(name))
  }

  @Test(arguments: [
    ("caption", "photo.caption", CommandScreen.list), ("tag", "photo.caption", .list),
    ("copy", "file.copy", .list), ("move", "file.move", .list), ("sort", "list.sort", .list),
    ("delete", "file.trash", .list), ("similar", "photo.similar", .list),
    ("label", "label.red", .list), ("undo", "edit.undo", .list), ("add", "shop.toggle", .list),
    ("full", "photo.full-screen", .photo), ("s", "list.sort", .list), ("c", "file.copy", .list),
    ("d", "file.trash", .list), ("g t", "list.timeline", .list), ("Tab", "view.grid", .list),
  ])
  func `of what is found, the bar is at the command that the word or the key names`(
    word: String, name: String, screen: CommandScreen
  ) {
    let stage = Stage(columns: 120, rows: 60)
    stage.open(
      Command.all.compactMap { command in
        command.use(on: screen).map {
          KeyCommand(id: command.name, keys: $0.keys, title: $0.title, group: $0.group.rawValue) {}
        }
      })

    stage.terminal.type(word)

    let line = stage.terminal.framedText.split(separator: "\n").first { $0.hasPrefix("|▌") }
    expectEqual(line?.contains(" \(name) "), true, "\(line ?? "")")
  }
}
