import ExpectationSupport
import Testing

@testable import TerminalKit

/// Texts that break layouts: every kind of width, and what ncurses cannot store. Tests use their indices, because the
/// arguments of a test are printed and these must not reach a terminal.
nonisolated let nastyTexts = [
  "", " ", "a", "vienna.street", "日本語テキスト", "a日b本c", "👩‍👩‍👧‍👦 family", "👍🏽👍🏿",
  "🇦🇹🇩🇪🇨", "❤️ ☺️ 1️⃣", "e\u{301}a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{301}lone",
  "กำลังถ่ายภาพ", "हिन्दी क्षत्रिय", "한국어 \u{1112}\u{1161}\u{11AB}", "العربية שלום", "tab\there\nnew\r\nline",
  "\u{1B}[31mred\u{9B}0m\u{0}", "\u{202E}bidi\u{202C}\u{200B}\u{FEFF}", "\u{AD}soft\u{AD}",
  "🏴\u{E0067}\u{E0062}\u{E007F}", "\u{1FAE8}\u{10FFFF}\u{378}", "ｆｕｌｌ　ｗｉｄｔｈ", "…ₐ№™©®",
  "a" + String(repeating: "\u{301}", count: 4000) + "b", "\u{115F}\u{3164}\u{FFA0}x",
]

