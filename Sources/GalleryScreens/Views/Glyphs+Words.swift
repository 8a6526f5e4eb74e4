import TerminalKit

extension Glyphs {
  /// A text of the presentation, with signs that this terminal can show.
  ///
  /// The presentation always writes `● for sale · €80.00` and `ƒ/1.8`; a terminal without Unicode would show
  /// `? for sale ? ?80.00`. With Unicode, the text is returned unchanged.
  ///
  /// - Complexity: O(1) with Unicode, else O(*text*).
  nonisolated func words(_ text: String) -> String {
    guard !isUnicode, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var words = ""
    for character in text {
      switch character {
      case "●": words.append(bullet)
      case "·": words.append(separator)
      case "…": words.append("...")
      case "✓": words.append(check)
      case "↑": words.append(arrowUp)
      case "↓": words.append(arrowDown)
      case "←": words.append(arrowLeft)
      case "→": words.append(arrowRight)
      default: words.append(Self.spellings[character] ?? String(character))
      }
    }
    // No space after a currency that follows its amount.
    if words.hasSuffix(" "), !text.hasSuffix(" ") { words.removeLast() }
    return words
  }

  /// `┃` at the left of selected rows; the row in focus has its own bar.
  nonisolated var markBar: Character { scrollThumb }

  /// Signs of camera settings, and of the currencies in `PriceText`.
  nonisolated private static let spellings: [Character: String] = [
    "ƒ": "f", "★": "*", "✗": "x", "○": "o", "▸": ">",
    "°": "deg", "′": "'", "″": "\"", "×": "x", "–": "-",
    "’": "'",
    "€": "EUR ", "£": "GBP ", "¥": "JPY ", "₹": "INR ", "₩": "KRW ", "₪": "ILS ", "₴": "UAH ",
    "₫": "VND ", "₺": "TRY ", "₽": "RUB ", "ł": "l", "č": "c",
  ]
}

extension Notice {
  /// A sentence in the terminal's signs.
  public init(words: String, kind: Kind = .message, theme: Theme) {
    self.init(theme.glyphs.words(words), kind: kind, theme: theme)
  }
}
