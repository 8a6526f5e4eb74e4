import GalleryDomain

/// The parts of a text with one price: an amount, a currency, and `from`.
struct PriceWords {
  /// As written, with its separators.
  private var number = ""
  private(set) var currency: String?
  private var isLowest = false
  /// Whether all words were recognised, and no symbol was ambiguous.
  private(set) var isComplete = true

  private static let lowestWords: Set<String> = ["from", "ab", "desde", "dès", "da", "vanaf", "od"]

  /// - Returns: nil without an amount, or with two.
  init?(_ text: Substring) {
    for word in Self.words(text) {
      if word.first?.isASCIIDigit ?? false {
        guard number.isEmpty else { return nil }
        number = word
      } else if let meaning = CurrencyCode.meaning(of: word) {
        if case .code(let code) = meaning {
          isComplete = isComplete && (currency == nil || currency == code)
          currency = code
        }
      } else if Self.lowestWords.contains(word.lowercased()) {
        isLowest = true
      } else {
        isComplete = false
      }
    }
    guard !number.isEmpty else { return nil }
  }

  /// - Parameter currency: As stated by the text, the feed or the shop.
  func price(currency: String?) -> Price? {
    let digits = currency.map(CurrencyCode.minorUnitDigits)
    return AmountText.amount(number, minorUnitDigits: digits).flatMap {
      Price(amount: $0, currency: currency, isLowest: isLowest)
    }
  }

  /// Splits a text into amounts with their separators, and the words between them: `€15` is two words. Spaces belong to
  /// an amount if three digits follow, as in `1 299,00`.
  private static func words(_ text: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let isNumber = word.first?.isASCIIDigit ?? false
      if character.isASCIIDigit {
        if !isNumber { flush(&word, to: &words) }
        word.append(character)
      } else if isNumber, isSeparator(character),
        startsGroupOrDigits(characters, index + 1, character)
      {
        word.append(character)
      } else if character.isWhitespace {
        flush(&word, to: &words)
      } else {
        if isNumber { flush(&word, to: &words) }
        word.append(character)
      }
    }
    flush(&word, to: &words)
    return words
  }

  private static func flush(_ word: inout String, to words: inout [String]) {
    if !word.isEmpty { words.append(word) }
    word = ""
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "." || character == "," || character == "'" || character == "’"
      || character.isWhitespace
  }

  private static func startsGroupOrDigits(
    _ characters: [Character], _ start: Int, _ separator: Character
  ) -> Bool {
    let digits = characters[min(start, characters.count)...].prefix { $0.isASCIIDigit }.count
    return separator == "." || separator == "," ? digits > 0 : digits == 3
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { self >= "0" && self <= "9" && isASCII }
}
