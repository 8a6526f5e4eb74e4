import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryDomain

struct FoldedTextTests {
  @Test(arguments: 1...4)
  func `a word is in a text if it is in the folded one`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    // Bytes that differ in one bit, and texts that aren't ASCII.
    let letters = ["a", "A", "b", "B", "@", "`", "_", "7", "W", "w", " ", "é", "ß", "\u{301}", "日"]
    func text(_ count: Int, plain: Bool) -> String {
      (0..<count).map { _ in
        letters[Int.random(in: 0..<(plain ? 11 : letters.count), using: &random)]
      }
      .joined()
    }
    for _ in 0..<4_000 {
      let isPlain = Bool.random(using: &random)
      let whole = text(Int.random(in: 0...30, using: &random), plain: isPlain)
      let part = text(Int.random(in: 0...3, using: &random), plain: isPlain)
      let word = FoldedText(part)
      let expected =
        part.isEmpty || FoldedText.folded(whole).contains(FoldedText.folded(part))

      expectEqual(word.isContained(in: whole), expected, "\(part) in \(whole)")
      // In JSON it may be written in another way: it is only certain that it isn't there.
      let mayBe = Array(whole.utf8).withUnsafeBufferPointer(word.mayBeContained)
      #expect(mayBe || !expected, "\(part) in \(whole)")
    }
  }

  @Test func `a word matches a text exactly where it is contained, also within characters`() {
    let texts = [
      "👩‍👧 x", "가\u{11A8}", "กำแพง", "🇦🇹🇩🇪", "x\u{200D}y", "\r\n", "e\u{301}x", "ﬁne", "Straße",
      "a\u{20DD}b", "か\u{3099}", "", "plain", String(repeating: "x\u{200D}y", count: 20),
    ]
    let words = [
      "👩", "👧", "가", "ก", "กำ", "🇹🇩", "x", "y", "\n", "e", "fi", "ss", "a", "か", "plain", "lain",
      "xyxyxyxyxyxyxyxyxyx", "",
    ]
    var innerCount = 0
    for text in texts {
      for word in words.map(FoldedText.init) {
        let match = word.match(in: text)
        expectEqual(match != .nowhere, word.isContained(in: text), "\(text)")
        innerCount += match == .inside ? 1 : 0
      }
    }
    #expect(innerCount > 5)
  }

  @Test(arguments: 1...4)
  func `long and short words are found where they are, and by their best match`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    let letters = Array("aAbB@`_7W w")
    func text(_ counts: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: counts, using: &random)).map { _ in
          letters[Int.random(in: 0..<11, using: &random)]
        })
    }
    for _ in 0..<4_000 {
      let whole = text(0...40)
      // Most of them occur, in another case.
      let rest = whole.dropFirst(Int.random(in: 0...20, using: &random))
      let part = rest.prefix(Int.random(in: 1...24, using: &random)).uppercased() + text(0...1)
      guard !part.isEmpty else { continue }
      let (bytes, wanted) = (Array(whole.lowercased().utf8), Array(part.lowercased().utf8))
      let starts = bytes.indices.filter { bytes[$0...].starts(with: wanted) }
      func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
      }
      let expected: FoldedText.Match =
        if starts.isEmpty {
          .nowhere
        } else if bytes.count == wanted.count {
          .whole
        } else {
          starts.contains { $0 == 0 || !isWord(bytes[$0 - 1]) } ? .wordStart : .inside
        }

      expectEqual(FoldedText(part).isContained(in: whole), !starts.isEmpty, "\(part) in \(whole)")
      expectEqual(FoldedText(part).match(in: whole), expected, "\(part) in \(whole)")
      expectEqual(
        FoldedText(part).isPrefix(of: whole), bytes.starts(with: wanted), "\(part) in \(whole)")
    }
  }
}
