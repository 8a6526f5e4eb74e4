import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import TerminalKit
import TerminalTestSupport
import Testing

@testable import NcursesTerminal

/// There is one ncurses per process: all tests with it are on the main actor and never suspend, so that none runs
/// inside another.
@Suite
enum CursesTests {}

/// An emulator shows ncurses' output exactly as it was drawn.
extension CursesTests {
  @Suite @MainActor
  struct CursesScreenTests {
    private func screen(
      _ columns: Int, _ rows: Int, depth: ColorDepth = .truecolor, type: String = "xterm"
    ) throws -> CursesScreen {
      setlocale(LC_CTYPE, "C.UTF-8")
      return try CursesScreen(
        type: TerminalType.lookUp(type, fd: 1) ?? .unknown, name: type, depth: depth,
        size: Size(columns: columns, rows: rows))
    }

    /// The differences between the emulator and the surface.
    private func differences(_ emulator: ScreenEmulator, _ surface: Surface) -> [String] {
      differences(emulator, expectedCells(of: surface))
    }

    private func differences(
      _ emulator: ScreenEmulator, _ cells: [[ScreenEmulator.Cell]], hasAllAttributes: Bool = true,
      except pieces: [Int: [Range<Int>]] = [:]
    ) -> [String] {
      var differences: [String] = emulator.unknown
      if emulator.scrollCount > 0 { differences.append("scrolled") }
      for (row, cells) in cells.enumerated() {
        let excepted = pieces[row] ?? []
        for (column, expected) in cells.enumerated() {
          if excepted.contains(where: { $0.contains(column) }) { continue }
          var shown = emulator.cells[row][column]
          if shown == expected { continue }
          if !hasAllAttributes { shown.attributes = expected.attributes }
          // The foreground of a blank is not visible, unless it is reversed or underlined.
          if expected.text == " ", shown.text == " ", expected.attributes.isDisjoint(with: [4, 7]) {
            shown.foreground = expected.foreground
            shown.attributes = expected.attributes
          }
          if shown != expected { differences.append("\(column),\(row): \(shown) for \(expected)") }
        }
      }
      return differences
    }

    private func expectedCells(of surface: Surface) -> [[ScreenEmulator.Cell]] {
      (0..<surface.size.rows).map { row in
        (0..<surface.size.columns).map { column in
          let cell = surface[column, row]
          var expected = ScreenEmulator.Cell(text: cell.width == 0 ? "" : String(cell.character))
          expected.foreground = sgr(cell.style.foreground, isBackground: false)
          expected.background = sgr(cell.style.background, isBackground: true)
          for (attribute, number) in Self.attributes
          where cell.style.attributes.contains(attribute) {
            expected.attributes.insert(number)
          }
          if cell.isIsolator { expected.attributes.insert(8) }
          return expected
        }
      }
    }

    private static let attributes: [(Style.Attributes, Int)] = [
      (.bold, 1), (.dim, 2), (.underline, 4), (.reverse, 7),
    ]

    private func sgr(_ color: Color, isBackground: Bool) -> String {
      switch color {
      case .default: ""
      case .ansi(let index): "\(Int(index) + (index < 8 ? 30 : 82) + (isBackground ? 10 : 0))"
      case .indexed(let index):
        index < 16
          ? sgr(.ansi(index), isBackground: isBackground) : "\(isBackground ? 48 : 38);5;\(index)"
      case .rgb(let red, let green, let blue): "\(isBackground ? 48 : 38);2;\(red);\(green);\(blue)"
      }
    }

