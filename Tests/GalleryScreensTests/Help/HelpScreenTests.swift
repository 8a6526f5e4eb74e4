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

  private func terminal(columns: Int, rows: Int) -> (
    SurfaceTerminal, Navigator, TerminalApplication
  ) {
    let terminal = SurfaceTerminal(size: Size(columns: columns, rows: rows))
    let navigator = Navigator()
    navigator.push(
      HelpScreen(commands: sampleCommands()) { [weak navigator] in navigator?.pop() })
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()
    return (terminal, navigator, application)
  }

  @Test func `a wide terminal shows the groups in two columns`() {
    let (terminal, _, application) = terminal(columns: 80, rows: 12)

    #expect(
      terminal.framedText == """
        | Keys                                                            type to filter |
        | Moving                                  Program                                |
        | ↑ k          up                         Ctrl-L  redraw                         |
        | ↓ j          down                       ? F1    help                           |
        | PgDn Ctrl-F  a page down                                                       |
        |                                                                                |
        | Photos                                                                         |
        | ⏎            open the photo                                                    |
        | ␣            put in the basket, or ta…                                         |
        | r            refresh                                                           |
        |                                                                                |
        | ↑↓ scroll  q back                                                              |
        """)
    withExtendedLifetime(application) {}
  }

  @Test func `a small terminal scrolls through one column`() {
    let (terminal, _, application) = terminal(columns: 30, rows: 6)
    let start = terminal.framedText

    terminal.press(.down, .control("n"))
    let scrolled = terminal.framedText
    terminal.press(.end)

    #expect(
      start == """
        | Keys               1-4 of 13 |
        | Moving                       |
        | ↑ k          up              |
        | ↓ j          down            |
        | PgDn Ctrl-F  a page down     |
        | ↑↓ scroll  q back            |
        """)
    #expect(
      scrolled == """
        | Keys               3-6 of 13 |
        | ↓ j          down            |
        | PgDn Ctrl-F  a page down     |
        |                              |
        | Photos                       |
        | ↑↓ scroll  q back            |
        """)
    #expect(
      terminal.framedText == """
        | Keys             10-13 of 13 |
        |                              |
        | Program                      |
        | Ctrl-L       redraw          |
        | ? F1         help            |
        | ↑↓ scroll  q back            |
        """)
    withExtendedLifetime(application) {}
  }

  @Test func `a resize keeps the position as far as possible`() {
    let (terminal, _, application) = terminal(columns: 30, rows: 6)
    terminal.press(.end)

    terminal.resize(columns: 30, rows: 15)
    let all = terminal.framedText
    terminal.resize(columns: 80, rows: 5)

    #expect(all.contains("| Moving "))
    #expect(all.contains("| ? F1 "))
    #expect(terminal.framedText.contains("| Moving "))
    withExtendedLifetime(application) {}
  }

  @Test func `q, the question mark and escape close it`() {
    for key in [Key.character("q"), .character("?"), .escape] {
      let (terminal, navigator, application) = terminal(columns: 40, rows: 10)

      terminal.press(key)

      #expect(navigator.screens.isEmpty)
      withExtendedLifetime(application) {}
    }
  }

  @Test func `the help draws whole glyphs at any size, even without keys`() {
    for commands in [[], sampleCommands()] {
      for columns in 0...30 {
        for rows in 0...8 {
          var surface = Surface(size: Size(columns: columns, rows: rows))
          HelpScreen(commands: commands) {}.draw(on: &surface)
          #expect(surface.isSound)
        }
      }
    }
  }

  @Test func `typing keeps the matching commands, with their names`() {
    let (terminal, _, application) = terminal(columns: 80, rows: 9)

    terminal.type("bask")

    #expect(
      terminal.framedText == """
        | Keys /bask                                                                     |
        | Photos                                                                         |
        | ␣  put in the basket, or take out  basket.toggle                               |
        |                                                                                |
        |                                                                                |
        |                                                                                |
        |                                                                                |
        |                                                                                |
        | ↑↓ scroll  Esc clear                                                           |
        """)
    #expect(terminal.cursor == Point(column: 11, row: 0))
    withExtendedLifetime(application) {}
  }

  @Test(arguments: [
    ("refresh", ["refresh"]), ("REFRESH", ["refresh"]), ("list.re", ["refresh"]),
    ("photos", ["open the photo", "put in the basket, or take out", "refresh"]),
    ("page down", ["a page down"]), ("ctrl-l", ["redraw"]), ("f1", ["help"]), ("?", ["help"]),
    ("pgdn", ["a page down"]), ("enter", ["open the photo"]), ("no such", []),
  ])
  func `titles, names, headings and keys are searched`(_ text: String, _ titles: [String]) {
    #expect(HelpFilter(text).matches(in: sampleCommands()).map(\.title) == titles)
  }

  @Test func `q and the question mark are letters once something is typed`() {
    let (terminal, navigator, application) = terminal(columns: 40, rows: 12)

    terminal.type("/q?")

    #expect(navigator.screens.count == 1)
    #expect(terminal.framedText.contains("| Keys /q? "))
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
    #expect(terminal.framedText == all)
    terminal.type("x")
    terminal.press(.backspace, .backspace)
    #expect(terminal.framedText == all)
    terminal.press(.backspace)

    #expect(navigator.screens.isEmpty)
    withExtendedLifetime(application) {}
  }

  @Test func `in a small terminal, without Unicode, the filtered help scrolls like all of it`() {
    let terminal = SurfaceTerminal(size: Size(columns: 40, rows: 5))
    let navigator = Navigator()
    navigator.push(
      HelpScreen(
        commands: sampleCommands(), theme: .standard(for: .monochrome, glyphs: .ascii), onClose: {}
      ))
    let application = TerminalApplication(terminal: terminal, navigator: navigator)
    application.start()
    #expect(terminal.framedText.contains("| Keys          type to filter 1-3 of 13 |"))

    terminal.type("list")
    terminal.press(.down)

    #expect(
      terminal.framedText == """
        | Keys /list                    2-4 of 7 |
        | Up k         up                        |
        | Down j       down                      |
        | PgDn Ctrl-F  a page down               |
        | Up/Down scroll  Esc clear              |
        """)
    withExtendedLifetime(application) {}
  }
}
