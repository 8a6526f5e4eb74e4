import ExpectationSupport
import Testing

@testable import TerminalKit

struct SurfaceTests {
  @Test func `a new surface is blank, with nothing outside`() {
    let surface = Surface(size: Size(columns: 3, rows: 2))

    expectEqual(surface.framedText, "|   |\n|   |")
    expectEqual(surface[-1, 0], .blank)
    expectEqual(surface[3, 0], .blank)
    expectEqual(surface[0, 1_000_000], .blank)
  }

  @Test func `a surface without cells accepts all drawing`() {
    for size in [Size.zero, Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
      var surface = Surface(size: size)

      surface.write("日本", at: .zero)
      surface.fill(surface.bounds, with: Cell(character: "x"))
      surface.box(surface.bounds)
      surface[0, 0] = Cell(glyph: "日")

      expectEqual(surface, Surface(size: size))
    }
  }

  @Test func `cells outside are dropped, however far away they are`() {
    var surface = Surface(size: Size(columns: 2, rows: 1))

    for place in [-1, 2, -1_000_000, 1_000_000] {
      surface[place, 0] = Cell(character: "x")
      surface[0, place] = Cell(character: "x")
      surface[place, 0] = Cell(glyph: "日")
      surface.write("text", at: Point(column: place, row: place))
      surface.write("日本", at: Point(column: place, row: 0))
      surface.fill(Rect(column: place, row: place, columns: 5_000_000, rows: 5_000_000))
      surface.draw(in: Rect(column: place, row: 0, columns: 3, rows: 1)) { part in
        part.draw(in: Rect(column: place, row: 0, columns: 5_000_000, rows: 1)) { inner in
          inner.box(inner.bounds)
        }
      }
    }

    expectEqual(surface.framedText, "|  |")
  }

  @Test func `a wide glyph takes two cells, and what covers half of it blanks the other half`() {
    let cases: [(name: String, before: String, column: Int, glyph: Character, after: String)] = [
      ("alone", "   ", 0, "日", "|日 |"), ("over its left half", "日", 0, "x", "|x |"),
      ("over its right half", "日", 1, "x", "| x|"), ("over two halves", "日本", 1, "語", "| 語 |"),
      ("partly outside at the right", "xxx", 2, "日", "|xx |"),
      ("partly outside at the left", "xxx", -1, "日", "| xx|"),
    ]
    for (name, before, column, glyph, after) in cases {
      var surface = Surface(size: Size(columns: GlyphWidth.columns(of: after) - 2, rows: 1))
      surface.write(before, at: .zero)

      surface[column, 0] = Cell(glyph: glyph)

      expectEqual(surface.framedText, after, "\(name)")
      #expect(surface.isSound)
    }
    var surface = Surface(size: Size(columns: 3, rows: 1))
    surface[0, 0] = Cell(glyph: "日")
    #expect(surface[0, 0].width == 2 && surface[1, 0].width == 0)
  }

  @Test func `control characters never get into a cell`() {
    var surface = Surface(size: Size(columns: 4, rows: 1))

    surface[0, 0] = Cell(character: "\u{1B}")
    surface[1, 0] = Cell(character: "\u{9B}")
    surface[2, 0] = Cell(character: "\r\n")
    surface[3, 0] = Cell(character: "\u{7F}")

    expectEqual(surface.framedText, "|\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}|")
  }

  @Test func `filling repairs the wide glyphs that it cuts`() {
    var surface = Surface(size: Size(columns: 6, rows: 1))
    surface.write("日本語", at: .zero)

    surface.fill(Rect(column: 1, row: 0, columns: 4, rows: 1), with: Cell(character: "."))

    expectEqual(surface.framedText, "| .... |")
    #expect(surface.isSound)
  }

  @Test func `drawing in a rectangle moves the zero point and clips what is outside`() {
    var surface = Surface(size: Size(columns: 6, rows: 3))

    surface.draw(in: Rect(column: 2, row: 1, columns: 3, rows: 5)) { part in
      expectEqual(part.size, Size(columns: 3, rows: 5))
      part.write("abcdef", at: .zero)
      part.draw(in: Rect(column: 1, row: 1, columns: 9, rows: 1)) { inner in
        inner.write("12345", at: Point(column: -1, row: 0))
      }
    }

    expectEqual(
      surface.framedText,
      """
      |      |
      |  ab… |
      |   23 |
      """)
    expectEqual(surface.size, Size(columns: 6, rows: 3))
  }

  @Test func `the style of a cell changes and its glyph stays`() {
    var surface = Surface(size: Size(columns: 5, rows: 1))
    surface.write("a日b", at: .zero)

    surface.restyle(Rect(column: 1, row: 0, columns: 2, rows: 1)) { $0.attributes.insert(.bold) }

    expectEqual(surface.framedText, "|a日b |")
    expectEqual(surface.styleRuns(0), "1:plain 2:bold 2:plain")
  }

  @Test func `boxes and rules join`() {
    var surface = Surface(size: Size(columns: 9, rows: 4))
    surface.horizontalRule(at: .zero, columns: 9)
    surface.horizontalRule(at: Point(column: 0, row: 3), columns: 9)
    surface.verticalRule(at: Point(column: 6, row: 0), rows: 4)
    surface.box(Rect(column: 1, row: 1, columns: 4, rows: 2))

    expectEqual(
      surface.framedText,
      """
      |──────┬──|
      | ┌──┐ │  |
      | └──┘ │  |
      |──────┴──|
      """)
  }

  @Test func `rows are compared cell by cell, styles included`() {
    var surface = Surface(size: Size(columns: 4, rows: 4))
    surface.write("日本", at: .zero)
    var other = surface
    other.write("日語", at: .zero)
    other[3, 1] = Cell(style: Style(attributes: .bold))

    expectEqual(
      (-1...4).map { surface.isRow($0, sameAs: other) }, [true, false, false, true, true, true])
    #expect(!surface.isRow(3, sameAs: Surface(size: Size(columns: 5, rows: 4))))
    #expect(!surface.isRow(3, sameAs: Surface(size: Size(columns: 4, rows: 3))))
    #expect(Surface(size: .zero).isRow(0, sameAs: Surface(size: .zero)))
  }

  @Test func `no sequence of writes leaves half of a glyph`() {
    // All pairs of positions on a short line, narrow and wide, over a line of wide glyphs.
    let glyphs = ["x", "日", "xy", "日本"]
    for first in glyphs {
      for second in glyphs {
        for a in -2...6 {
          for b in -2...6 {
            var surface = Surface(size: Size(columns: 5, rows: 1))
            surface.write("語語語", at: .zero)
            surface.write(first, at: Point(column: a, row: 0), ellipsis: nil)
            surface.write(second, at: Point(column: b, row: 0), ellipsis: nil)
            #expect(surface.isSound, "\(first) at \(a), \(second) at \(b): \(surface.framedText)")
          }
        }
      }
    }
  }
}
