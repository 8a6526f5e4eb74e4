import GalleryTestSupport
import Testing

@testable import GalleryDomain

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
