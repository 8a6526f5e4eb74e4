import Foundation

/// What the index is given of a text, and of what people search for: both go the same way, or nothing would
/// be found.
///
/// Chinese, Japanese and Thai have no spaces between words, so a tokenizer makes one token of a sentence.
/// Each of their characters becomes a word of its own here, and a word of them a phrase, which finds any part
/// of a sentence, of one character too. (SQLite's trigram tokenizer needs three, and a second index.)
enum IndexText {
  static func text(_ text: String) -> String {
    // Nearly all texts, and nothing to be done.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    // Full-width letters, half-width katakana, and one form for letters with marks.
    for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
      if isWrittenWithoutSpaces(scalar) {
        result.append(" ")
        result.append(scalar)
        result.append(" ")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  static func text(_ text: String?) -> String {
    text.map { Self.text($0) } ?? ""
  }

  /// Scripts of Unicode 16 whose words are not told apart by spaces, and Korean, whose words carry their
  /// endings.
  private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF,  // Thai, Lao
      0x1000...0x109F,  // Myanmar
      0x1780...0x17FF,  // Khmer
      0x3005...0x3007,  // ideographic iteration mark, closing mark, zero
      0x3040...0x30FF,  // Hiragana, Katakana
      0x3100...0x312F,  // Bopomofo
      0x31F0...0x31FF,  // Katakana extensions
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // Han
      0xAC00...0xD7AF,  // Hangul syllables
      0x20000...0x3FFFF:  // Han, supplementary planes
      true
    default: false
    }
  }
}