    private func randomSurface(
      _ size: Size, from last: Surface?, _ generator: inout SeededGenerator
    ) -> Surface {
      let glyphs: [Character] = [
        " ", " ", "a", "z", "#", "é", "e\u{301}", "日", "本", "語", "😀", "▀", "█", "\u{A0}",
      ]
      let colors: [Color] = [
        .default, .default, .ansi(0), .ansi(4), .ansi(7), .ansi(12), .indexed(3), .indexed(99),
        .rgb(0, 0, 0), .rgb(0, 0, 7), .rgb(255, 255, 255), .rgb(1, 2, 3),
      ]
      var surface = last ?? Surface(size: size)
      let count = Int.random(in: 1...size.columns * size.rows, using: &generator)
      for _ in 0..<count {
        var style = Style(
          foreground: colors[Int.random(in: 0..<colors.count, using: &generator)],
          background: colors[Int.random(in: 0..<colors.count, using: &generator)])
        if Bool.random(using: &generator) {
          style.attributes = Style.Attributes(rawValue: UInt8.random(in: 0..<32, using: &generator))
        }
        let glyph = glyphs[Int.random(in: 0..<glyphs.count, using: &generator)]
        surface.set(
          Cell(character: glyph, style: style, width: UInt8(GlyphWidth.columns(of: glyph))),
          at: Point(
            column: Int.random(in: 0..<size.columns, using: &generator),
            row: Int.random(in: 0..<size.rows, using: &generator)))
      }
      return surface
    }

    @Test(arguments: ["xterm", "tmux-256color", "screen-256color", "linux", "xterm-kitty"])
    func `frame after frame, the terminal shows what was drawn`(_ type: String) throws {
      var generator = SeededGenerator(state: 7)
      for (columns, rows) in [(1, 1), (2, 1), (1, 3), (3, 2), (11, 5), (40, 12)] {
        let screen = try screen(columns, rows, type: type)
        var emulator = ScreenEmulator(columns: columns, rows: rows)
        var last: Surface?
        for frame in 0..<30 {
          let fromLast = Bool.random(using: &generator) ? last : nil
          let surface = randomSurface(
            Size(columns: columns, rows: rows), from: fromLast, &generator)
          if frame % 10 == 9 { screen.invalidate() }
          let bytes = screen.frame(surface, cursor: nil)
          emulator.feed(bytes)
          let found = differences(
            emulator, expectedCells(of: surface), hasAllAttributes: type.hasPrefix("xterm"))
          try #require(
            found.isEmpty, "\(columns)×\(rows) \(frame): \(found.prefix(3)) \(bytes.count)")
          expectEqual(screen.frame(surface, cursor: nil), [], "the same again")
          last = surface
        }
        screen.close()
      }
    }

    @Test func `blanks are written, because a terminal leaves one of those that it erases`() throws
    {
      let size = Size(columns: 40, rows: 2)
      let screen = try screen(40, 2)
      defer { screen.close() }
      var surface = Surface(size: size)
      for column in 1..<39 { surface.set(Cell(character: "x"), at: Point(column: column, row: 0)) }
      surface.set(Cell(character: "|"), at: Point(column: 39, row: 0))
      _ = screen.frame(surface, cursor: nil)
      for column in 1..<39 { surface.set(Cell(character: " "), at: Point(column: column, row: 0)) }

      let text = String(decoding: screen.frame(surface, cursor: nil), as: UTF8.self)

      #expect(text.contains(String(repeating: " ", count: 38)))
    }

    private static let disputedTexts = [
      "हिमालय की सुबह", "हिन्दी क्षत्रिय 12", "กำลังถ่ายภาพ", "ຄຳ", "தமிழ் நாடு",
      "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "👩‍👩‍👧 family", "❤ ☀▶", "🇦🇹",
      "\u{2630}x\u{E0B0}",
      "مُحَمَّد", "שלום 12", "vienna.street", "日本語", "가나", "é · 12", "│", " ", "     ",
    ]