struct TextTests {
  @Test func `the width of a glyph is the one that ncurses uses`() {
    let widths = [
      "a": 1, "é": 1, "x\u{301}": 1, "日": 2, "한": 2, "ｆ": 2, "ｱ": 1, "👩": 2, "👩‍👩‍👧": 2,
      "👍🏽": 2, "❤️": 1, "☺": 1, "⌚": 2, "1️⃣": 1, "🇦🇹": 2, "🏴\u{E0067}\u{E007F}": 2, "กำ": 2,
      "\u{200B}": 0, "\u{301}": 1, "\u{7}": 1, "\r\n": 1, "\u{A0}": 1, "\u{1F3FD}": 2, "▀": 1,
      "…": 1, "\u{E000}": 1, "\u{10FFFF}": 1, "": 0,
    ]

    for (text, width) in widths {
      expectEqual(GlyphWidth.columns(of: text), width, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test func `a beginning is cut off between glyphs, and what fits stays whole`() {
    let cut = [(8, "IMG_0042"), (7, "…G_0042"), (3, "…42"), (1, "…"), (0, ""), (-1, "")]
    for (columns, text) in cut {
      expectEqual(TextLayout.truncateStart("IMG_0042", columns: columns), text)
    }
    expectEqual(TextLayout.truncateStart("日本語", columns: 4), "…語")
    for index in nastyTexts.indices {
      for columns in 0...12 {
        let cut = TextLayout.truncateStart(nastyTexts[index], columns: columns)
        #expect(GlyphWidth.columns(of: cut) <= columns, "\(index)")
      }
    }
  }

  @Test func `a cluster is reduced to what all terminals agree on`() {
    let reduced = [
      "👩‍👩‍👧": "|👩  |", "👍🏽": "|👍  |", "❤️": "|❤   |", "🇦🇹": "|AT  |", "1️⃣": "|1⃣   |",
      "a\u{200B}b": "|ab  |", "x\u{1B}[m": "|x\u{FFFD}[m|", "a\tb\n": "|a b |", "\r\nx": "| x  |",
      "\u{1FAE8}": "|\u{FFFD}   |",
      // A letter and a vowel sign of its own width, each with its mark.
      "क\u{93C}\u{93E}\u{902}": "|क\u{93C}\u{93E}\u{902}  |",
    ]

    for (text, expected) in reduced {
      var surface = Surface(size: Size(columns: 4, rows: 1))
      surface.write(text, at: .zero)
      expectEqual(surface.framedText, expected)
      #expect(surface.isSound)
    }
  }

  @Test(arguments: nastyTexts.indices)
  func `a text is cut at every width, never beyond it and never inside a cluster`(index: Int) {
    let text = nastyTexts[index]
    let whole = GlyphWidth.columns(of: text)
    let clusters = text.map(String.init)

    for width in 0...(whole + 2) {
      let cut = TextLayout.truncate(text, columns: width)
      #expect(GlyphWidth.columns(of: cut) <= width)
      if whole <= width {
        expectEqual(cut, text)
      } else if width > 0 {
        #expect(cut.hasSuffix("…"))
        // The text before the ellipsis consists of whole clusters of the text.
        let head = cut.dropLast().map(String.init)
        expectEqual(head, Array(clusters.prefix(head.count)))
      }

      // Writing gives the same.
      guard width <= 40 else { continue }
      var written = Surface(size: Size(columns: width, rows: 1))
      var truncated = written
      expectEqual(written.write(text, at: .zero), GlyphWidth.columns(of: cut))
      truncated.write(cut, at: .zero, ellipsis: nil)
      expectEqual(written, truncated)
      #expect(written.isSound)
    }
  }

  @Test(arguments: nastyTexts.indices)
  func `no cell ever contains half of a glyph, a control, an invisible or more than five scalars`(
    index: Int
  ) {
    let text = nastyTexts[index]
    for column in -5...5 {
      var surface = Surface(size: Size(columns: 5, rows: 1))
      surface.write("語語語", at: .zero)
      surface.write(text, at: Point(column: column, row: 0))
      #expect(surface.isSound)
    }
    var surface = Surface(size: Size(columns: 60, rows: 1))
    surface.write(text, at: .zero)
    for column in 0..<60 {
      let scalars = surface[column, 0].character.unicodeScalars
      #expect(scalars.count <= 5)
      for scalar in scalars {
        let kind = GlyphWidth.scalarClass(of: scalar)
        #expect(kind != .unprintable && kind != .ignored)
      }
    }
  }

  @Test(arguments: nastyTexts.indices)
  func `wrapped lines fit and keep every visible cluster`(index: Int) {
    let text = nastyTexts[index]
    // From four columns on, which is the width of the widest cluster.
    for width in 4...12 {
      let lines = TextLayout.wrap(text, columns: width)
      for line in lines { #expect(GlyphWidth.columns(of: line) <= width) }
      let kept = lines.joined().filter { $0 != " " && !$0.isNewline }
      expectEqual(kept, text.filter { $0 != " " && !$0.isNewline })

      let two = TextLayout.wrap(text, columns: width, maxRows: 2)
      #expect(two.count <= 2)
      for line in two { #expect(GlyphWidth.columns(of: line) <= width) }
    }
  }

  @Test func `a paragraph breaks at spaces, at line breaks and inside long words`() {
    expectEqual(
      TextLayout.wrap("This item is not for sale", columns: 10),
      ["This item", "is not for", "sale"])
    expectEqual(TextLayout.wrap("one\ntwo\n\nthree", columns: 10), ["one", "two", "", "three"])
    expectEqual(
      TextLayout.wrap("a incomprehensible b", columns: 7), ["a", "incompr", "ehensib", "le b"])
    expectEqual(TextLayout.wrap("日本語テキスト", columns: 5), ["日本", "語テ", "キス", "ト"])
    expectEqual(TextLayout.wrap("exact", columns: 5), ["exact"])
    expectEqual(TextLayout.wrap("exact fits", columns: 5), ["exact", "fits"])
  }

  @Test func `the last line of a paragraph that is cut ends with an ellipsis`() {
    expectEqual(
      TextLayout.wrap("This item is not for sale", columns: 10, maxRows: 2),
      ["This item", "is not for…"].map { TextLayout.truncate($0, columns: 10) })
    expectEqual(TextLayout.wrap("one two", columns: 3, maxRows: 1), ["on…"])
    expectEqual(TextLayout.wrap("a b", columns: 3, maxRows: 1), ["a b"])
  }

  @Test func `wrapping to no columns gives nothing, and wrapping to one column drops wide glyphs`()
  {
    expectEqual(TextLayout.wrap("text", columns: 0), [])
    expectEqual(TextLayout.wrap("text", columns: 5, maxRows: 0), [])
    expectEqual(TextLayout.wrap("a日b", columns: 1), ["a", "b"])
  }

  @Test func `text is aligned in a line`() {
    var surface = Surface(size: Size(columns: 7, rows: 4))
    for (row, alignment) in [TextAlignment.left, .center, .right].enumerated() {
      surface.write("日本", in: Rect(column: 0, row: row, columns: 7, rows: 1), alignment: alignment)
    }
    surface.write(
      "far too long", in: Rect(column: 1, row: 3, columns: 5, rows: 1), alignment: .right)

    expectEqual(
      surface.framedText,
      """
      |日本   |
      | 日本  |
      |   日本|
      | far … |
      """)
  }

  @Test func `ten megabytes of text cost no more than the line`() {
    let long = String(repeating: "漢字 words ", count: 1_000_000)
    var surface = Surface(size: Size(columns: 10, rows: 2))

    surface.write(long, at: .zero)
    surface.writeWrapped(long, in: Rect(column: 0, row: 1, columns: 10, rows: 1))

    expectEqual(surface.framedText, "|漢字 word…|\n|漢字 word…|")
  }
}
