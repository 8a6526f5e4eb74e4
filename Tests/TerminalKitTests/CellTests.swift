import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

struct CellTests {
  @Test func `a cell is sixteen bytes without references`() {
    func size<Value: BitwiseCopyable>(of type: Value.Type) -> Int { MemoryLayout<Value>.stride }

    expectEqual(size(of: Cell.self), 16)
  }

  @Test func `every combining mark fits into a cell and comes back`() {
    var lost: [Unicode.Scalar] = []
    var count = 0
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value),
        GlyphWidth.scalarClass(of: scalar) == .combining
      else { continue }
      count += 1
      let text = String(String.UnicodeScalarView(["a", scalar]))
      guard text.count == 1 else { continue }
      let cell = Cell(character: Character(text))
      if cell.scalars != ["a", scalar] { lost.append(scalar) }
    }

    expectEqual(lost, [])
    // Numbers of eleven bits; 0 means that there is no mark.
    expectEqual(count, 1931)
    #expect(CellMarks.count < 2048)
  }

  @Test func `every scalar comes back`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      guard Cell(scalar: scalar).scalar != scalar else { continue }
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

  @Test func `styles come back whatever the glyph is`() {
    let colors: [Color] = [
      .default, .ansi(0), .ansi(255), .indexed(0), .indexed(16), .indexed(255), .rgb(0, 0, 0),
      .rgb(255, 255, 255), .rgb(1, 2, 3), .rgb(0, 0, 255), .rgb(255, 0, 0),
    ]
    for foreground in colors {
      for background in colors {
        for bits: UInt8 in [0, 1, 31, 32, 64, 128, 255] {
          let style = Style(
            foreground: foreground, background: background,
            attributes: Style.Attributes(rawValue: bits))
          var cell = Cell(character: "o\u{323}\u{302}\u{309}\u{30A}", style: style)
          expectEqual(cell.style, style)
          cell.width = 0
          cell.style = .plain
          cell.style = style
          #expect(cell.style == style && cell.width == 0)
          expectEqual(cell.character, "o\u{323}\u{302}\u{309}\u{30A}")
          cell.scalar = "x"
          expectEqual(cell, Cell(scalar: "x", style: style, width: 0))
        }
      }
    }
  }

  @Test func `two cells have the same style whatever their glyphs and widths are`() {
    let style = Style(foreground: .rgb(1, 2, 3), background: .ansi(4), attributes: .reverse)
    let cell = Cell(character: "o\u{323}\u{302}\u{309}\u{30A}", style: style, width: 2)
    let others = [
      Style(foreground: .rgb(1, 2, 4), background: .ansi(4), attributes: .reverse),
      Style(foreground: .rgb(1, 2, 3), background: .indexed(4), attributes: .reverse),
      Style(foreground: .rgb(1, 2, 3), background: .ansi(4)),
    ]

    #expect(cell.hasStyle(of: Cell(character: "x", style: style)))
    for other in others { #expect(!cell.hasStyle(of: Cell(character: "x", style: other))) }
  }
}