    /// The text shown for a disputed piece belongs to it and is in order; it is complete, unless the terminal needs
    /// more columns for it than it has.
    private func ghosts(
      _ emulator: ScreenEmulator, _ surface: Surface, in pieces: [Int: [Range<Int>]]
    ) -> [String] {
      pieces.flatMap { row, pieces in
        pieces.compactMap { columns -> String? in
          func scalars(_ texts: [String]) -> [Unicode.Scalar] {
            texts.flatMap(\.unicodeScalars).filter { $0 != " " }
          }
          let shown = scalars(columns.map { emulator.cells[row][$0].text })
          // A vowel sign without its letter is dropped if a glyph may be one.
          let drawn = scalars(
            columns.map { surface[$0, row].width == 0 ? "" : String(surface[$0, row].character) }
          )
          var rest = drawn[...]
          for scalar in shown {
            while let next = rest.first, next != scalar,
              emulator.opinion == .wide || DisputedWidth.isDependent(next)
            {
              rest.removeFirst()
            }
            guard rest.popFirst() == scalar else {
              return "\(row), \(columns): \(shown) for \(drawn)"
            }
          }
          let isCut = rest.contains {
            !DisputedWidth.isDependent($0) && !DisputedWidth.contains($0)
          }
          guard isCut, emulator.opinion != .wide else { return nil }
          return "\(row), \(columns): \(shown) for \(drawn)"
        }
      }
    }

