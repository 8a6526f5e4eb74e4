import ExpectationSupport
import Testing

@testable import TerminalKit

struct ProgressBarTests {
  private func bar(_ bar: ProgressBar, columns: Int) -> String {
    framed(columns: columns) { bar.draw(on: &$0, in: $0.bounds) }
  }

  @Test func `a bar grows by eighths of a cell`() {
    let bars = [0, 0.0625, 0.5, 0.9, 0.999, 1].map { bar(ProgressBar($0), columns: 4) }

    expectEqual(bars, ["|    |", "|▎   |", "|██  |", "|███▌|", "|███▉|", "|████|"])
  }

  @Test func `an invalid fraction counts as the nearest valid one`() {
    expectEqual(
      [.nan, .infinity, -1, 2, 0.5].map { ProgressBar($0).fraction }, [0, 0, 0, 1, 0.5])
  }

  @Test func `label and detail are at the ends, and are dropped before the bar gets too short`() {
    let progress = ProgressBar(0.5, label: "scanning", detail: "5 of 10")

    expectEqual(
      [24, 20, 16, 15, 9, 5, 1, 0].map { bar(progress, columns: $0) },
      [
        "|scanning.███▌   .5 of 10|",
        "|scanning.....5 of 10|", "|scanning.5 of 10|", "|scanning.███   |",
        "|scanning.|", "|scan…|", "|…|", "||",
      ])
  }
}

struct KeyLineTests {
  @Test func `of several keys with one word only the keys can be pressed`() {
    let commands = ["1", "2", "5"].map { digit in
      KeyCommand(
        id: digit, keys: [.character(Character(digit))], title: "rate", hint: "rate", action: {})
    }
    var surface = Surface(size: Size(columns: 20, rows: 1))
    KeyLine(
      commands: commands + [
        KeyCommand(id: "q", keys: [.character("q")], title: "", hint: "quit") {}
      ]
    ).draw(on: &surface, in: surface.bounds)

    let pressed = (0..<20).map { column in
      surface.buttons.first { $0.rect.contains(Point(column: column, row: 0)) }?.command ?? "."
    }
    // 1-5 rate  q quit
    expectEqual(pressed.joined(), "1.5.......qqqqqq....")
  }

  @Test func `keys that fit are shown, the first ones first`() {
    let lines = [50, 30, 20, 7, 6, 0].map { columns in
      framed(columns: columns) { KeyLine(commands: sampleCommands()).draw(on: &$0, in: $0.bounds) }
    }

    expectEqual(
      lines,
      [
        "|↑↓.move..Enter.open..Space.basket..r.refresh......|", "|↑↓.move..Enter.open...........|",
        "|↑↓.move..Enter.open.|", "|↑↓.move|", "|......|", "||",
      ])
  }

  @Test func `digits that do one thing are a range, and more entries than the limit are dropped`() {
    func command(_ key: Key, _ hint: String) -> KeyCommand {
      KeyCommand(id: "\(key)", keys: [key], title: hint, hint: hint) {}
    }
    let line = KeyLine(
      commands: "123".map { command(.character($0), "rate") }
        + [command(.up, "move"), command(.down, "move"), command(.left, "move")]
        + [command(.enter, "open")], limit: 2)

    expectEqual(framed(columns: 20) { line.draw(on: &$0, in: $0.bounds) }, "|1-3.rate..↑↓←.move..|")
  }

  @Test
  func `if there is little room the last are dropped first, and the essential ones last`() {
    func command(_ id: String, _ key: Key, isEssential: Bool = false) -> KeyCommand {
      KeyCommand(id: id, keys: [key], title: id, hint: id, isEssential: isEssential) {}
    }
    let line = KeyLine(
      commands: [
        command("open", .enter), command("move", .up), command("refresh", .character("r")),
        command("help", .character("?"), isEssential: true),
        command("quit", .character("q"), isEssential: true),
      ])

    expectEqual(line.columns, 45)
    expectEqual(line.essentialColumns, 14)
    expectEqual(
      [45, 44, 33, 21, 13, 5].map { columns in
        framed(columns: columns) { line.draw(on: &$0, in: $0.bounds) }
      },
      [
        "|Enter.open..↑.move..r.refresh..?.help..q.quit|",
        "|Enter.open..↑.move..?.help..q.quit..........|", "|Enter.open..?.help..q.quit.......|",
        "|?.help..q.quit.......|", "|?.help.......|", "|.....|",
      ])
  }

  @Test func `keys have their usual names`() {
    let keys: [Key] = [
      .up, .enter, .space, .escape, .tab, .control("l"), .character("G"), .pageUp,
      Key(.function(5)), Key(.right, modifiers: [.alt, .shift]), .backspace, .home,
    ]

    expectEqual(
      keys.map(\.description),
      [
        "↑", "Enter", "Space", "Esc", "Tab", "Ctrl-L", "G", "PgUp", "F5", "Alt-Shift-→",
        "Backspace", "Home",
      ])
  }
}

struct StatusLineTests {
  private func line(columns: Int) -> String {
    let line = StatusLine(
      left: [.init("Vitrine  "), .init("Popular · 500px")], middle: [.init("⠹ refreshing")],
      right: [.init("60 of 90")])
    return framed(columns: columns) { line.draw(on: &$0, in: $0.bounds) }
  }

  @Test func `the middle is dropped first, then the left is cut, and the right stays`() {
    expectEqual(
      [50, 47, 46, 30, 12, 9, 8, 4, 0].map(line),
      [
        "|Vitrine  Popular · 500px.....⠹ refreshing.60 of 90|",
        "|Vitrine  Popular · 500px..⠹ refreshing.60 of 90|",
        "|Vitrine  Popular · 500px..............60 of 90|",
        "|Vitrine  Popular · 5….60 of 90|", "|Vi….60 of 90|", "|.60 of 90|", "|60 of 90|",
        "|60 …|", "||",
      ])
  }
}

struct ThemeTests {
  @Test func `a terminal without colours gets attributes only`() {
    let theme = Theme.standard(for: .monochrome)
    let styles = [
      theme.primary, theme.secondary, theme.title, theme.accent, theme.focused,
      theme.focusBar, theme.success, theme.rating, theme.warning, theme.error, theme.rule,
      theme.key,
    ]

    for style in styles {
      #expect(style.foreground == .default && style.background == .default)
    }
    expectEqual(Theme.standard(for: .ansi16).accent.foreground, .ansi(6))
  }

  @Test func `every symbol takes one column`() {
    let signs =
      [
        Glyphs.focusBar, Glyphs.horizontal, Glyphs.vertical,
        Glyphs.shade, Glyphs.teeDown, Glyphs.teeUp, Glyphs.scrollThumb, Glyphs.scrollTrack, "●",
        "✓", "…", "·",
      ] + Glyphs.box + Glyphs.heavyBox + Glyphs.spinner + Glyphs.progress + Glyphs.bars
    for sign in signs { expectEqual(GlyphWidth.columns(of: sign), 1) }
  }
}
