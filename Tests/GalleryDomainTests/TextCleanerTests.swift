import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryDomain

@Suite struct TextCleanerTests {
  @Test(arguments: [
    ("", ""),
    (" ", ""),
    ("a", "a"),
    ("vienna.street", "vienna.street"),
    ("  two\t\tparts \n", "two parts"),
    ("one\r\ntwo\u{2028}three\u{2029}four\u{85}five", "one two three four five"),
    ("a\u{0}b\u{7}c\u{7F}d\u{80}e\u{9F}f", "abcdef"),
    ("\u{A0}no\u{3000}break\u{202F}", "no break"),
    ("\u{2800}", ""),
    ("café 東京 Київ مرحبا", "café 東京 Київ مرحبا"),
  ])
  func `a line contains printable text and single spaces`(input: String, cleaned: String) {
    expectEqual(TextCleaner.line(input), cleaned)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "red"),
    ("\u{1B}[38;2;1;2;3mred", "red"),
    ("\u{9B}31mred", "red"),
    ("\u{1B}]0;title\u{7}text", "text"),
    ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}_Ga=T;AAAA\u{1B}\\picture", "picture"),
    ("\u{1B}P$q\u{9C}text", "text"),
    ("\u{1B}(Btext", "text"),
    ("\u{1B}ctext", "text"),
    ("\u{1B}]unterminated title", "unterminated title"),
    ("end\u{1B}", "end"),
    ("end\u{1B}[", "end"),
    ("end\u{1B}[12;", "end"),
    ("\u{1B}\u{1B}[1mtwice", "twice"),
    ("\u{1B}[日本", "日本"),
  ])
  func `an escape sequence is dropped as a whole`(input: String, cleaned: String) {
    expectEqual(TextCleaner.line(input), cleaned)
  }

  @Test(arguments: [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
    "\u{2069}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}",
    "\u{34F}", "\u{115F}", "\u{3164}", "\u{FFA0}", "\u{17B4}", "\u{180E}", "\u{2064}", "\u{206F}",
    "\u{FFF9}", "\u{FE00}", "\u{E0001}", "\u{E0061}", "\u{E0100}", "\u{1D173}", "\u{200C}",
    "\u{200D}", "\u{FE0F}", "\u{FFF0}",
  ])
  func `an invisible character is dropped`(invisible: String) {
    expectEqual(TextCleaner.line("a\(invisible)b"), "ab")
    expectEqual(TextCleaner.line(invisible), "")
  }

  @Test(arguments: ["\u{FFFE}", "\u{1FFFF}", "\u{E000}", "\u{F0000}", "\u{378}"])
  func `a meaningless code point is shown as a replacement character`(unknown: String) {
    expectEqual(TextCleaner.line("a\(unknown)b"), "a\u{FFFD}b")
  }

  @Test(arguments: [
    "👩‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "❤️", "1️⃣", "☎︎", "🇦🇹", "👍🏻", "می‌خواهم", "क्‍ष", "র‍্য",
    "नमस्ते", "e\u{301}", "한국어", "Tiếng Việt", "שָׁלוֹם",
  ])
  func `emoji and scripts that need joiners keep them`(text: String) {
    expectEqual(TextCleaner.line(text), text)
    expectEqual(TextCleaner.line("a \(text) b"), "a \(text) b")
  }

  @Test func `the letters of a flag, which no terminal spells, are dropped`() {
    expectEqual(TextCleaner.line("🏴\u{E0067}\u{E0062}\u{E007F}x"), "🏴x")
  }

  @Test func `combining marks are limited and need a base`() {
    let marks = String(repeating: "\u{301}", count: 4_000)

    expectEqual(TextCleaner.line("a\(marks)b").unicodeScalars.count, 8)
    expectEqual(TextCleaner.line(marks), "")
    expectEqual(TextCleaner.line("a \(marks)b"), "a b")
  }

  @Test func `skin tones and joined emoji are limited`() {
    let tones = "👍" + String(repeating: "\u{1F3FB}", count: 1_000)
    let chain = String(repeating: "👩\u{200D}", count: 1_000)

    expectEqual(TextCleaner.line(tones).unicodeScalars.count, 7)
    expectEqual(TextCleaner.line(chain).first?.unicodeScalars.count, 17)
    for character in TextCleaner.line(chain) {
      #expect(character.unicodeScalars.count <= 24)
    }
  }

  @Test func `one endless cluster ends the text`() {
    let jamo = "ab" + String(repeating: "\u{1100}", count: 1_000)

    expectEqual(TextCleaner.line(jamo), "ab…")
  }

  @Test(arguments: [1, 2, 3, 10])
  func `a text of exactly the limit is unchanged and a longer one is cut`(count: Int) {
    for letter in ["x", "é", "東", "👩‍👩‍👧‍👦"] {
      let full = String(repeating: letter, count: count)
      let limit = TextLimit(characters: count)
      guard full.utf8.count <= limit.bytes else { continue }

      expectEqual(TextCleaner.line(full, limit: limit), full)
      let cut = TextCleaner.line(full + letter, limit: limit)
      expectEqual(cut.last, "…")
      expectEqual(cut.count, count)
    }
  }

  @Test func `a cut text has no space before its ellipsis`() {
    expectEqual(TextCleaner.line("ab cdef", limit: TextLimit(characters: 4)), "ab…")
  }

  @Test func `a text whose bytes don't fit is cut, whatever follows`() {
    // Characters of 12 and 11 bytes. Of 24, the next one leaves the room that the last one would take.
    let text = "𝒂\u{1E000}\u{1E000}𝒃\u{1E000}\u{20D0}𝒄d"

    expectEqual(
      TextCleaner.line(text, limit: TextLimit(characters: 3)), "𝒂\u{1E000}\u{1E000}…")
  }

  @Test func `ten megabytes are cut`() {
    for unit in ["x", " ", "\u{200B}", "\u{1B}", "\u{1B}]", "👩‍👩‍👧‍👦", "\u{301}", "\u{1B}[31m", "é\n"] {
      let huge = String(repeating: unit, count: 10_000_000 / unit.utf8.count)
      let cleaned = TextCleaner.line("title " + huge)
      #expect(cleaned.count <= TextLimit.title.characters)
      #expect(cleaned.utf8.count <= TextLimit.title.bytes)
      #expect(cleaned.hasPrefix("title"))
      #expect(cleaned.hasSuffix("…"))
    }
  }

  @Test func `paragraphs keep lines, with at most one empty line in a row`() {
    let text = " one \r\n\r\n\n\n two\u{2028}three\t x\u{2029}four\u{B} \n"

    expectEqual(TextCleaner.paragraphs(text), "one\n\ntwo\nthree x\n\nfour")
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    expectEqual(TextCleaner.line(bytes: [0x61, 0xFF, 0x62]), "a\u{FFFD}b")
    expectEqual(TextCleaner.line(bytes: [0x63, 0x61, 0x66, 0xE9]), "caf\u{FFFD}")
    #expect(TextCleaner.line(bytes: [0xED, 0xA0, 0x80]).allSatisfy { $0 == "\u{FFFD}" })
    expectEqual(TextCleaner.line(bytes: [UInt8](repeating: 0xC2, count: 5_000_000)).count, 300)
  }
}

