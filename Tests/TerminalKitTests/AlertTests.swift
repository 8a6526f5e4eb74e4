import ExpectationSupport
import Testing

@testable import TerminalKit

struct AlertTests {
  @Test func `an alert is a box in the middle, as small as its text`() {
    let alert = Alert(message: "This item is not for sale")

    expectEqual(
      framed(columns: 40, rows: 5) { alert.draw(on: &$0) },
      """
      |........................................|
      |.....┌───────────────────────────┐......|
      |.....│ This item is not for sale │......|
      |.....└───────────────── Enter ok ┘......|
      |........................................|
      """)
  }

  @Test func `the smallest screen still shows the whole message`() {
    let alert = Alert(message: "This item is not for sale")

    expectEqual(
      framed(columns: 20, rows: 5) { alert.draw(on: &$0) },
      """
      |..┌──────────────┐..|
      |..│ This item is │..|
      |..│ not for sale │..|
      |..└──── Enter ok ┘..|
      |....................|
      """)
  }

  @Test func `a long message is wrapped and cut below its title`() {
    let alert = Alert(
      title: "Could not refresh",
      message: "The server is overloaded. Try again in a few minutes. 日本語のメッセージ")

    expectEqual(
      framed(columns: 30, rows: 6) { alert.draw(on: &$0) },
      """
      |.┌──────────────────────────┐.|
      |.│    Could not refresh     │.|
      |.│      The server is       │.|
      |.│ overloaded. Try again in │.|
      |.│     a few minutes. …     │.|
      |.└──────────────── Enter ok ┘.|
      """)
  }

  @Test func `a long title is wrapped, too`() {
    let alert = Alert(
      title: "Move 8 photos, 3 of them not shown, to the trash?", message: "You can undo this")

    expectEqual(
      framed(columns: 40, rows: 5) { alert.draw(on: &$0) },
      """
      |....┌──────────────────────────────┐....|
      |....│ Move 8 photos, 3 of them not │....|
      |....│     shown, to the trash?     │....|
      |....│      You can undo this       │....|
      |....└──────────────────── Enter ok ┘....|
      """)
  }

  @Test func `an alert and a menu draw whole glyphs at every size, without a trap`() {
    let alerts = [
      Alert(title: "日本語", message: "写真👩‍👩‍👧は売り物ではありません not for sale"),
      menu((0..<12).map { "\($0) row" }, current: 11),
    ]
    for columns in 0...24 {
      for rows in 0...6 {
        for alert in alerts {
          var surface = Surface(size: Size(columns: columns, rows: rows))
          alert.draw(on: &surface)
          #expect(surface.isSound)
          _ = alert.cursor(in: surface.size)
        }
      }
    }
  }

  @Test func `enter, escape, space and q close it, other keys do not`() {
    let alert = Alert(message: "")
    let keys: [Key] = [.enter, .escape, .space, .character("q"), .down, .character("x")]

    expectEqual(keys.map { alert.closes(on: $0) }, [true, true, true, true, false, false])
    alert.keepsOnEnter = true
    expectEqual(keys.map { alert.closes(on: $0) }, [false, true, false, true, false, false])
  }

  private func menu(_ titles: [String], current: Int? = nil) -> Alert {
    Alert(
      menu: "sort",
      choices: titles.enumerated().map { index, title in
        PresentedChoice(
          KeyCommand(
            id: title, keys: [Key.character(title.first ?? "?")], title: title, action: {}),
          isCurrent: index == current)
      }, theme: .standard())
  }

  @Test func `a menu has a row for each choice, the current one in focus and marked`() {
    expectEqual(
      framed(columns: 40, rows: 5) {
        menu(["as listed", "date", "title"], current: 1).draw(on: &$0)
      },
      """
      |...┌ sort ──────────────────────────┐...|
      |...│   a  as listed                 │...|
      |...│▌● d  date                      │...|
      |...│   t  title                     │...|
      |...└── ↑↓ Enter choose · Esc cancel ┘...|
      """)
  }

  @Test func `a menu says which key it doesn't have, and stays as large as it is`() {
    let shown = menu(["as listed", "date"])
    let size = Size(columns: 50, rows: 8)
    let rect = shown.rect(in: size)

    _ = shown.answer(to: .character("G"))

    expectEqual(shown.rect(in: size), rect)
    #expect(
      framed(columns: 50, rows: 8) { shown.draw(on: &$0) }.contains("Unknown key: G · Esc cancel ┘")
    )
    _ = shown.answer(to: .control("x"))
    expectEqual(shown.rect(in: size), rect)
    // What has no room is left out as a whole.
    let text = framed(columns: 50, rows: 8) { shown.draw(on: &$0) }
    #expect(text.contains("─ Unknown key: Ctrl-X ┘"))
  }

  @Test func `a question says which key it doesn't have, until the next one`() {
    let alert = Alert(message: "Move 8 photos to the trash?")
    (alert.choices, alert.none) = ([PresentedChoice("y", "yes") {}], "no")
    let asked = framed(columns: 40, rows: 5) { alert.draw(on: &$0) }
    #expect(asked.contains("─ y yes · Esc no ┘"))

    _ = alert.answer(to: .character("x"))
    let told = framed(columns: 40, rows: 5) { alert.draw(on: &$0) }

    expectEqual(
      told,
      asked.replacing(
        String(repeating: "─", count: 9) + " y yes · Esc no ┘", with: " Unknown key: x · Esc no ┘"))
  }

  @Test func `Home, End and pages move in a menu higher than its window`() {
    let shown = menu((0..<12).map { "\($0) row" }, current: 5)
    func focused(_ keys: Key...) -> String? {
      for key in keys { _ = shown.answer(to: key) }
      let text = framed(columns: 40, rows: 6) { shown.draw(on: &$0) }
      return text.firstMatch(of: /▌[● ] \d +(\d+) row/).map { String($0.1) }
    }
    expectEqual(focused(), "5")
    expectEqual(focused(.end), "11")
    expectEqual(focused(.pageDown), "11")
    expectEqual(focused(.pageUp), "7")
    expectEqual(focused(.pageUp, .pageUp), "0")
    expectEqual(focused(.pageDown), "4")
    expectEqual(focused(.home), "0")
  }

  @Test func `arrows in its border say that a menu has more rows`() {
    let shown = menu(["one", "two", "three", "four", "five", "six"], current: 3)
    expectEqual(
      framed(columns: 34, rows: 5) { shown.draw(on: &$0) },
      """
      |.┌ sort ────────────────────────┐.|
      |.│   t  three                   ↑.|
      |.│▌● f  four                    │.|
      |.│   f  five                    ↓.|
      |.└ ↑↓ Enter choose · Esc cancel ┘.|
      """)
    #expect(!framed(columns: 34, rows: 8) { shown.draw(on: &$0) }.contains("↓."))
    #expect(framed(columns: 34, rows: 3) { shown.draw(on: &$0) }.contains("↑▌● f  four"))
    #expect(framed(columns: 34, rows: 3) { shown.draw(on: &$0) }.contains("  ↓."))
  }
}
