import ExpectationSupport
import Testing

@testable import TerminalKit

struct CellTests {
  @Test func `every combining mark fits into a cell and comes back`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), GlyphWidth.scalarClass(of: scalar) == .combining
      else { continue }
      let text = String(String.UnicodeScalarView(["a", scalar]))
      guard text.count == 1, Cell(character: Character(text)).scalars != ["a", scalar] else {
        continue
      }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    "e\u{301}", "\u{1EC7}", "o\u{323}\u{302}\u{309}\u{30A}", "שָּׁ", "เ", "ก็", "한",
    "\u{10EEEE}\u{305}\u{30D}\u{30E}",
    "日", "😀",
  ])
  func `a letter with up to four marks comes back`(_ text: String) throws {
    let character = try #require(text.first)

    let cell = Cell(character: character, style: Style(attributes: .bold), width: 2)

    expectEqual(Array(cell.character.unicodeScalars), Array(character.unicodeScalars))
    expectEqual(cell.width, 2)
    expectEqual(cell.style, Style(attributes: .bold))
  }

  @Test(arguments: [
    ("👩‍🚀", "👩"), ("❤\u{FE0F}", "❤"), ("👍🏽", "👍"), ("1\u{FE0F}\u{20E3}", "1\u{20E3}"),
    ("a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", "a\u{301}\u{301}\u{301}\u{301}"),
  ])
  func `what a cell can't hold is dropped`(_ text: String, _ kept: String) throws {
    let cell = Cell(character: try #require(text.first))

    expectEqual(Array(cell.scalars), Array(kept.unicodeScalars))
  }

  @Test func `another scalar has no marks, and the same style`() {
    let style = Style(foreground: .rgb(1, 2, 3), background: .ansi(4), attributes: .reverse)
    var cell = Cell(character: "o\u{323}\u{302}\u{309}\u{30A}", style: style)

    cell.scalar = "x"

    expectEqual(cell, Cell(scalar: "x", style: style))
  }
}
