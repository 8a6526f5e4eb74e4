import ExpectationSupport
import PseudoTerminalSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// The same screen with fewer bytes.
struct CompactOutputTests {
  private let size = Size(columns: 40, rows: 12)

  private func compacted(_ text: String, from position: Point = .zero) -> String {
    String(
      decoding: CompactOutput.compacted(Array(text.utf8), size: size, from: position),
      as: UTF8.self)
  }

  @Test func `the parts of a style are written together`() {
    let written = compacted(
      "\u{1B}[1;1H\u{1B}[31mred\u{1B}[39;49m\u{1B}[m\u{1B}[2;1Hplain"
        + "\u{1B}[3;1H\u{1B}[31mred\u{1B}[39;49m\u{1B}[m\r\u{1B}[1d")

    expectEqual(written, "\nplain\u{1B}[H\u{1B}[31mred\r\n\nred\u{1B}[m\u{1B}[H")
  }

  @Test func `styles end and begin in one sequence`() {
    expectEqual(
      compacted(
        "\u{1B}[38;5;63m\u{1B}[1ma\u{1B}[39;49m\u{1B}[m\u{1B}[38;5;243mb\u{1B}[39;49m\u{1B}[m"),
      "\u{1B}[1;38;5;63ma\u{1B}[;38;5;243mb\u{1B}[m")
  }

  @Test func `moves are as short as they can be`() {
    expectEqual(compacted("\u{1B}[1;20Hx", from: Point(column: 2, row: 0)), "\u{1B}[20Gx")
    expectEqual(compacted("\r\u{1B}[4dx", from: Point(column: 9, row: 2)), "\r\nx")
    expectEqual(compacted("a\u{1B}[6d\u{8}b", from: Point(column: 3, row: 4)), "a\u{8}\nb")
    expectEqual(compacted("\r\u{1B}[7dx", from: Point(column: 9, row: 11)), "\u{1B}[7Hx")
  }

  @Test(arguments: [
    "\u{1B}[2Jx", "\u{1B}[J", "a\u{1B}[5mb", "\u{1B}[?7lx\u{1B}[?7h", "\u{1B}[3Xab", "\u{1B}Mx",
    "\u{1B}[38;5mx", "\u{1B}[1Ka", "\tx", "a\u{7F}b",
  ])
  func `what is not known is left as it is`(_ text: String) {
    expectEqual(compacted(text + "\u{1B}[1;31m\u{1B}[m"), text + "\u{1B}[1;31m\u{1B}[m")
  }

  @Test func `a picture of characters is left as it is`() {
    let cells = (1...27).map { "\u{1B}[38;2;\($0);2;3m\u{1B}[48;2;3;2;\($0)m▄" }.joined()

    expectEqual(compacted("\u{1B}[1;1H" + cells + "\u{1B}[m"), "\u{1B}[1;1H" + cells + "\u{1B}[m")
  }

  @Test func `cells that are written twice keep their order`() {
    let written = compacted("\u{1B}[31mab\u{1B}[39;49m\u{1B}[m\u{1B}[1;2Hc\u{1B}[31mx")
    var emulator = ScreenEmulator(columns: 40, rows: 12)
    emulator.feed(Array(written.utf8))

    #expect(emulator.text(row: 0).hasPrefix("acx "))
  }

  @Test func `after any frame the screen and the cursor are the same`() {
    var random = SeededGenerator(state: 11)
    let looks = [
      "\u{1B}[m", "\u{1B}[39;49m\u{1B}[m", "\u{1B}[1m", "\u{1B}[2m\u{1B}[31m", "\u{1B}[7m",
      "\u{1B}[38;5;63m\u{1B}[1m", "\u{1B}[38;2;1;2;3m\u{1B}[48;2;3;2;1m", "\u{1B}[44m",
      "\u{1B}[39;49m", "\u{1B}[3m\u{1B}[23m", "\u{1B}[4m", "\u{1B}[24m", "\u{1B}[97m",
    ]
    let texts = ["a", "word", "日本", "e\u{301}a", "─┬", " ", "a longer text", "\u{A0}"]
    var (before, after) = (0, 0)
    var (original, compact) = (
      ScreenEmulator(columns: size.columns, rows: size.rows),
      ScreenEmulator(columns: size.columns, rows: size.rows)
    )
    for frame in 0..<400 {
      let start = Point(column: original.cursorColumn, row: original.cursorRow)
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let (column, row) = (
          Int.random(in: 1...size.columns, using: &random),
          Int.random(in: 1...size.rows, using: &random)
        )
        text += "\u{1B}[\(row);\(column)H"
        text += looks.randomElement(using: &random) ?? ""
        if Int.random(in: 0..<8, using: &random) == 0 { text += "\u{1B}[m\u{1B}[K" }
        let word = texts.randomElement(using: &random) ?? ""
        if GlyphWidth.columns(of: word) <= size.columns - column + 1 { text += word }
      }
      // ncurses ends with no attributes set, and the cursor where it belongs.
      text += "\u{1B}[39;49m\u{1B}[m\u{1B}[\(Int.random(in: 1...12, using: &random));1H"
      let bytes = Array(text.utf8)
      let written = CompactOutput.compacted(bytes, size: size, from: start)
      original.feed(bytes)
      compact.feed(written)
      before += bytes.count
      after += written.count

      expectEqual(compact.cells, original.cells, "frame \(frame): \(text.debugDescription)")
      #expect(
        (compact.cursorColumn, compact.cursorRow) == (original.cursorColumn, original.cursorRow))
      expectEqual(compact.unknown, [])
      guard compact.cells == original.cells else { return }
    }
    #expect(after < before)
  }
}
