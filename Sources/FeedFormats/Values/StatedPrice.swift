import GalleryDomain

/// Prices as shops and feeds state them. A price that could be read in two ways is none.
enum StatedPrice {
  /// `15.00 USD`, `USD 15.00`, `€15`, `1,299.00 EUR`, `12,50 €`, `from 80 CHF`, `15.00 - 25.00 USD`.
  ///
  /// - Parameter currency: Where it is stated apart; a currency in the text wins.
  /// - Returns: nil where there is no amount, more words than a price has, or no telling the decimal point
  ///   from a group's (`1.299 EUR`).
  static func price(_ text: String?, currency: String? = nil) -> Price? {
    guard let line = CleanText.line(text, limit: TextLimit(characters: 60)) else { return nil }
    let currency = code(currency)
    if let (lower, upper) = range(line), let low = PriceWords(lower), let high = PriceWords(upper),
      low.isComplete, high.isComplete
    {
      // `15.00 - 25.00 USD` says the currency once.
      let shared = low.currency ?? high.currency ?? currency
      guard high.currency == nil || high.currency == shared else { return nil }
      return lowest([low.price(currency: shared), high.price(currency: shared)])
    }
    guard let words = PriceWords(line[...]), words.isComplete else { return nil }
    return words.price(currency: words.currency ?? currency)
  }

  /// `18000` with 3 digits is `18.000`.
  ///
  /// - Parameter digits: Behind the point; nil for what the currency has.
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

  /// The least of several forms of an item, *from* if there are dearer ones.
  ///
  /// - Returns: nil for none, and for prices in different currencies, which have no order.
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

  /// What stands before and behind the sign or the word of a range.
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
