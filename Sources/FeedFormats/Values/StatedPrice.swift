import GalleryDomain

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
    if let (lower, upper) = range(line), let low = PriceWords(lower), let high = PriceWords(upper),
      low.isComplete, high.isComplete
    {
      // `15.00 - 25.00 USD` states the currency only once.
      let shared = low.currency ?? high.currency ?? currency
      guard high.currency == nil || high.currency == shared else { return nil }
      return lowest([low.price(currency: shared), high.price(currency: shared)])
    }
    guard let words = PriceWords(line[...]), words.isComplete else { return nil }
    return words.price(currency: words.currency ?? currency)
  }

  /// `18000` with 3 digits is `18.000`.
  ///
  /// - Parameter digits: The number of decimals; nil for that of the currency.
  static func price(
    minorUnits: String?, digits: Int? = nil, currency: String?, isLowest: Bool = false
  ) -> Price? {
    guard let units = CleanText.line(minorUnits), let digits = digits ?? self.digits(currency),
      let amount = DecimalText.amount(minorUnits: units, digits: digits)
    else { return nil }
    return Price(amount: amount, currency: code(currency), isLowest: isLowest)
  }

  /// Etsy's `{"amount": 1250, "divisor": 100}`.
  static func price(
    amount: String?, divisor: String?, currency: String?, isLowest: Bool = false
  ) -> Price? {
    guard let amount = CleanText.line(amount), let divisor = CleanText.line(divisor),
      let quotient = DecimalText.quotient(amount, divisor: divisor)
    else { return nil }
    return Price(amount: quotient, currency: code(currency), isLowest: isLowest)
  }

  /// The lowest price of several variants of an item, marked as *from* if there are more expensive ones.
  ///
  /// - Returns: nil if there are none, and for prices in different currencies, which cannot be compared.
  static func lowest(_ prices: [Price?]) -> Price? {
    let prices = prices.compactMap { $0 }
    guard var lowest = prices.first,
      prices.allSatisfy({ $0.currency == lowest.currency })
    else { return nil }
    var isLowest = false
    for price in prices {
      isLowest = isLowest || price.isLowest || !DecimalText.isEqual(price.amount, lowest.amount)
      if DecimalText.isLess(price.amount, than: lowest.amount) { lowest = price }
    }
    return Price(amount: lowest.amount, currency: lowest.currency, isLowest: isLowest)
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

  private static func digits(_ currency: String?) -> Int? {
    code(currency).map(CurrencyCode.minorUnitDigits)
  }
}
