import TerminalTestSupport
import Testing

@testable import TerminalKit

struct HelpScreenTests {
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
        | Keys                                                                           |
        | Moving                                 Program                                 |
        | ↑ k          up                        Ctrl-L  redraw                          |
        | ↓ j          down                      ? F1    help                            |
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

    terminal.press(.down, .character("j"))
    let scrolled = terminal.framedText
    terminal.press("G")

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

  @Test func `a resize keeps the place as far as it can`() {
    let (terminal, _, application) = terminal(columns: 30, rows: 6)
    terminal.press("G")

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

  @Test func `help of any size, with no keys too, draws whole glyphs`() {
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
}
