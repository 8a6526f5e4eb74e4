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

/// Prices as stated by shops and feeds. An ambiguous price is ignored.
enum StatedPrice {
  /// `15.00 USD`, `USD 15.00`, `€15`, `1,299.00 EUR`, `12,50 €`, `from 80 CHF`, `15.00 - 25.00 USD`.
  ///
  /// - Parameter currency: If it is stated separately; a currency in the text takes precedence.
  /// - Returns: nil if there is no amount, if there are other words, or if the decimal point could be a group separator
  ///   (`1.299 EUR`).
  static func price(_ text: String?, currency: String? = nil) -> Price? {
    guard let line = CleanText.line(text, limit: TextLimit(characters: 60)) else { return nil }
    let currency = code(currency)
    if let (lower, upper) = range(line), let low = WrittenPrice(lower),
      let high = WrittenPrice(upper), low.isComplete, high.isComplete
    {
      // `15.00 - 25.00 USD` states the currency only once.
      let shared = low.currency ?? high.currency ?? currency
      guard high.currency == nil || high.currency == shared else { return nil }
      return lowest([low.price(currency: shared), high.price(currency: shared)])
    }
    guard let written = WrittenPrice(line[...]), written.isComplete else { return nil }
    return written.price(currency: written.currency ?? currency)
  }

  /// A number whose point is a decimal point, as programs write it.
  static func plain(_ amount: String?, currency: String?) -> Price? {
    CleanText.line(amount).flatMap { Price(amount: $0, currency: CleanText.line(currency)) }
  }

  /// `18000` with 3 digits is `18.000`.
  ///
  /// - Parameter digits: The number of decimals, 0–6; nil for that of the currency.
  /// - Returns: nil if it is negative or not a whole number.
  static func price(minorUnits: String?, digits: Int? = nil, currency: String?) -> Price? {
    let code = code(currency)
    guard let units = CleanText.line(minorUnits),
      let digits = digits ?? code.map(CurrencyCode.minorUnitDigits),
      let amount = ExactDecimal(units)?.shifted(by: digits)
    else { return nil }
    return Price(amount: amount.text(decimals: digits), currency: code)
  }

  /// Etsy's `{"amount": 1250, "divisor": 100}`: it has as many decimals as the divisor has zeros.
  ///
  /// - Returns: nil unless the divisor is a power of ten up to a million.
  static func price(amount: String?, divisor: String?, currency: String?) -> Price? {
    guard let divisor = CleanText.line(divisor), divisor.first == "1",
      divisor.dropFirst().allSatisfy({ $0 == "0" })
    else { return nil }
    return price(minorUnits: amount, digits: divisor.count - 1, currency: currency)
  }

  /// The lowest price of several variants of an item, marked as *from* if there are more expensive ones.
  ///
  /// - Returns: nil if there are none, and for prices in different currencies, which cannot be compared.
  static func lowest(_ prices: [Price?]) -> Price? {
    let prices = prices.compactMap(\.self)
    guard let lowest = prices.min(by: { $0.number < $1.number }),
      prices.allSatisfy({ $0.currency == lowest.currency })
    else { return nil }
    return Price(
      amount: lowest.amount, currency: lowest.currency,
      isLowest: prices.contains { $0.isLowest || $0.number != lowest.number })
  }

  /// The parts before and after the sign or the word of a range.
  private static func range(_ line: String) -> (Substring, Substring)? {
    guard let digit = line.firstIndex(where: { $0.isNumber }) else { return nil }
    for sign in ["–", "—", "-", " to ", " bis "] {
      guard let range = line.firstRange(of: sign), range.lowerBound > digit else { continue }
      return (line[..<range.lowerBound], line[range.upperBound...])
    }
    return nil
  }

  private static func code(_ currency: String?) -> String? {
    guard let word = CleanText.line(currency, limit: TextLimit(characters: 10)) else { return nil }
    if let meaning = CurrencyCode.meaning(of: word) {
      guard case .code(let code) = meaning else { return nil }
      return code
    }
    return word.utf8.count == 3 && word.utf8.allSatisfy { $0 < 0x80 } ? word.uppercased() : nil
  }
}

/// Prices as users type them; stricter than prices from feeds, because a user can correct them.
public struct PriceParser: PriceEntry {
  public init() {}

  /// `eur` or `EUR`.
  ///
  /// - Returns: The code in capitals; nil if it isn't a currency.
  public static func currency(_ text: String) -> String? {
    guard let code = CleanText.line(text)?.uppercased(), CurrencyCode.isKnown(code) else {
      return nil
    }
    return code
  }

  public func price(_ text: String, currency: String?) throws(Complaint) -> Price? {
    guard text.utf8.count <= 200 else { throw Complaint("too long") }
    guard let line = CleanText.line(text) else { return nil }
    guard line.contains(where: { $0.isASCII && $0.isNumber }) else {
      throw Complaint("enter a number")
    }
    guard let written = WrittenPrice(line[...], readsSmallCodes: true) else {
      throw Complaint("not a price")
    }
    if let sign = written.sharedSign {
      throw Complaint("which \(sign)? E.g. \(sign == "kr" ? "SEK" : "USD")")
    }
    guard written.isComplete, !written.isLowest else { throw Complaint("not a price") }
    guard let code = written.currency ?? currency else {
      throw Complaint("Add a currency, e.g. \(TextCleaner.line(line, limit: .tag)) EUR")
    }
    guard CurrencyCode.isKnown(code) else { throw Complaint("unknown currency \(code)") }
    guard let price = written.price(currency: code) else {
      throw Complaint("thousands or decimals?")
    }
    let digits = CurrencyCode.minorUnitDigits(of: code)
    guard price.decimalCount <= digits else {
      throw Complaint("\(code) has \(digits == 0 ? "no" : "\(digits)") decimals")
    }
    guard price.number > ExactDecimal(0) else { throw Complaint("must be more than 0, or empty") }
    return price
  }
}