    @Test(arguments: ["xterm", "tmux-256color", "linux"])
    func `no text is left over or moved, whatever width the terminal gives to a glyph`(
      _ type: String
    ) throws {
      var generator = SeededGenerator(state: 14)
      for (columns, rows) in [(3, 1), (9, 2), (30, 4), (60, 6)] {
        let size = Size(columns: columns, rows: rows)
        let screen = try screen(columns, rows, type: type)
        var emulators = ScreenEmulator.WidthOpinion.allCases.map { opinion in
          var emulator = ScreenEmulator(columns: columns, rows: rows)
          emulator.opinion = opinion
          return emulator
        }
        var drawn = Surface(size: size)
        for frame in 0..<60 {
          if Int.random(in: 0..<8, using: &generator) == 0 { drawn = Surface(size: size) }
          for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let text = Self.disputedTexts.randomElement(using: &generator) ?? ""
            let place = Point(
              column: Int.random(in: -2..<columns, using: &generator),
              row: Int.random(in: 0..<rows, using: &generator))
            let style = Style(
              foreground: Bool.random(using: &generator) ? .default : .ansi(3),
              background: Bool.random(using: &generator) ? .default : .ansi(4),
              attributes: Int.random(in: 0..<4, using: &generator) == 0 ? .bold : [])
            drawn.write(text, at: place, style: style)
          }
          if frame % 20 == 19 { screen.invalidate() }
          let bytes = screen.frame(
            drawn, cursor: Bool.random(using: &generator) ? nil : Point(column: 1, row: 0))
          let surface = type == "linux" ? drawn : drawn.isolatingRightToLeftText()
          let pieces = Dictionary(
            uniqueKeysWithValues: (0..<rows).map { row in
              let pieces = DisputedWidth.pieces(in: 0..<columns) { column in
                let cell = surface[column, row]
                let glyph = cell.width == 0 ? surface[column - 1, row] : cell
                return DisputedWidth.kind(of: Array(glyph.character.unicodeScalars))
              }
              return (row, pieces)
            })
          // Once for all widths: making them takes longer than comparing.
          let cells = expectedCells(of: surface)
          for index in emulators.indices {
            emulators[index].feed(bytes)
            let found =
              differences(
                emulators[index], cells, hasAllAttributes: type == "xterm", except: pieces)
              + ghosts(emulators[index], surface, in: pieces)
            try #require(
              found.isEmpty,
              "\(type) \(columns)×\(rows) \(frame) \(emulators[index].opinion): \(found.prefix(3))")
          }
        }
        screen.close()
      }
    }

    @Test func `a number after a right-to-left title is separated from it by one concealed glyph`()
      throws
    {
      func bytes(_ type: String) throws -> [UInt8] {
        let screen = try screen(40, 1, type: type)
        defer { screen.close() }
        var surface = Surface(size: Size(columns: 40, rows: 1))
        surface.write("שלום", at: .zero)
        surface.write("1 of 33", at: Point(column: 30, row: 0))
        return screen.frame(surface, cursor: .zero)
      }

      try expectEqual(bytes("xterm").ranges(of: Array("\u{1B}[8m\u{2800}".utf8)).count, 1)
      try expectEqual(bytes("xterm").ranges(of: Array("\u{2800}".utf8)).count, 1)
      // A console doesn't reorder, and may lack the glyph.
      #expect(!(try bytes("linux").contains("\u{2800}")))
    }

    @Test func `after a resize the next frame is complete`() throws {
      var generator = SeededGenerator(state: 8)
      let screen = try screen(20, 6)
      defer { screen.close() }
      var emulator = ScreenEmulator(columns: 20, rows: 6)
      emulator.feed(
        screen.frame(randomSurface(Size(columns: 20, rows: 6), from: nil, &generator), cursor: nil))

      for (columns, rows) in [(1, 1), (300, 2), (7, 90), (1, 40), (33, 9)] {
        let size = Size(columns: columns, rows: rows)
        screen.resize(to: size)
        // A terminal keeps some cells; their contents are unknown.
        emulator = ScreenEmulator(columns: columns, rows: rows)
        emulator.feed("\u{1B}[H\u{1B}[41mx\u{1B}[m".utf8)
        let surface = randomSurface(size, from: nil, &generator)
        emulator.feed(screen.frame(surface, cursor: nil))
        #expect(differences(emulator, surface).isEmpty, "\(columns)×\(rows)")
      }
    }

    @Test func `a surface of another size is clipped or leaves blanks`() throws {
      let screen = try screen(10, 3)
      defer { screen.close() }
      var emulator = ScreenEmulator(columns: 10, rows: 3)
      var large = Surface(size: Size(columns: 12, rows: 5))
      for row in 0..<5 { large.write("12345678日日", at: Point(column: 1, row: row)) }

      emulator.feed(screen.frame(large, cursor: nil))
      expectEqual(emulator.text(row: 0), " 12345678 ")

      var small = Surface(size: Size(columns: 2, rows: 1))
      small.write("ab", at: .zero)
      emulator.feed(screen.frame(small, cursor: nil))
      expectEqual(emulator.text(row: 0), "ab        ")
      expectEqual(emulator.text(row: 2), "          ")
    }

    /// Cells of the same glyph, each in colours of its own.
    private func colorful(_ size: Size, columns: Int? = nil, _ next: () -> UInt64) -> Surface {
      var surface = Surface(size: size)
      for row in 0..<size.rows {
        for column in 0..<(columns ?? size.columns) {
          let bits = next()
          let style = Style(
            foreground: .rgb(UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255)),
            background: .rgb(UInt8(bits >> 24 & 255), UInt8(bits >> 32 & 255), 7))
          surface.set(Cell(character: "▀", style: style), at: Point(column: column, row: row))
        }
      }
      return surface
    }

    @Test(arguments: [(Size(columns: 120, rows: 40), 10), (Size(columns: 300, rows: 120), 1)])
    func `running out of pairs causes no wrong colour and no clearing`(
      _ size: Size, _ frames: Int
    ) throws {
      let screen = try screen(size.columns, size.rows)
      defer { screen.close() }
      var emulator = ScreenEmulator(columns: size.columns, rows: size.rows)
      var generator = SeededGenerator(state: 9)
      _ = screen.frame(Surface(size: size), cursor: nil)
      for frame in 0..<frames {
        var surface = colorful(size, columns: frame % 3 == 2 ? 60 : nil) { generator.next() }
        // A row that doesn't change has the same colours, too.
        let kept = Cell(character: "▀", style: Style(foreground: .rgb(1, 2, 3)))
        for column in 0..<size.columns { surface.set(kept, at: Point(column: column, row: 0)) }
        let bytes = screen.frame(surface, cursor: nil)
        #expect(!bytes.contains("\u{1B}[2J"))
        emulator.feed(bytes)
        let found = differences(emulator, surface)
        try #require(found.isEmpty, "\(frame): \(found.prefix(3))")
      }
    }

    @Test func `a selection of three rows moves for at most 300 bytes`() throws {
      let screen = try screen(120, 40)
      defer { screen.close() }
      func list(selected: Int) -> Surface {
        var surface = Surface(size: Size(columns: 120, rows: 40))
        for item in 0..<10 {
          let isSelected = item == selected
          let style = Style(attributes: isSelected ? .bold : [])
          for (line, text) in ["vienna.street", "shooting in vienna", "W H · 2017-10-01"]
            .enumerated()
          {
            let row = 1 + item * 4 + line
            if isSelected {
              surface.write("▌", at: Point(column: 0, row: row), style: Style(foreground: .ansi(4)))
            }
            surface.write(
              text, at: Point(column: 12, row: row),
              style: line == 0 ? style : Style(attributes: .dim))
          }
        }
        return surface
      }
      _ = screen.frame(list(selected: 3), cursor: Point(column: 0, row: 13))

      let bytes = screen.frame(list(selected: 4), cursor: Point(column: 0, row: 17))

      #expect(bytes.count <= 300, "\(bytes.count): \(PseudoTerminal.readable(bytes[...]))")
    }

    @Test func `the cursor is where it is requested, and is never visible`() throws {
      let screen = try screen(20, 5)
      defer { screen.close() }
      var emulator = ScreenEmulator(columns: 20, rows: 5)
      var surface = Surface(size: Size(columns: 20, rows: 5))
      surface.write("word", at: Point(column: 3, row: 2))

      emulator.feed(screen.frame(surface, cursor: nil))
      #expect(!emulator.isCursorVisible)

      emulator.feed(screen.frame(surface, cursor: Point(column: 3, row: 2)))
      #expect(!emulator.isCursorVisible)
      #expect(emulator.cursorColumn == 3 && emulator.cursorRow == 2)

      emulator.feed(screen.frame(surface, cursor: Point(column: 300, row: -2)))
      #expect(emulator.cursorColumn == 19 && emulator.cursorRow == 0)
    }

    @Test func `glyphs that terminals disagree on never shift the row`() throws {
      let screen = try screen(12, 1)
      defer { screen.close() }
      let glyphs: [(Character, String)] = [
        ("👩‍🚀", "👩"), ("❤\u{FE0F}", "❤ "), ("1\u{FE0F}\u{20E3}", "1\u{20E3} "),
        ("\u{1B}", "\u{FFFD} "), ("\u{85}", "\u{FFFD} "), ("\u{202E}", "\u{FFFD} "),
        ("\u{200B}", "\u{FFFD} "), ("👍🏽", "👍"),
      ]
      for (glyph, expected) in glyphs {
        var emulator = ScreenEmulator(columns: 12, rows: 1)
        screen.invalidate()
        var cells: [Cell] = [Cell(character: "|"), Cell(character: glyph, width: 2)]
        cells += [Cell(character: " ", width: 0), Cell(character: "|")]
        var surface = Surface(size: Size(columns: 12, rows: 1))
        surface.write("|", at: Point(column: 0, row: 0))
        surface.set(cells[1], at: Point(column: 1, row: 0))
        surface.write("|", at: Point(column: 3, row: 0))
        emulator.feed(screen.frame(surface, cursor: nil))
        let shown = emulator.text(row: 0)
        #expect(shown.hasPrefix("|\(expected)|") || shown.hasPrefix("|\u{FFFD}"), "\(shown)")
        #expect(emulator.cells[0][3].text == "|" || shown.hasPrefix("|\u{FFFD}"), "\(shown)")
      }
    }
  }
}
