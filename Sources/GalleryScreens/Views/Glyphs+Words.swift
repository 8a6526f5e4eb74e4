import TerminalKit

extension Glyphs {
  /// Words of the presentation with the signs that this terminal can show.
  ///
  /// The presentation writes `● for sale · €80.00` and `ƒ/1.8` for everybody; a terminal without
  /// Unicode would show `? for sale ? ?80.00`. Where it has Unicode the text is left as it is.
  ///
  /// - Complexity: O(1) with Unicode, else O(*text*).
  nonisolated func words(_ text: String) -> String {
    guard isASCII, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var words = ""
    for character in text {
      switch character {
      case "●": words.append(bullet)
      case "·": words.append(separator)
      case "…": words.append("...")
      case "✓": words.append(check)
      case "⏎": words.append(enterKey)
      case "␣": words.append(spaceKey)
      case "↑": words.append(arrowUp)
      case "↓": words.append(arrowDown)
      case "←": words.append(arrowLeft)
      case "→": words.append(arrowRight)
      default: words.append(Self.spellings[character] ?? String(character))
      }
    }
    // A currency behind its amount is followed by nothing.
    if words.hasSuffix(" "), !text.hasSuffix(" ") { words.removeLast() }
    return words
  }

  /// `┃` at the left of rows that are selected; the one in focus has its own bar.
  nonisolated var markBar: Character { scrollThumb }

  /// Whether the signs are those of a terminal without Unicode.
  nonisolated private var isASCII: Bool { ellipsis.isASCII }

  /// Signs of camera settings, and the currencies that `PriceText` has signs for.
  nonisolated private static let spellings: [Character: String] = [
    "ƒ": "f", "★": "*", "✗": "x", "▸": ">", "°": "deg", "′": "'", "″": "\"", "×": "x", "–": "-",
    "’": "'",
    "€": "EUR ", "£": "GBP ", "¥": "JPY ", "₹": "INR ", "₩": "KRW ", "₪": "ILS ", "₴": "UAH ",
    "₫": "VND ", "₺": "TRY ", "₽": "RUB ", "ł": "l", "č": "c",
  ]
}

extension Notice {
  /// A sentence in the signs of the terminal.
  public init(words: String, kind: Kind = .message, theme: Theme) {
    self.init(theme.glyphs.words(words), kind: kind, theme: theme)
  }
}
