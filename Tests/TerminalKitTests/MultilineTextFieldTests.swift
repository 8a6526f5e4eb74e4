import ExpectationSupport
import Testing

@testable import TerminalKit

struct MultilineTextFieldTests {
  private func typed(_ text: String) -> TextField {
    let area = TextField(placeholder: "a note", isMultiline: true)
    area.insert(text)
    return area
  }

  private func lines(_ area: TextField, columns: Int, rows: Int, isFocused: Bool = true) -> String {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    area.draw(on: &surface, in: surface.bounds, isFocused: isFocused)
    return surface.framedText
  }

  @Test func `an empty area shows its placeholder, and the cursor at its start`() {
    let area = typed("")

    expectEqual(lines(area, columns: 8, rows: 2), "|a note  |\n|        |")
    expectEqual(area.cursor, .zero)
    _ = lines(area, columns: 8, rows: 2, isFocused: false)
    expectEqual(area.cursor, nil)
  }

  @Test func `lines break at spaces, at line breaks, and inside words that are too long`() {
    expectEqual(lines(typed("two red barns"), columns: 8, rows: 2), "|two red |\n|barns   |")
    expectEqual(lines(typed("two\nred"), columns: 8, rows: 2), "|two     |\n|red     |")
    expectEqual(lines(typed("lighthouse"), columns: 8, rows: 2), "|lightho |\n|use     |")
    expectEqual(lines(typed("写真写真"), columns: 6, rows: 2), "|写真  |\n|写真  |")
  }

  @Test func `the window follows the cursor`() {
    let area = typed("a\nb\nc\nd")

    expectEqual(lines(area, columns: 4, rows: 2), "|c   |\n|d   |")
    expectEqual(area.cursor, Point(column: 1, row: 1))
    area.handle(.up)
    area.handle(.up)
    area.handle(.up)
    expectEqual(lines(area, columns: 4, rows: 2), "|a   |\n|b   |")
    #expect(lines(area, columns: 4, rows: 9).hasPrefix("|a   |\n|b   |\n|c   |\n|d   |"))
  }

  @Test func `up and down keep the column, and leave the area at its ends`() {
    let area = typed("longer\n.\nlongest")
    _ = lines(area, columns: 20, rows: 3)

    #expect(area.handle(.up))
    expectEqual(area.cursorIndex, 8)
    #expect(area.handle(.up))
    expectEqual(area.cursorIndex, 6)
    #expect(!area.handle(.up))
    #expect(area.handle(.down))
    #expect(area.handle(.down))
    expectEqual(area.cursorIndex, 16)
    #expect(!area.handle(.down))
  }

  @Test func `home and end move within the visible line`() {
    let area = typed("two red barns")
    _ = lines(area, columns: 8, rows: 2)

    area.handle(.home)
    expectEqual(area.cursorIndex, 8)
    area.handle(.up)
    area.handle(.end)
    expectEqual(area.cursorIndex, 7)
    area.handle(.home)
    expectEqual(area.cursorIndex, 0)
  }

  @Test func `keys edit, and each change is reported once`() {
    let area = typed("one two\nthree")
    var history: [String] = []
    area.onChange = { history.append($0) }

    area.handle(.control("w"))
    area.handle(.backspace)
    area.handle(.enter)
    area.handle(.character("x"))
    area.insert("a\tb\r\nc\u{1B}")
    area.handle(.control("u"))
    area.handle(.escape)
    area.handle(.tab)

    expectEqual(
      history,
      [
        "one two\n", "one two", "one two\n", "one two\nx", "one two\nxa b\nc", "one two\nxa b\n",
      ])
  }

  @Test func `typing stops at the limit`() {
    let area = TextField(isMultiline: true, maximumLength: 3)

    area.insert("abcd")
    area.handle(.character("e"))

    expectEqual(area.text, "abc")
    area.text = "wxyz"
    expectEqual(area.text, "wxy")
  }

  @Test(arguments: [0, 1, 2, 3]) func `a very small width works`(_ columns: Int) {
    let area = typed("写 a\n\nb")

    _ = lines(area, columns: columns, rows: 2)
    for key in [Key.up, .up, .up, .down, .end, .home] { area.handle(key) }

    #expect((0...6).contains(area.cursorIndex))
  }
}
