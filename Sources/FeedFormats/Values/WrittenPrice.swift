import GalleryDomain

/// One price in a text: an amount with decimal and group separators, as written on price tags in many countries, a currency by its
/// code or sign, and `from`.
struct WrittenPrice {
  /// With its separators.
  private var number = ""
  private(set) var currency: String?
  /// A sign that several currencies share, such as `$`.
  private(set) var sharedSign: String?
  private(set) var isLowest = false
  /// Whether all words belong to a price, and no two currencies are stated.
  private(set) var isComplete = true

  private static let lowestWords: Set<String> = ["from", "ab", "desde", "dès", "da", "vanaf", "od"]

  /// - Parameter readsSmallCodes: Whether `eur` is a currency; in texts, `day` and `pro` are words.
  /// - Returns: nil without an amount, or with two.
  init?(_ text: Substring, readsSmallCodes: Bool = false) {
    var rest = text
    while let first = rest.first {
      let word = Self.amount(at: rest) ?? rest.prefix { !$0.isWhitespace && !Self.isDigit($0) }
      rest = word.isEmpty ? rest.dropFirst() : rest[word.endIndex...]
      if word.isEmpty { continue }
      if Self.isDigit(first) {
        guard number.isEmpty else { return nil }
        number = String(word)
        // `120,-` and `120.–` have no cents.
        let dashes = rest.dropFirst().prefix { "-–—".contains($0) }
        if let sign = rest.first, sign == "," || sign == ".", !dashes.isEmpty {
          number += "\(sign)00"
          rest = rest[dashes.endIndex...]
        }
      } else {
        let small = readsSmallCodes ? CurrencyCode.meaning(of: word.uppercased()) : nil
        read(String(word), as: CurrencyCode.meaning(of: String(word)) ?? small)
      }
    }
    guard !number.isEmpty else { return nil }
  }

  private mutating func read(_ word: String, as meaning: CurrencyCode.Meaning?) {
    switch meaning {
    case .code(let code)?:
      isComplete = isComplete && (currency == nil || currency == code)
      currency = code
    case .shared?: sharedSign = word
    case nil where Self.lowestWords.contains(word.lowercased()): isLowest = true
    case nil: isComplete = false
    }
  }

  /// Digits with the separators between them; an apostrophe or a space belongs to an amount if three digits follow, as in `1 299,00`.
  private static func amount(at text: Substring) -> Substring? {
    var end = text.startIndex
    while end < text.endIndex {
      let sign = text[end]
      if !isDigit(sign) {
        let digits = text[text.index(after: end)...].prefix(while: isDigit).count
        let isDecimal = sign == "." || sign == ","
        let isGroup = sign == "'" || sign == "’" || sign.isWhitespace
        guard end > text.startIndex, isDecimal && digits > 0 || isGroup && digits == 3 else {
          break
        }
      }
      end = text.index(after: end)
    }
    return end > text.startIndex ? text[..<end] : nil
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// - Parameter code: As stated by the text, the feed or the shop.
  /// - Returns: nil if a single separator before three digits is ambiguous, as in `1.299`.
  func price(currency code: String?) -> Price? {
    amount(minorUnitDigits: code.map(CurrencyCode.minorUnitDigits)).flatMap {
      Price(amount: $0, currency: code, isLowest: isLowest)
    }
  }

  /// `1,299.00`, `1.299,00`, `1 299,00`, `1'299.00`, `12,50`, India's `1,23,456.00` → digits with a point, the digits kept.
  ///
  /// - Parameter minorUnitDigits: The number of decimals of the currency; nil if unknown.
  private func amount(minorUnitDigits: Int?) -> String? {
    let parts = number.split { !Self.isDigit($0) }
    // Spaces of all widths and apostrophes always group.
    let signs = number.filter { !Self.isDigit($0) }.map { $0 == "." || $0 == "," ? $0 : " " }
    guard let last = parts.last, let decimalSign = signs.last else { return number }
    let groupSigns = Set(signs.dropLast())
    guard groupSigns.count <= 1 else { return nil }
    if groupSigns.contains(decimalSign) || decimalSign == " " {
      return Self.isGrouped(parts[...], by: decimalSign) ? parts.joined() : nil
    }
    let whole = parts.dropLast()
    if let groupSign = groupSigns.first {
      return Self.isGrouped(whole, by: groupSign) ? "\(whole.joined()).\(last)" : nil
    }
    let couldBeGroup = last.count == 3 && parts[0].count <= 3 && parts[0].first != "0"
    switch (decimalSign, minorUnitDigits) {
    // Programs write a decimal point; if the currency has three decimals, it is one.
    case _ where !couldBeGroup, (".", 3): return "\(parts[0]).\(last)"
    // Three decimals after a comma are not in use.
    case (",", 0), (",", 2): return parts.joined()
    default: return nil
    }
  }

  /// In groups of thousands, or, with commas, as in India: thousands, then lakhs and crores with two digits.
  private static func isGrouped(_ parts: ArraySlice<Substring>, by sign: Character) -> Bool {
    guard let first = parts.first, let last = parts.last, first.count <= 3 else { return false }
    let others = parts.dropFirst()
    return others.allSatisfy { $0.count == 3 }
      || sign == "," && first.count <= 2 && last.count == 3
        && others.dropLast().allSatisfy { $0.count == 2 }
  }
}