/// Random texts from characters that are hard to clean.
@Suite struct TextCleanerPropertyTests {
  private static let pool: [Unicode.Scalar] = [
    "a", "Z", "1", "#", " ", "\t", "\n", "\r", "\u{1B}", "[", "]", "m", ";", "\u{7}", "\\",
    "\u{9B}", "\u{9D}", "\u{9C}", "\u{85}", "\u{A0}", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}",
    "\u{200E}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{301}", "\u{20E3}", "\u{FE0F}",
    "\u{FE0E}", "👩", "❤", "\u{1F3FB}", "\u{1F3F4}", "\u{E0067}", "\u{E0062}", "\u{E007F}", "🇦", "🇹",
    "\u{645}", "\u{6CC}", "\u{600}", "\u{915}", "\u{94D}", "\u{937}", "\u{93E}", "\u{1100}",
    "\u{1161}", "\u{11A8}", "\u{FFFE}", "\u{E000}", "\u{378}", "…", "東", "\u{3000}", "\u{2800}",
    "\u{110BD}", "\u{FEFF}", "\u{E0100}",
  ]

  @Test(arguments: 0..<40)
  func `cleaning is idempotent and respects the limits`(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<50 {
      let length = Int.random(in: 0...60, using: &generator)
      var view = String.UnicodeScalarView()
      for _ in 0..<length {
        view.append(Self.pool[Int.random(in: 0..<Self.pool.count, using: &generator)])
      }
      let text = String(view)
      let limit = TextLimit(characters: Int.random(in: 1...40, using: &generator))

      let line = TextCleaner.line(text, limit: limit)
      let paragraphs = TextCleaner.paragraphs(text, limit: limit)

      let isStable =
        TextCleaner.line(line, limit: limit).utf8.elementsEqual(line.utf8)
        && TextCleaner.paragraphs(paragraphs, limit: limit).utf8.elementsEqual(paragraphs.utf8)
      #expect(isStable, "\(text.unicodeScalars.map(\.value))")
      let isBounded = [line, paragraphs].allSatisfy { cleaned in
        cleaned.count <= limit.characters && cleaned.unicodeScalars.count <= limit.scalars
          && cleaned.utf8.count <= limit.bytes
          && !cleaned.unicodeScalars.contains(where: isDangerous)
      }
      #expect(isBounded && !line.unicodeScalars.contains("\n"))
    }
  }

  private func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2060...0x206F, 0x200B, 0x200E, 0x200F, 0x61C,
      0xFEFF, 0x2028, 0x2029, 0xE000...0xF8FF, 0xA0:
      true
    default: false
    }
  }
}
